from __future__ import annotations

from proposals.deciding.rules import QueueEntry, queue_order, queue_positions
from proposals.voting.rules import Kind, Status
from tests.mechanics.proposals.matters import at


def test_the_oldest_stands_first_and_the_number_settles_equal_moments() -> None:
    entries = [QueueEntry(3, at(2)), QueueEntry(5, at(1)), QueueEntry(4, at(1))]

    assert queue_order(entries) == (4, 5, 3)
    assert queue_positions(entries) == {4: 1, 5: 2, 3: 3}


def test_only_pending_proposals_stand_in_the_queue() -> None:
    others = [QueueEntry(number, at(0), status) for number, status in enumerate(Status) if status is not Status.PENDING]
    calls = [QueueEntry(20, at(0), kind=Kind.CFJ), QueueEntry(21, at(0), kind=Kind.DOV)]

    assert queue_order([*others, *calls, QueueEntry(30, at(1))]) == (30,)
