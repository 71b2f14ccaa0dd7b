"""Days of a game and the seeds of its dice: committed to first, published later. (DESIGN ideas 4 and 5; Reading 51)"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Game
from nomic.core.log.models import Event


class Day(models.Model):
    """A GMT day of a game: its event publishes the head of the private chain and commits the seed of the day's dice.

    `private_n`: how far the chain had got. `seed` (hex) is empty until it is published, the day after; one event may
    open several days.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="days")
    day = models.DateField()
    at = models.DateTimeField()
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="+")
    private_n = models.PositiveBigIntegerField()
    private_hash = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    sealed = models.TextField()
    seed = models.CharField(max_length=64, blank=True)
    opened = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(fields=["game", "day"], name="a_day_turns_once"),
            models.CheckConstraint(
                condition=Q(seed="", opened__isnull=True) | (~Q(seed="") & Q(opened__isnull=False)),
                name="a_days_seed_is_opened_by_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"


class SecretSeed(models.Model):
    """What secret rolls are derived from until everything is revealed; the newest of a game is in use. (Reading 51)"""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="secret_seeds")
    n = models.PositiveIntegerField()
    at = models.DateTimeField()
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="+")
    commitment = models.CharField(max_length=64)
    sealed = models.TextField()
    seed = models.CharField(max_length=64, blank=True)
    opened = models.OneToOneField(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="secret_seeds_numbered_once"),
            models.CheckConstraint(
                condition=Q(seed="", opened__isnull=True) | (~Q(seed="") & Q(opened__isnull=False)),
                name="a_secret_seed_is_opened_by_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"secret seed {self.n}"
