"""The rounds of an Episode, and what its seats decide in them, sealed. (Rules Rounds, Decisions, Caucus)"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from dynasties.quorum.episodes.models import Episode, Seat
from nomic.core.log.models import PrivateEvent


class Round(models.Model):
    """A round, counted from 0. `bill`: what is before the Senate. `record`: its public record, once it is closed.

    It closes at `closes_at`; in a hiatus it has none, but `seconds_left`. `sealed` holds every seat's decision as it
    counted, raw, notes included: they are open when the Episode is over, and not before.
    """

    episode = models.ForeignKey(Episode, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    bill = models.JSONField()
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    record = models.JSONField(null=True, blank=True)
    sealed = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["episode", "number"], name="rounds_numbered_once"),
            models.UniqueConstraint(
                fields=["episode"], condition=Q(closed_at__isnull=True), name="one_open_round_in_an_episode"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, record__isnull=True, sealed="")
                | (Q(closed_at__isnull=False, record__isnull=False) & ~Q(sealed="")),
                name="a_record_exactly_when_closed",
            ),
        ]
        indexes = [models.Index(fields=["closes_at"], name="rounds_due", condition=Q(closed_at__isnull=True))]

    def __str__(self) -> str:
        return f"round {self.number} of episode {self.episode_id}"


class Decision(models.Model):
    """What a seat has decided in a round, the last of it, sealed. `changes`: how often e has decided otherwise."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="decisions")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="decisions")
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="+")
    sealed = models.TextField()
    changes = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="one_decision_of_a_seat_in_a_round")]

    def __str__(self) -> str:
        return f"a decision in {self.round}"


class Reply(models.Model):
    """What a program was answered to a request of its own numbering, sealed: asked again, it is answered the same."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="replies")
    rid = models.CharField(max_length=64)
    sealed = models.TextField()

    class Meta:
        verbose_name_plural = "replies"
        constraints = [models.UniqueConstraint(fields=["seat", "rid"], name="a_request_is_answered_once")]

    def __str__(self) -> str:
        return f"the answer to {self.rid}"
