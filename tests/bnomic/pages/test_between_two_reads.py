"""A stroke between two reads of one page: what it says of the Clock is as of one moment, before it or after it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from time_machine import Traveller

from nomic.core import clock
from proposals.bnomic.ballot import queries as ballot_queries
from proposals.bnomic.clock import queries as clock_queries
from proposals.bnomic.nweeks import queries as nweeks_queries
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.calendars import ndays
from tests.bnomic.pages.three import read
from tests.casting import Table

pytestmark = pytest.mark.django_db


class Struck:
    """Has the Clerk look just before the first query on a table that holds these words."""

    def __init__(self, table: Table, words: str) -> None:
        self.table, self.words, self.done = table, words, False

    def __call__(self, execute: Any, sql: str, *more: Any) -> Any:
        if not self.done and self.words in sql:
            self.done = True
            self.table.sweep()
        return execute(sql, *more)


@pytest.fixture
def late(opened: BallotTable, time_machine: Traveller) -> BallotTable:
    """The midnight that begins nday 12 has just been, and nobody has carried it out."""
    opened.to_nday(time_machine, 11)
    time_machine.move_to(MIDNIGHT + timedelta(days=11, seconds=1))
    assert opened.nday() == (1, 11)
    return opened


def test_a_stroke_between_game_and_clock_is_not_struck_twice(late: BallotTable) -> None:
    game = late.game
    late.sweep()

    hands = nweeks_queries.clock_reading(game, clock.now(), late.law)

    assert late.nday() == (1, 12)
    assert hands is not None
    assert (tuple(hands.place), hands.closed) == ((1, 12), frozenset())
    assert hands.midnight == MIDNIGHT + timedelta(days=12)


def test_the_ballot_closes_no_day_early_because_the_clerk_came_in_between(late: BallotTable) -> None:
    struck = Struck(late, 'FROM "bnomic_nweekclock"')

    with connection.execute_wrapper(struck):
        told = read(late)

    assert struck.done
    assert late.nday() == (1, 12)
    assert "Nday 12 of nweek 1" in told
    assert "To be counted" not in told


@pytest.mark.parametrize("read_next", ['FROM "bnomic_nweekclock"', 'FROM "core_event"'])
def test_the_calendar_tells_each_nday_once_though_the_clerk_came_in_between(late: BallotTable, read_next: str) -> None:
    struck = Struck(late, read_next)

    with connection.execute_wrapper(struck):
        told = ndays(late)

    assert struck.done
    assert told == ndays(late)


@pytest.mark.parametrize("read_next", ['FROM "core_event"', 'FROM "bnomic_nweekcount"'])
def test_what_is_put_on_record_after_the_clock_was_read_is_told_the_next_time(
    late: BallotTable, time_machine: Traveller, read_next: str
) -> None:
    late.sweep()
    time_machine.move_to(MIDNIGHT + timedelta(days=12, seconds=1))
    before = clock_queries.calendar_of(late.game, late.law, clock.now())
    struck = Struck(late, read_next)

    with connection.execute_wrapper(struck):
        during = clock_queries.calendar_of(late.game, late.law, clock.now())

    assert struck.done
    assert late.nday() == (2, 1)
    assert during == before


def test_what_opens_between_clock_and_proposals_is_not_taken_for_what_was_open_before(
    opened: BallotTable, time_machine: Traveller
) -> None:
    """A count and the opening after it are both late: those that have opened by it are in the next ballot."""
    mice = opened.submits("Raven", "Mice").number
    time_machine.move_to(MIDNIGHT + timedelta(days=20, seconds=1))
    law = opened.law
    struck = Struck(opened, 'FROM "bnomic_proposal"')

    with connection.execute_wrapper(struck):
        there = ballot_queries.living_proposals(opened.game, clock.now(), law)

    assert struck.done
    assert opened.states()[mice] == "Open"
    assert [row.number for row in there.open_ones] == [mice]
    assert there.closed == ()
