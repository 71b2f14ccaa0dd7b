from __future__ import annotations

from proposals.deciding.rules import QueueEntry, queue_order, queue_positions
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.voting.rules import Status
from tests.mechanics.proposals.matters import at


def test_the_oldest_stands_first_and_the_number_settles_equal_moments() -> None:
    entries = [QueueEntry(3, at(2), PROPOSAL), QueueEntry(5, at(1), PROPOSAL), QueueEntry(4, at(1), PROPOSAL)]

    assert queue_order(entries) == (4, 5, 3)
    assert queue_positions(entries) == {4: 1, 5: 2, 3: 3}


def test_only_pending_proposals_stand_in_the_queue() -> None:
    ended = [each for each in Status if each is not Status.PENDING]
    others = [QueueEntry(number, at(0), PROPOSAL, status) for number, status in enumerate(ended)]
    calls = [QueueEntry(20, at(0), CALL), QueueEntry(21, at(0), DECLARATION)]

    assert queue_order([*others, *calls, QueueEntry(30, at(1), PROPOSAL)]) == (30,)
