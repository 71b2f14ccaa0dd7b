"""An Episode of the Senate, and who sits in it. (Rule Episodes)"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Account, Agent, Game


class EpisodeState(models.TextChoices):
    """`GATHERING`: seats are being taken. `ADJOURNED`: the law that provided for it is gone; its rounds count."""

    GATHERING = "gathering"
    SITTING = "sitting"
    OVER = "over"
    ADJOURNED = "adjourned"
    CALLED_OFF = "called-off"


ENDED = frozenset({EpisodeState.OVER, EpisodeState.ADJOURNED})


class Episode(models.Model):
    """`config`: seats, rounds, threshold, switches and standing orders, as `config_json` writes them; never the seed.

    The seed is sealed with its salt until the end; `seed_digest` commits to both. `seed_given`: its convener named it.
    `senate`: Influence in thousandths, Capital in sixtieths, filibusters used, and statutes, before the open round.
    `token`: the mark of the form that convened it.
    """

    SEALED = ("sealed_seed",)  # what a change of keys seals anew, besides columns called `sealed`

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="episodes")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=EpisodeState.choices, default=EpisodeState.GATHERING.value)
    convener = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    convener_name = models.CharField(max_length=150)
    config = models.JSONField()
    decision_seconds = models.PositiveIntegerField()
    sealed_seed = models.TextField()
    seed_digest = models.CharField(max_length=64)
    seed_given = models.BooleanField(default=False)
    senate = models.JSONField(default=dict, blank=True)
    scores = models.JSONField(null=True, blank=True)
    token = models.CharField(max_length=40)
    convened_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="episodes_numbered_once"),
            models.UniqueConstraint(fields=["game", "convener", "token"], name="a_form_convenes_one_episode"),
            models.CheckConstraint(condition=Q(state__in=EpisodeState.values), name="episode_state_known"),
            models.CheckConstraint(condition=Q(decision_seconds__gte=1), name="a_round_lasts_a_second"),
            models.CheckConstraint(
                condition=Q(state="gathering", opened_at__isnull=True, ended_at__isnull=True)
                | Q(state="called-off", opened_at__isnull=True, ended_at__isnull=False)
                | Q(state="sitting", opened_at__isnull=False, ended_at__isnull=True)
                | Q(state__in=["over", "adjourned"], opened_at__isnull=False, ended_at__isnull=False),
                name="episode_moments_fit_its_state",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["over", "adjourned"], scores__isnull=False)
                | (~Q(state__in=["over", "adjourned"]) & Q(scores__isnull=True)),
                name="scored_exactly_when_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"episode {self.number}"

    @property
    def has_ended(self) -> bool:
        """Whether it was played, to its end or until it was adjourned: then its seed and all decisions are open."""
        return self.state in ENDED


class SeatKind(models.TextChoices):
    EMPTY = "empty"
    PERSON = "person"
    PROGRAM = "program"
    SCRIPT = "script"


class Seat(models.Model):
    """A seat, counted from 0. `account` sits in it, or answers for its program; `agent`: who e is in the game.

    `name`: what its senator is called. `script`: which script of the bench. `token_digest`: of a program's token.
    """

    episode = models.ForeignKey(Episode, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=7, choices=SeatKind.choices, default=SeatKind.EMPTY.value)
    account = models.ForeignKey(Account, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60, blank=True)
    script = models.CharField(max_length=20, blank=True)
    token_digest = models.CharField(max_length=64, null=True, blank=True, unique=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["episode", "number"], name="seats_numbered_once"),
            models.UniqueConstraint(
                fields=["episode", "account"], condition=Q(kind="person"), name="a_person_sits_once_in_an_episode"
            ),
            models.CheckConstraint(condition=Q(kind__in=SeatKind.values), name="seat_kind_known"),
            models.CheckConstraint(
                condition=Q(kind="empty", account__isnull=True, script="", token_digest__isnull=True)
                | Q(kind="person", account__isnull=False, script="", token_digest__isnull=True)
                | Q(kind="program", account__isnull=False, script="", token_digest__isnull=False)
                | (Q(kind="script", account__isnull=True, token_digest__isnull=True) & ~Q(script="")),
                name="seat_held_as_its_kind_says",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of episode {self.episode_id}"
