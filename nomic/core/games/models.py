"""Accounts, games, and who plays in them."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q

from nomic.core.chain import GENESIS


class Pronouns(models.TextChoices):
    SPIVAK = "spivak", "e, em, eir"
    THEY = "they", "they, them, their"
    SHE = "she", "she, her, her"
    HE = "he", "he, him, his"


class Account(AbstractUser):
    """A person's login. What e is in a game is an `Agent`.

    `pronouns`: how this reader wants Agents spoken of in the server's own sentences; it changes nothing else.
    `digest_at`: when eir next digest is due.
    """

    pronouns = models.CharField(max_length=10, choices=Pronouns.choices, default=Pronouns.SPIVAK.value)
    digest_at = models.DateTimeField(null=True, blank=True)

    class Meta(AbstractUser.Meta):
        constraints = [models.CheckConstraint(condition=Q(pronouns__in=Pronouns.values), name="pronouns_known")]
        indexes = [models.Index(fields=["digest_at"], name="digests_due")]


class Game(models.Model):
    """One nomic. `last_seq`, `last_hash`: the head of its log; `private_n`, `private_hash`: that of its private chain.

    `awaits_address`: a Declaration of Victory has passed, and the new Mastermind has not spoken yet. (Rule 1.9)
    `next_day_at`: when the Clerk turns the next page of the calendar. (DESIGN idea 4) `stroke_at`: the next moment at
    which something falls due by itself and comes before whatever anybody does after it; None, nothing will.
    """

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=100)
    procedure = models.CharField(max_length=20, default="blognomic")
    keywords = models.JSONField(default=dict, blank=True)
    founded_at = models.DateTimeField()
    founder = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="founded_games")
    mastermind = models.ForeignKey("Agent", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    awaits_address = models.BooleanField(default=False)
    next_day_at = models.DateTimeField(null=True, blank=True, db_index=True)
    stroke_at = models.DateTimeField(null=True, blank=True, db_index=True)
    private_n = models.PositiveBigIntegerField(default=0)
    private_hash = models.CharField(max_length=64, default=GENESIS)
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
    """A person in one game. `last_active_at` is when e last did what the law counts against silence,
    or eir admission or return."""

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
        indexes = [models.Index(fields=["next_check"], name="agents_due", condition=Q(state="active"))]

    def __str__(self) -> str:
        return self.name

    @property
    def is_playing(self) -> bool:
        """Not idle, and in the game."""
        return self.state == AgentState.ACTIVE

    @property
    def in_game(self) -> bool:
        return self.state in IN_GAME
