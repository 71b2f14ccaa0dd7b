from __future__ import annotations

from proposals.mechanics.queue import Entry, positions, queue
from proposals.mechanics.votes import Kind, Status
from tests.mechanics.proposals.matters import at


def test_the_oldest_stands_first_and_the_number_settles_equal_moments() -> None:
    entries = [Entry(3, at(2)), Entry(5, at(1)), Entry(4, at(1))]

    assert queue(entries) == (4, 5, 3)
    assert positions(entries) == {4: 1, 5: 2, 3: 3}


def test_only_pending_proposals_stand_in_the_queue() -> None:
    others = [Entry(number, at(0), status) for number, status in enumerate(Status) if status is not Status.PENDING]
    calls = [Entry(20, at(0), kind=Kind.CFJ), Entry(21, at(0), kind=Kind.DOV)]

    assert queue([*others, *calls, Entry(30, at(1))]) == (30,)
