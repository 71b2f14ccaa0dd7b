"""One Dynasty after another: who headed it, what it was about, when it began and ended. (Rules 1.8 and 1.9)"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.games.models import Agent, Game
from proposals.posts.models import Post


class Dynasty(models.Model):
    """A Dynasty of a game; `number` counts from 1 in the game, `ordinal` how many its head has headed.

    `head` is None in a metadynasty; `head_name` is what e was called when e took the role. `address` is the post in
    which e named the theme: None until then, and for the first Dynasty. `keywords`: those in force from then on, in the
    form of `Game.keywords`. `accent`: a hue in degrees; `emblem`: a character or two.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="dynasties")
    number = models.PositiveIntegerField()
    head = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="dynasties")
    head_name = models.CharField(max_length=40, blank=True)
    ordinal = models.PositiveIntegerField(default=0)
    theme = models.CharField(max_length=100, blank=True)
    package = models.CharField(max_length=40, blank=True)
    accent = models.PositiveIntegerField(null=True, blank=True)
    emblem = models.CharField(max_length=8, blank=True)
    keywords = models.JSONField(default=dict)
    began_at = models.DateTimeField()
    began_seq = models.PositiveBigIntegerField()
    address = models.OneToOneField(Post, null=True, blank=True, on_delete=models.PROTECT, related_name="dynasty")
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_seq = models.PositiveBigIntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_seq = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "dynasties"
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="dynasties_numbered_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(ended_at__isnull=True), name="one_dynasty_at_a_time"),
            models.CheckConstraint(condition=Q(number__gte=1), name="dynasties_numbered_from_one"),
            models.CheckConstraint(
                condition=Q(head__isnull=True, ordinal=0) | Q(head__isnull=False, ordinal__gte=1),
                name="a_head_has_an_ordinal",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_seq__isnull=True)
                | Q(ended_at__gte=F("began_at"), ended_seq__gt=F("began_seq")),
                name="a_dynasty_ends_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"dynasty {self.number} of game {self.game_id}"
