"""What is tried changes the facts as the deed would, and the facts that were given stay as they were."""

from __future__ import annotations

from proposals.deciding.rules import Supposition, supposed_matter
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.voting.rules import Ballot, MatterFacts, Vote
from tests.mechanics.proposals.matters import POSTED, at, votes

MATTER = MatterFacts(PROPOSAL, "author", POSTED, votes("P1:F P2:A P1:A@2"), 3, "#7")


def test_nothing_tried_changes_nothing() -> None:
    assert supposed_matter(MATTER, Supposition(at(5)), at(5)) == MATTER


def test_a_tried_vote_is_cast_now_whenever_it_is_judged() -> None:
    tried = supposed_matter(MATTER, Supposition(at(50), {"P3": Vote.FOR}), at(5))

    assert tried.ballots == (*MATTER.ballots, Ballot("P3", Vote.FOR, at(5)))


def test_no_vote_takes_every_icon_of_that_voter_away_and_no_others() -> None:
    tried = supposed_matter(MATTER, Supposition(at(5), {"P1": None}), at(5))

    assert [ballot.voter for ballot in tried.ballots] == ["P2"]


def test_first_takes_it_to_the_head_of_the_queue() -> None:
    tried = supposed_matter(MATTER, Supposition(at(5), first=True), at(5))

    assert (tried.queue_position, tried.older) == (1, None)
