from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from proposals.posts.models import Matter
from proposals.tasks import sweep
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.openings import laid

NOON = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def table() -> Iterator[Table]:
    """Three Proposals in the queue, all of them looked at."""
    with time_machine.travel(NOON, tick=False):
        table = laid("Josh", "Lulu", "Raven")
        table.propose("Josh", "First")
        table.propose("Lulu", "Second")
        table.propose("Raven", "Third")
        sweep()
        yield table


def due() -> list[str]:
    rows = Matter.objects.filter(status="pending", next_check__lte=datetime.now(UTC)).order_by("post__number")
    return list(rows.values_list("post__title", flat=True))


def test_a_change_of_the_roster_makes_only_the_oldest_proposal_due(table: Table) -> None:
    assert due() == []

    table.join("Quill")

    assert due() == ["First"]


def test_the_next_in_the_queue_is_due_when_the_oldest_is_failed(table: Table) -> None:
    table.vote("Josh", 1, Vote.AGAINST)
    assert due() == ["First"]

    table.fail("Kevan", 1)

    assert due() == ["Second"]


def test_a_queue_that_timed_out_together_fails_one_at_a_time_each_after_its_own_grace(table: Table) -> None:
    with time_machine.travel(NOON + timedelta(hours=48), tick=False) as traveller:
        left = [_pending_after_a_sweep()]
        for _ in range(3):
            traveller.shift(timedelta(hours=1))
            left.append(_pending_after_a_sweep())

    assert left == [3, 2, 1, 0]


def _pending_after_a_sweep() -> int:
    sweep()
    return Matter.objects.filter(status="pending").count()


def test_a_round_asks_nothing_of_games_in_which_nothing_is_due() -> None:
    def cost() -> int:
        sweep()  # the day turns in new games
        with CaptureQueriesContext(connection) as asked:
            sweep()
        return len(asked)

    with time_machine.travel(NOON, tick=False):
        Table("Josh")
        one = cost()
        for number in range(3):
            Table("Josh", slug=f"idle-{number}")

        assert cost() == one
