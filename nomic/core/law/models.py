"""What the text of the law said from one event on."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Game


class LawSnapshot(models.Model):
    """What the text of the law said of every dial and mechanism from event `seq` on: derived, and checked by recount.

    `dials`: `{name: {"value": stored, "words": text, "rule": title, "rule_id": id}}`; `mechanisms`: `{name: title}`;
    `titles`: the titles of all rules in force; `terms`: what else the text tells the server, such as
    `{"kind": "often", "name": "supply-roll", "words": "Often", "rule": title, "rule_id": id}`.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="law_snapshots")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    dials = models.JSONField(default=dict)
    mechanisms = models.JSONField(default=dict)
    titles = models.JSONField(default=list)
    terms = models.JSONField(default=list)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_law_per_event"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="laws_begin_with_an_event"),
        ]

    def __str__(self) -> str:
        return f"law from {self.seq}"
