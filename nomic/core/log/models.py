"""The two chains of a game: its public log, and its private chain, which no page shows. (DESIGN ideas 4 and 5)"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Agent, Game


class Event(models.Model):
    """One line of the game's public log, numbered without gaps, holding the hash of the line before."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=60)
    actor = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    by = models.CharField(max_length=60)
    subject = models.CharField(max_length=80, blank=True)
    data = models.JSONField(default=dict)
    decision = models.JSONField(null=True, blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="log_has_no_gap_or_double"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="log_starts_at_one"),
        ]
        indexes = [
            models.Index(fields=["game", "subject"], name="log_by_subject"),
            models.Index(fields=["game", "at"], name="log_by_moment"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class PrivateEvent(models.Model):
    """One link of a game's private chain. `sealed` holds kind, actor, facts and salt; `commitment` digests them."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="private_events")
    n = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    commitment = models.CharField(max_length=64)
    sealed = models.TextField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="private_chain_has_no_gap_or_double"),
            models.CheckConstraint(condition=Q(n__gte=1), name="private_chain_starts_at_one"),
        ]

    def __str__(self) -> str:
        return f"private event of game {self.game_id}"
