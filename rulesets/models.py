"""The text of the law, append-only. What held after event N is the newest row with `seq` up to N."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Game
from rulesets.text.rules import Section


class Rule(models.Model):
    """A rule's identity. `rid` counts from 1 in each game, is public, and outlives numbers and titles."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rules")
    rid = models.PositiveIntegerField()
    created_seq = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "rid"], name="rule_ids_unlike"),
            models.CheckConstraint(condition=Q(rid__gte=1), name="rule_ids_start_at_one"),
        ]

    def __str__(self) -> str:
        return f"rule {self.rid}"


class RuleAct(models.TextChoices):
    STARTER = "starter", "laid down at the founding"
    ENACTED = "enacted", "enacted"
    AMENDED = "amended", "amended"
    RENAMED = "renamed", "renamed"
    MOVED = "moved", "moved"
    REPEALED = "repealed", "repealed"
    CORRECTED = "corrected", "slip corrected"
    REVERSED = "reversed", "correction reversed"
    REWORDED = "reworded", "reworded at an ascension"


class RuleVersion(models.Model):
    """A rule as it stood from event `seq` on. `cause` is what made it so, such as `post:12`; `live` ends at repeal."""

    rule = models.ForeignKey(Rule, on_delete=models.PROTECT, related_name="versions")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rule_versions")
    n = models.PositiveIntegerField()
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    act = models.CharField(max_length=10, choices=RuleAct.choices)
    section = models.CharField(max_length=10, choices=[(each.value, each.value) for each in Section])
    title = models.CharField(max_length=100)
    text = models.TextField()
    live = models.BooleanField(default=True)
    cause = models.CharField(max_length=80, blank=True)
    by = models.CharField(max_length=60)
    merged = models.BooleanField(default=False)
    resolved = models.BooleanField(default=False)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["rule", "n"], name="rule_versions_count_up"),
            models.UniqueConstraint(fields=["rule", "seq"], name="one_rule_version_per_event"),
            models.CheckConstraint(condition=Q(n__gte=1), name="rule_versions_start_at_one"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="rule_versions_begin_with_an_event"),
            models.CheckConstraint(condition=Q(act__in=RuleAct.values), name="rule_act_known"),
            models.CheckConstraint(
                condition=Q(section__in=[each.value for each in Section]), name="rule_section_known"
            ),
        ]
        indexes = [models.Index(fields=["game", "seq"], name="rule_versions_by_event")]

    def __str__(self) -> str:
        return f"{self.title}, version {self.n}"


class Arrangement(models.Model):
    """In which order the rules stood from event `seq` on: `{"core": [rid, …], …}`, and which were found void."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="arrangements")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    order = models.JSONField()
    void = models.JSONField(default=list)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_arrangement_per_event"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="arrangements_begin_with_an_event"),
        ]

    def __str__(self) -> str:
        return f"arrangement from {self.seq}"
