"""The Proposals of a game, what they list, and the votes on them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Agent, Game
from proposals.bnomic.nweeks.models import NweekCount
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register.rules import FinalVote
from proposals.bnomic.register.rules_lists import proposal_title
from proposals.posts.models import Post

HISTORICAL = (ProposalState.WON.value, ProposalState.LOST.value)


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
        max_length=8, choices=[(each.value, each.value) for each in ProposalState], default=ProposalState.PENDING.value
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
            models.CheckConstraint(
                condition=Q(state__in=[each.value for each in ProposalState]), name="proposal_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=HISTORICAL, closed_seq__isnull=False, count__isnull=False)
                | (~Q(state__in=HISTORICAL) & Q(closed_seq__isnull=True, count__isnull=True)),
                name="counted_exactly_when_historical",
            ),
            models.CheckConstraint(
                condition=Q(state=ProposalState.PENDING.value, opened_seq__isnull=True)
                | (~Q(state=ProposalState.PENDING.value) & Q(opened_seq__isnull=False)),
                name="opened_exactly_when_not_pending",
            ),
            models.CheckConstraint(
                condition=Q(state=ProposalState.WON.value, passed__isnull=False)
                | (~Q(state=ProposalState.WON.value) & Q(passed__isnull=True)),
                name="passed_exactly_when_won",
            ),
        ]
        indexes = [models.Index(fields=["game", "state"], name="proposals_by_state")]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """“Proposal 14: Harbours”, or without a Name “Proposal 14”."""
        return proposal_title(self.number, self.name)


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
    vote = models.CharField(max_length=8, choices=[(each.value, each.value) for each in FinalVote])
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "seq"], name="one_vote_per_event"),
            models.CheckConstraint(condition=Q(vote__in=[each.value for each in FinalVote]), name="ballot_vote_known"),
        ]

    def __str__(self) -> str:
        return f"{self.vote} on {self.proposal_id}"
