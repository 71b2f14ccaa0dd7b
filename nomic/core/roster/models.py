"""What held since when. Rows are only ever added; `seq` is the number of the event in which one came about."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.models.people import Agent, AgentState, Game


class Standing(models.Model):
    """What an Agent was from event `seq` on, until eir next standing."""

    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="standings")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="standings")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=AgentState.choices)
    is_admin = models.BooleanField()
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ["seq", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["agent", "seq"], name="one_standing_per_event"),
            models.CheckConstraint(condition=Q(state__in=AgentState.values), name="standing_state_known"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="standings_begin_with_an_event"),
        ]
        indexes = [models.Index(fields=["game", "seq"], name="standings_by_event")]

    def __str__(self) -> str:
        return f"{self.name}: {self.state} from {self.seq}"


class Reign(models.Model):
    """Who was the Mastermind from event `seq` on; nobody in a metadynasty."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="reigns")
    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="reigns")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_reign_per_event"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="reigns_begin_with_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.agent or 'nobody'} from {self.seq}"


class Hiatus(models.Model):
    """A time in which the game stands still; open-ended while `ended_at` is not set."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hiatuses")
    began_at = models.DateTimeField()
    began_seq = models.PositiveBigIntegerField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_seq = models.PositiveBigIntegerField(null=True, blank=True)
    because = models.CharField(max_length=200)

    class Meta:
        ordering = ["began_seq"]
        verbose_name_plural = "hiatuses"
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(ended_at__isnull=True), name="one_open_hiatus"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_seq__isnull=True)
                | Q(ended_at__gte=F("began_at"), ended_seq__gt=F("began_seq")),
                name="hiatus_ends_after_it_began",
            ),
            models.CheckConstraint(condition=Q(began_seq__gte=1), name="hiatuses_begin_with_an_event"),
        ]

    def __str__(self) -> str:
        return f"hiatus from {self.began_seq}"


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
