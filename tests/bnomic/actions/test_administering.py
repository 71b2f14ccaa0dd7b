"""What an Administrator does with the Clock and the Numbers: each act, each refusal, both sides of each bound."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from time_machine import Traveller

from proposals.bnomic.clock.actions import GREATEST
from proposals.bnomic.nweeks.rules import LONGEST_PAUSE
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.actions.conftest import NINE
from tests.bnomic.actions.desk import clock, happened, invalid, refusal, the
from tests.lawmaking import change

DAY, INSTANT = timedelta(days=1), timedelta(microseconds=1)


# -- Off and On


def test_a_clock_that_is_off_lets_midnights_pass_and_goes_on_where_it_stood(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.ticks(time_machine, 3)
    table.desk("turn_off")
    table.ticks(time_machine, 20)
    assert table.nday() == (1, 4)

    table.desk("turn_on")
    assert table.nday() == (1, 4)
    table.ticks(time_machine)
    assert table.nday() == (1, 5)


def test_nothing_opens_and_nothing_is_counted_while_the_clock_is_off(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 7)
    table.desk("turn_off")
    table.ticks(time_machine, 10)
    assert table.states() == {1: "Pending"}

    table.desk("turn_on")
    table.ticks(time_machine)
    assert table.states() == {1: "Open"}


def test_what_was_due_before_the_clock_is_turned_off_happens_first(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 2, clerk=False)

    table.desk("turn_off")

    assert table.nday() == (1, 3)
    assert the(table, "clock-off").data["nday"] == 3


def test_a_clock_that_is_on_is_not_turned_on_and_one_that_is_off_not_off(table: BallotTable) -> None:
    assert refusal(table, "turn_on") == ["clock-is-on"]
    table.desk("turn_off")
    assert refusal(table, "turn_off", why="Once more.") == ["clock-is-off"]
    table.desk("turn_on")
    assert refusal(table, "turn_on", why="Once more.") == ["clock-is-on"]


# -- pauses


def test_a_pause_ends_on_its_own_and_the_midnight_at_its_end_does_nothing(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.desk("pause", until=MIDNIGHT + 5 * DAY)
    assert not clock(table).running
    table.ticks(time_machine, 5)
    assert clock(table).running
    assert table.nday() == (1, 1)
    table.ticks(time_machine)
    assert table.nday() == (1, 2)

    gone_on = the(table, "clock-on")
    assert gone_on.actor is None
    assert gone_on.data["due_at"] == "2007-03-17T00:00:00Z"


def test_a_pause_that_ends_while_nobody_looks_costs_no_nday(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("pause", until=MIDNIGHT + 5 * DAY)
    table.ticks(time_machine, 8, clerk=False)
    table.sweep()
    assert table.nday() == (1, 4)


def test_a_pause_may_be_ended_early(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("pause", until=MIDNIGHT + 30 * DAY)
    table.ticks(time_machine, 2)
    table.desk("turn_on", why="We are back.")
    table.ticks(time_machine)
    assert table.nday() == (1, 2)
    assert the(table, "clock-on").data["why"] == "We are back."
    table.ticks(time_machine, 30)
    assert len(happened(table, "clock-on")) == 2  # the game's beginning, and this


def test_a_pause_may_get_another_end_or_none(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("pause", until=MIDNIGHT + 2 * DAY)
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    table.ticks(time_machine, 3)
    assert not clock(table).running
    table.desk("turn_off")
    table.ticks(time_machine, 5)
    assert not clock(table).running
    assert table.nday() == (1, 1)


@pytest.mark.parametrize("until", [MIDNIGHT + DAY, NINE + LONGEST_PAUSE])
def test_a_pause_may_be_as_short_as_one_midnight_and_as_long_as_a_year(table: BallotTable, until: datetime) -> None:
    table.desk("pause", until=until)
    assert clock(table).resumes_at == until


@pytest.mark.parametrize(
    ("until", "code"),
    [(MIDNIGHT + DAY - INSTANT, "pause-too-short"), (NINE + LONGEST_PAUSE + INSTANT, "pause-too-long")],
)
def test_a_pause_is_not_shorter_than_that_and_not_longer(table: BallotTable, until: datetime, code: str) -> None:
    assert refusal(table, "pause", until=until) == [code]
    assert clock(table).running


def test_a_clock_that_is_off_cannot_pause(table: BallotTable) -> None:
    table.desk("turn_off")
    assert refusal(table, "pause", until=MIDNIGHT + 2 * DAY) == ["clock-is-off"]


# -- where the Clock stands


def test_the_clock_is_set_and_goes_on_from_there(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("set_clock", nweek=4, nday=7)
    table.ticks(time_machine)
    assert table.nday() == (4, 8)
    assert the(table, "clock-set").data["was"] == {"nweek": 1, "nday": 1}


def test_to_set_the_clock_to_the_nday_of_the_opening_opens_nothing(table: BallotTable) -> None:
    table.submits("Josh", "Cats")
    table.desk("set_clock", nweek=1, nday=9)
    assert table.states() == {1: "Pending"}
    assert happened(table, "opened") == []


def test_the_clock_is_set_to_no_nday_that_there_is_not(table: BallotTable) -> None:
    assert refusal(table, "set_clock", nweek=1, nday=13) == ["no-such-nday"]
    assert refusal(table, "set_clock", nweek=1, nday=0) == ["no-such-nday"]
    assert refusal(table, "set_clock", nweek=0, nday=1) == ["no-such-nday"]
    table.desk("set_clock", nweek=1, nday=12)
    assert table.nday() == (1, 12)


def test_the_clock_is_not_set_back_before_a_count_that_has_been_made(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.ticks(time_machine, 12)
    assert refusal(table, "set_clock", nweek=1, nday=12) == ["nweek-counted"]
    table.desk("set_clock", nweek=2, nday=3)
    assert table.nday() == (2, 3)


def test_the_clock_is_not_set_past_the_count_of_what_is_open(table: BallotTable, time_machine: Traveller) -> None:
    change(table, table.amend("The Count", "[12](dial:nweek.closes)", "[11](dial:nweek.closes)"))
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 8)
    assert table.states() == {1: "Open"}
    assert refusal(table, "set_clock", nweek=1, nday=12) == ["count-passed-over"]
    table.desk("set_clock", nweek=1, nday=11)
    table.ticks(time_machine)
    assert table.states() == {1: "Lost"}


def test_the_clock_is_set_only_so_far(table: BallotTable) -> None:
    assert invalid(table, "set_clock", nweek=GREATEST + 1, nday=1) == ("nweek", "too-far")
    assert invalid(table, "set_clock", nweek=1, nday=GREATEST + 1) == ("nday", "too-far")
    table.desk("set_clock", nweek=GREATEST, nday=1)
    assert table.nday() == (GREATEST, 1)


# -- the numbering


def test_the_next_proposal_gets_the_number_that_was_set_and_the_one_after_it_the_next(table: BallotTable) -> None:
    table.submits("Josh")
    table.desk("number_from", number=20)
    table.submits("Josh")
    table.submits("Lulu")
    assert list(table.states()) == [1, 20, 21]


def test_no_number_is_given_twice(table: BallotTable) -> None:
    table.desk("number_from", number=7)
    table.submits("Josh")
    assert refusal(table, "number_from", number=7) == ["number-used"]
    table.desk("number_from", number=8)
    table.submits("Josh")
    assert list(table.states()) == [7, 8]


def test_a_number_is_set_only_so_high_and_from_one_on(table: BallotTable) -> None:
    assert refusal(table, "number_from", number=0) == ["number-used"]
    assert invalid(table, "number_from", number=GREATEST + 1) == ("number", "too-far")
    table.desk("number_from", number=GREATEST)
    table.submits("Josh")
    assert list(table.states()) == [GREATEST]
