"""Gamestate pages: texts of the game that a rule lets some of its people edit, in versions. (Rule 1.7)"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from dynasties.pages.rules import Editors
from nomic.core.games.models import Agent, Game


class Page(models.Model):
    """A page, carried by a rule, which says who may edit it; it is live as long as that rule is."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="pages")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=100)
    folded = models.CharField(max_length=400)
    rule_id = models.PositiveIntegerField()
    editors = models.CharField(max_length=12, choices=[(each.value, each.value) for each in Editors])
    made_at = models.DateTimeField()
    made_seq = models.PositiveBigIntegerField()
    cause = models.CharField(max_length=80, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    dropped_seq = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="pages_numbered_once"),
            models.UniqueConstraint(
                fields=["game", "folded"], condition=Q(dropped_seq__isnull=True), name="page_titles_unlike"
            ),
            models.CheckConstraint(
                condition=Q(editors__in=[each.value for each in Editors]), name="page_editors_known"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class PageVersion(models.Model):
    page = models.ForeignKey(Page, on_delete=models.PROTECT, related_name="versions")
    n = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    comment = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["page", "n"], name="page_versions_count_up"),
            models.CheckConstraint(condition=Q(n__gte=1), name="page_versions_start_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.page_id}, version {self.n}"
