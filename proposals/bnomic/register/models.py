"""The Clock of a game, its Proposals with what they list, the votes on them, and the counts of its nweeks."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.models import Agent, Game
from proposals.bnomic.mechanics.ballot import Final
from proposals.bnomic.mechanics.listing import titled
from proposals.bnomic.mechanics.states import State
from proposals.models import Post

HISTORICAL = (State.WON.value, State.LOST.value)


class NweekClock(models.Model):
    """Where the Clock stands. The midnight that it waits for, On or in a pause, is the game's `stroke_at`.

    `resumes_at`: the midnight at which a pause is over, and the Clock is On again. `numbers_from`: the least Number
    that the next Proposal may get, as an Administrator has set it.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="nweek_clock", primary_key=True)
    nweek = models.PositiveIntegerField(default=1)
    nday = models.PositiveIntegerField(default=1)
    running = models.BooleanField(default=True)
    resumes_at = models.DateTimeField(null=True, blank=True)
    numbers_from = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(nweek__gte=1, nday__gte=1), name="ndays_count_from_one"),
            models.CheckConstraint(condition=Q(running=False) | Q(resumes_at__isnull=True), name="no_pause_while_on"),
        ]

    def __str__(self) -> str:
        return f"nday {self.nday} of nweek {self.nweek}"


class NweekCount(models.Model):
    """The count of one nweek's ballot. `due_at`: the midnight at which it was due; `at`, `seq`: when it was made.

    `facts`: what it was made from, and `trace`: what followed, in plain JSON; `recount` makes it anew.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="nweek_counts")
    nweek = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()
    facts = models.JSONField()
    trace = models.JSONField()

    class Meta:
        ordering = ["-nweek"]
        constraints = [
            models.UniqueConstraint(fields=["game", "nweek"], name="each_nweek_is_counted_once"),
            models.CheckConstraint(condition=Q(at__gte=F("due_at")), name="counted_when_due_or_later"),
        ]

    def __str__(self) -> str:
        return f"the count of nweek {self.nweek}"


class Proposal(models.Model):
    """What makes a post a Proposal of this procedure: its Number, its Name, and how far it has come.

    `opened_seq`, `closed_seq`: the events that opened it and that made it Historical; `count`: the one in which that
    happened. `passed`: of a Won one, whether its changes were made; they are not if any of them could not be.
    `carried_out_at`: when an Administrator put on record that what it says in prose is done.
    """

    post = models.OneToOneField(Post, on_delete=models.PROTECT, related_name="ballot_proposal", primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="ballot_proposals")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=100, blank=True)
    state = models.CharField(
        max_length=8, choices=[(each.value, each.value) for each in State], default=State.PENDING.value
    )
    submitted_at = models.DateTimeField()
    opened_seq = models.PositiveBigIntegerField(null=True, blank=True)
    closed_seq = models.PositiveBigIntegerField(null=True, blank=True)
    count = models.ForeignKey(NweekCount, null=True, blank=True, on_delete=models.PROTECT, related_name="proposals")
    passed = models.BooleanField(null=True, blank=True)
    carried_out_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="no_number_is_given_twice"),
            models.CheckConstraint(condition=Q(number__gte=1), name="proposals_numbered_from_one"),
            models.CheckConstraint(condition=Q(state__in=[each.value for each in State]), name="proposal_state_known"),
            models.CheckConstraint(
                condition=Q(state__in=HISTORICAL, closed_seq__isnull=False, count__isnull=False)
                | (~Q(state__in=HISTORICAL) & Q(closed_seq__isnull=True, count__isnull=True)),
                name="counted_exactly_when_historical",
            ),
            models.CheckConstraint(
                condition=Q(state=State.PENDING.value, opened_seq__isnull=True)
                | (~Q(state=State.PENDING.value) & Q(opened_seq__isnull=False)),
                name="opened_exactly_when_not_pending",
            ),
            models.CheckConstraint(
                condition=Q(state=State.WON.value, passed__isnull=False)
                | (~Q(state=State.WON.value) & Q(passed__isnull=True)),
                name="passed_exactly_when_won",
            ),
        ]
        indexes = [models.Index(fields=["game", "state"], name="proposals_by_state")]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """“Proposal 14: Harbours”, or without a Name “Proposal 14”."""
        return titled(self.number, self.name)


class Relation(models.TextChoices):
    DEPENDS = "depends", "Depends on"
    CONFLICTS = "conflicts", "Conflicts with"


class Listed(models.Model):
    """One Proposal that another one lists, as the text of this version has it. `means`: the Number that it is; None
    as long as nobody bears the Name."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="listed")
    version = models.PositiveIntegerField()
    relation = models.CharField(max_length=10, choices=Relation.choices)
    place = models.PositiveIntegerField()
    said = models.CharField(max_length=120)
    means = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["relation", "place"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "version", "relation", "place"], name="one_thing_at_a_place"),
            models.CheckConstraint(condition=Q(relation__in=Relation.values), name="relation_known"),
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id} {self.relation} {self.said}"


class BallotVote(models.Model):
    """A vote on an Open Proposal. All are kept; the latest of each Player is eir Final Vote."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="votes")
    voter = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="ballot_votes")
    vote = models.CharField(max_length=8, choices=[(each.value, each.value) for each in Final])
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "seq"], name="one_vote_per_event"),
            models.CheckConstraint(condition=Q(vote__in=[each.value for each in Final]), name="ballot_vote_known"),
        ]

    def __str__(self) -> str:
        return f"{self.vote} on {self.proposal_id}"
