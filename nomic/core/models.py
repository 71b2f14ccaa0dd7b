"""The bottom of the house: games, who plays in them, and the numbered log of what happened.

Rows that state history (`Standing`, `Reign`, `LawSnapshot`, `Event`) are only ever added. `seq` on a row is the
number of the event in which it came about: what held after event N is the newest row with `seq` up to N.
"""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q

from nomic.core.mechanics.chain import GENESIS


class Account(AbstractUser):
    """A person's login. What e is in a game is an `Agent`."""


class Game(models.Model):
    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=100)
    procedure = models.CharField(max_length=20, default="blognomic")
    keywords = models.JSONField(default=dict, blank=True)
    founded_at = models.DateTimeField()
    founder = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="founded_games")
    mastermind = models.ForeignKey("Agent", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    last_seq = models.PositiveBigIntegerField(default=0)
    last_hash = models.CharField(max_length=64, default=GENESIS)

    def __str__(self) -> str:
        return self.title


class AgentState(models.TextChoices):
    ACTIVE = "active"
    IDLE = "idle"
    LEFT = "left"
    REMOVED = "removed"


IN_GAME = frozenset({AgentState.ACTIVE, AgentState.IDLE})


class Agent(models.Model):
    """A person in one game. `last_active_at` is eir last post or comment, or eir admission or return."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="agents")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="agents")
    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=160)
    state = models.CharField(max_length=10, choices=AgentState.choices, default=AgentState.ACTIVE.value)
    is_admin = models.BooleanField(default=False)
    barred = models.BooleanField(default=False)
    admitted_at = models.DateTimeField()
    admitted_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    last_active_at = models.DateTimeField()
    idle_since = models.DateTimeField(null=True, blank=True)
    asked_idle_at = models.DateTimeField(null=True, blank=True)
    asked_back_at = models.DateTimeField(null=True, blank=True)
    next_check = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "account"], name="one_agent_per_account_and_game"),
            models.UniqueConstraint(fields=["game", "folded"], name="agent_names_unlike"),
            models.CheckConstraint(condition=Q(state__in=AgentState.values), name="agent_state_known"),
            models.CheckConstraint(
                condition=Q(state="idle", idle_since__isnull=False) | (~Q(state="idle") & Q(idle_since__isnull=True)),
                name="idle_since_exactly_when_idle",
            ),
        ]
        indexes = [
            models.Index(fields=["next_check"], name="agents_due", condition=Q(state="active")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def playing(self) -> bool:
        """Not idle, and in the game."""
        return self.state == AgentState.ACTIVE

    @property
    def in_game(self) -> bool:
        return self.state in IN_GAME


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
    `titles`: the titles of all rules in force.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="law_snapshots")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    dials = models.JSONField(default=dict)
    mechanisms = models.JSONField(default=dict)
    titles = models.JSONField(default=list)

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
