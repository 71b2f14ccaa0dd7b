"""Who asked to join, what each Agent was since when, who was the Mastermind, and when the game was in hiatus.

Rows of history are only ever added; `seq` is the number of the event in which one came about.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.games.models import Account, Agent, AgentState, Game


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


class ApplicationState(models.TextChoices):
    WAITING = "waiting"
    ADMITTED = "admitted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Application(models.Model):
    """An announced arrival: somebody asks to be admitted under a name."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="applications")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="applications")
    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=160)
    text = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=ApplicationState.choices, default=ApplicationState.WAITING.value)
    applied_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "account"], condition=Q(state="waiting"), name="one_waiting_application"
            ),
            models.UniqueConstraint(
                fields=["game", "folded"], condition=Q(state="waiting"), name="waiting_names_unlike"
            ),
            models.CheckConstraint(condition=Q(state__in=ApplicationState.values), name="application_state_known"),
            models.CheckConstraint(
                condition=Q(state="waiting", decided_at__isnull=True)
                | (~Q(state="waiting") & Q(decided_at__isnull=False)),
                name="decided_exactly_when_not_waiting",
            ),
        ]

    def __str__(self) -> str:
        return self.name
