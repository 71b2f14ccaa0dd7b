"""Where the Clock stands by the ballot's page, whether it runs, and what it says comes next."""

from __future__ import annotations

from datetime import timedelta

import pytest
from time_machine import Traveller

from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import html, read

pytestmark = pytest.mark.django_db


def test_the_head_tells_the_nday_the_clock_and_what_comes_next(table: BallotTable, time_machine: Traveller) -> None:
    told = read(table)
    assert "An nweek has 12 ndays, and each lasts from midnight to midnight, by UTC." in told
    assert "opens to votes at the midnight that begins nday 9, and what is Open is counted" in told
    assert "Nday 1 of nweek 1" in told
    assert "The Clock is On" in told
    assert "Next opening 20 Mar 2007, 00:00 UTC Next count 24 Mar 2007, 00:00 UTC" in told

    time_machine.move_to(MIDNIGHT + timedelta(days=7, hours=23))
    assert "Next opening in 1 h" in read(table)


def test_a_pause_tells_its_end_and_what_comes_after_it(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + timedelta(days=2))

    told = read(table)

    assert "The Clock pauses until 14 Mar 2007, 00:00 UTC" in told
    assert "Next opening 22 Mar 2007" in told


def test_with_the_clock_off_nothing_is_in_sight(table: BallotTable) -> None:
    table.desk("turn_off")

    told = read(table)

    assert "The Clock is Off" in told
    assert "Next opening none in sight Next count none in sight" in told


def test_in_a_hiatus_the_clock_stands_and_no_vote_is_cast(opened: BallotTable) -> None:
    opened.enact_rule("Victory", "A Player who has won [may say so](mechanism:dov.declaring).")
    opened.declare("Raven")

    told = read(opened)

    assert "The Clock stands until the hiatus ends" in told
    assert "Next count none in sight" in told
    assert 'name="vote"' not in html(opened)


def test_in_a_hiatus_a_clock_that_pauses_besides_stands(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + timedelta(days=2))
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "A feast.")

    assert "The Clock stands until the hiatus ends" in read(table)
    assert "the Clock stands" in html(table, "roster/")


def test_no_second_count_of_an_nweek_is_in_sight_though_the_law_has_put_its_close_off(
    opened: BallotTable, time_machine: Traveller
) -> None:
    sooner, later = "nday [10](dial:nweek.closes)", "nday [12](dial:nweek.closes)"
    opened.legislate(opened.amend("The Count", later, sooner))
    opened.ticks(time_machine, 2)
    assert "Next count 3 Apr 2007, 00:00 UTC" in read(opened)

    opened.legislate(opened.amend("The Count", sooner, later))

    assert opened.nday() == (1, 11)
    assert "Next count 5 Apr 2007, 00:00 UTC" in read(opened)


def test_at_midnight_the_page_is_right_though_nobody_has_moved_the_clock(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.ticks(time_machine, clerk=False)

    assert opened.nday() == (1, 9)
    assert "Nday 10 of nweek 1" in read(opened)
