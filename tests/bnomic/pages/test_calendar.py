"""The calendar of nweeks: what has been, what will be, what a Clock that stands means."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.calendars import DAY, FEED, PAGE, events, ndays, shown
from tests.casting import Table
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser, queries_of

pytestmark = pytest.mark.django_db
HOUR = DAY / 24


def page(table: BallotTable) -> str:
    html: str = browser(table).get(address(table, PAGE)).content.decode()
    return html


def test_the_present_nweek_and_the_next_three_are_told_with_their_dates(table: BallotTable) -> None:
    told = ndays(table)
    assert told[:2] == ["Mon 12 Mar today nday 1", "Tue 13 Mar nday 2"]
    assert told[8] == "Tue 20 Mar nday 9 opening"
    assert told[11] == "Fri 23 Mar nday 12 count"
    assert told[12] == "Sat 24 Mar nday 1"
    assert len(told) == 4 * 12
    assert re.findall(r"Nweek \d+", shown(table)) == ["Nweek 1", "Nweek 2", "Nweek 3", "Nweek 4"]


def test_the_next_opening_and_count_are_told_and_that_they_hold_by_law_and_clock(table: BallotTable) -> None:
    told = shown(table)
    assert "Next opening 20 Mar 2007, 00:00 UTC Next count 24 Mar 2007, 00:00 UTC" in told
    assert "What is ahead holds while the law and the Clock stay as they are" in told


def test_what_has_been_is_told_as_it_was(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    change(table, table.amend("The Count", "[12](dial:nweek.closes)", "[10](dial:nweek.closes)"))
    table.to_nday(time_machine, 9)
    table.votes(1, Lulu="FOR")
    table.ticks(time_machine, 2)
    told = ndays(table)
    assert told[8:11] == [
        "Tue 20 Mar nday 9 1 opened",
        "Wed 21 Mar nday 10 counted: 1 Won, 0 Lost",
        "Thu 22 Mar today nday 11",
    ]
    assert told[11] == "Fri 23 Mar nday 12"


def test_a_pause_shows_where_it_was_and_moves_what_comes_after_it(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 1)
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    table.ticks(time_machine, 4)
    told = ndays(table)
    assert told[1] == "Tue 13 Mar to 16 Mar nday 2 Clock Off from 13 Mar, 00:01, to 16 Mar, 00:00"
    assert told[2] == "Sat 17 Mar today nday 3"
    assert told[8] == "Fri 23 Mar nday 9 opening"


def test_where_the_clock_was_set_to_and_back_is_told_as_it_was(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 13)
    time_machine.shift(12 * HOUR)
    table.desk("set_clock", nweek=3, nday=1)
    table.ticks(time_machine, 1)
    time_machine.shift(12 * HOUR)
    table.desk("set_clock", nweek=2, nday=5)
    table.ticks(time_machine, 1)

    assert ndays(table)[:7] == [
        "Sat 24 Mar nday 1",
        "Sun 25 Mar nday 2",
        "Sun 25 Mar nday 1",
        "Mon 26 Mar nday 2",
        "Mon 26 Mar nday 5",
        "Tue 27 Mar today nday 6",
        "Wed 28 Mar nday 7",
    ]
    headings = re.findall(r'<h2 id="([^"]*)">(Nweek \d+)', page(table))
    assert [told for _, told in headings] == [f"Nweek {n}" for n in (2, 3, 2, 3, 4, 5)]
    assert len({name for name, _ in headings}) == len(headings)


def test_a_clock_that_pauses_is_told_with_its_end_and_what_comes_after_it(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    told = shown(table)
    assert "turns On by itself 16 Mar 2007, 00:00 UTC" in told
    assert "Next opening 24 Mar 2007, 00:00 UTC" in told
    assert ndays(table)[:2] == [
        "Mon 12 Mar to 16 Mar today nday 1 Clock Off from 12 Mar, 09:00, on",
        "Sat 17 Mar nday 2",
    ]


def test_while_the_clock_is_off_nothing_ahead_has_a_date(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("turn_off")
    table.ticks(time_machine, 3)
    told, page = ndays(table), shown(table)
    assert told[0].startswith("since Mon 12 Mar today nday 1")
    assert told[1:] == [f"nday {nday}" + {9: " opening", 12: " count"}.get(nday, "") for nday in range(2, 13)]
    assert "Midnights do nothing until one of the Administrators turns it On" in page
    assert "At the soonest, were it turned On today: Next opening 23 Mar 2007, 00:00 UTC" in page


def test_with_the_clock_off_in_a_hiatus_no_day_is_promised_and_both_are_waited_for(table: BallotTable) -> None:
    table.desk("turn_off")
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "A feast.")
    told = shown(table)
    assert "The Clock is Off" in told
    assert "until the hiatus is over and one of the Administrators has turned it On" in told
    assert "At the soonest" not in told
    assert "Next count" not in told

    with floor(table.made.pk) as the_floor:
        roster_actions.end_hiatus(the_floor, "It was merry.")
    assert "At the soonest, were it turned On today: Next opening 20 Mar 2007" in shown(table)


def test_with_the_clock_off_and_no_rule_for_it_nobody_is_waited_for(table: BallotTable) -> None:
    table.desk("turn_off")
    change(table, table.repeal("Nweeks and Ndays"))
    told = shown(table)
    assert "No rule of this game provides for a Clock now: midnights do nothing, and nobody can turn it On." in told
    assert "At the soonest" not in told
    assert "Next count" not in told
    assert "may turn the Clock Off" not in told


def test_with_the_clock_off_and_nobody_to_turn_it_on_the_page_says_so(table: BallotTable) -> None:
    table.desk("turn_off")
    desk = "[turn and set the Clock, and to put the numbering right](mechanism:nweek.administering)"
    change(table, table.amend("The Administrator", desk, "wind the Clock"))
    told = shown(table)
    assert "Midnights do nothing, and no rule of this game lets anybody turn it On" in told
    assert "At the soonest" not in told
    assert "may turn the Clock Off" not in told


def test_where_no_rule_provides_for_a_clock_it_stands(table: BallotTable) -> None:
    change(table, table.repeal("Nweeks and Ndays"))
    told = shown(table)
    assert "The Clock stands Nday 1 of nweek 1 No rule of this game provides for a Clock now" in told
    assert "Next opening" not in told
    assert events(table) == {}


def test_in_a_hiatus_the_clock_stands_even_if_it_pauses_besides(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "A feast.")
    told = shown(table)
    assert "The Clock stands Nday 1 of nweek 1 The game is in hiatus: until that is over, midnights do nothing." in told
    assert "Next opening" not in told
    assert ndays(table)[1] == "nday 2"


def test_what_is_due_and_not_on_record_is_told_as_late_and_holds(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 8, clerk=False)
    told = ndays(table)
    assert told[8] == "Tue 20 Mar today nday 9 opening, due"
    assert "Something that was due 13 Mar 2007, 00:00 UTC is not on record yet" in shown(table)
    assert "Nday 9 of nweek 1" in shown(table)
    table.sweep()
    assert ndays(table)[8] == "Tue 20 Mar today nday 9 1 opened"
    assert "not on record" not in shown(table)


def test_a_pause_that_is_over_is_over_though_nobody_has_looked(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("pause", until=MIDNIGHT + 2 * DAY)
    table.ticks(time_machine, 2, clerk=False)
    told = shown(table)
    assert "The Clock is On Nday 1 of nweek 1" in told
    assert "Next opening 22 Mar 2007" in told


def test_an_nweek_without_end_is_told_for_a_while(table: BallotTable, time_machine: Traveller) -> None:
    change(table, table.amend("Nweeks and Ndays", "[twelve](dial:nweek.length)", "many"))
    table.desk("set_clock", nweek=1, nday=5000)
    told = ndays(table)
    assert "nday 5100" in told[-1]
    assert len(told) < 150


def test_a_game_that_never_had_a_clock_has_no_calendar(db: None, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT, tick=False)
    table = Table()
    assert browser(table).get(address(table, PAGE)).status_code == 404
    assert browser(table).get(address(table, FEED)).status_code == 404


@pytest.mark.parametrize("path", [PAGE, FEED])
def test_a_long_nweek_costs_no_more_queries_than_a_short_one(
    table: BallotTable, time_machine: Traveller, path: str
) -> None:
    early = queries_of(table, path, None)
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 11)
    assert queries_of(table, path, None) == early
