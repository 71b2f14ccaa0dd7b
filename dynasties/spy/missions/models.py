"""Missions: what is on the board, who attempts them together, who claims to have completed them. (Rule Missions)"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from dynasties.spy.theatre.models import Theatre
from nomic.core.games.models import Agent
from nomic.core.log.models import PrivateEvent
from proposals.posts.models import Post


class Mission(models.Model):
    """A mission on the board. `checks`: those of its goals that the server can look at, as JSON; `gains` and `losses`:
    by how much which numbers of the tracker change for who completes it, or claims it falsely; `closes_after`: the
    number of completions after which it is closed, if it says one.

    `ending`: how it was closed: `done`, `young`, `aborted`. `post` announced it.
    """

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="missions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=80)
    folded = models.CharField(max_length=320)
    description = models.TextField()
    goals = models.TextField()
    checks = models.JSONField(default=list)
    reward = models.TextField()
    gains = models.JSONField(default=list)
    closing = models.TextField()
    closes_after = models.PositiveIntegerField(null=True, blank=True)
    penalty = models.TextField()
    losses = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    opened_seq = models.PositiveBigIntegerField()
    opened_by = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="+")
    post = models.OneToOneField(Post, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_seq = models.PositiveBigIntegerField(null=True, blank=True)
    ending = models.CharField(max_length=20, blank=True)
    why = models.CharField(max_length=1_000, blank=True)
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["theatre", "number"], name="missions_numbered_once"),
            models.UniqueConstraint(fields=["theatre", "folded"], name="mission_titles_unlike"),
            models.UniqueConstraint(fields=["opened_by", "token"], name="one_mission_per_form"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_seq__isnull=True)
                | Q(closed_at__gte=F("opened_at"), closed_seq__gt=F("opened_seq")),
                name="a_mission_closes_after_it_opened",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Team(models.Model):
    """A group that attempts a mission, known to its members and the Mastermind: founder, members, invited are sealed.

    Whoever was invited is in it when e has joined, and only then shares a penalty.
    """

    mission = models.ForeignKey(Mission, on_delete=models.PROTECT, related_name="teams")
    uid = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()
    sealed = models.TextField()

    def __str__(self) -> str:
        return "a team"


class Claim(models.Model):
    """Somebody told the Mastermind that the goals are met. Who, with whom, and eir words are sealed.

    `accepted` is None until the Mastermind has ruled.
    """

    mission = models.ForeignKey(Mission, on_delete=models.PROTECT, related_name="claims")
    uid = models.CharField(max_length=40, unique=True)
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    sealed = models.TextField()
    accepted = models.BooleanField(null=True, blank=True)
    ruled_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(accepted__isnull=True, ruled_at__isnull=True)
                | Q(accepted__isnull=False, ruled_at__gte=F("at")),
                name="a_claim_is_ruled_on_once",
            )
        ]

    def __str__(self) -> str:
        return "a claim"


class Completion(models.Model):
    """An Agent has completed a mission, once. Public."""

    mission = models.ForeignKey(Mission, on_delete=models.PROTECT, related_name="completions")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="+")
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["seq", "pk"]
        constraints = [models.UniqueConstraint(fields=["mission", "agent"], name="a_mission_is_completed_once")]

    def __str__(self) -> str:
        return f"mission {self.mission_id} by {self.agent_id}"
