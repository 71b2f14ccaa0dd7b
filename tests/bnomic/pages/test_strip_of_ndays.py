"""The ndays of the present nweek in a row: which one is now, and where Proposals open and are counted."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from tests.balloting import BallotTable
from tests.bnomic.pages.three import html, read

pytestmark = pytest.mark.django_db
TWELVE, CLOSES = "[twelve](dial:nweek.length)", "[12](dial:nweek.closes)"


def strip(table: BallotTable) -> list[str]:
    """The ndays that are drawn, each with its marks: “9 now opens”."""
    found = re.findall(r'<li class="ndays__day([^"]*)"><span>(\d+)</span>', html(table))
    marks = [(n, re.findall(r"ndays__day--(now|opens|closes)", classes)) for classes, n in found]
    return [" ".join([n, *each]) for n, each in marks]


def marked(table: BallotTable) -> list[str]:
    return [each for each in strip(table) if " " in each]


def test_the_strip_marks_where_proposals_open_and_where_they_are_counted(table: BallotTable) -> None:
    assert len(strip(table)) == 12
    assert marked(table) == ["1 now", "9 opens", "12 closes"]


def test_a_count_later_than_the_nweek_is_marked_at_its_last_nday(table: BallotTable) -> None:
    table.legislate(table.amend("Nweeks and Ndays", TWELVE, "[10](dial:nweek.length)"))

    assert len(strip(table)) == 10
    assert marked(table) == ["1 now", "9 opens", "10 closes"]
    assert "Next count 22 Mar 2007" in read(table)


def test_beyond_the_length_of_its_nweek_the_present_nday_is_the_one_that_is_counted(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.to_nday(time_machine, 8)
    table.legislate(table.amend("Nweeks and Ndays", TWELVE, "[5](dial:nweek.length)"))

    assert len(strip(table)) == 8
    assert marked(table) == ["8 now closes"]
    assert re.search(r"Next count in 2[34] h", read(table))


def test_a_count_that_has_been_made_is_marked_no_more(opened: BallotTable, time_machine: Traveller) -> None:
    opened.legislate(opened.amend("The Count", CLOSES, "[10](dial:nweek.closes)"))
    assert marked(opened) == ["9 now opens", "10 closes"]
    opened.ticks(time_machine, 2)
    assert marked(opened) == ["9 opens", "11 now"]

    opened.legislate(opened.amend("The Count", "[10](dial:nweek.closes)", CLOSES))
    assert marked(opened) == ["9 opens", "11 now"]


def test_where_no_ballot_is_counted_nothing_is_marked(table: BallotTable) -> None:
    table.legislate(table.repeal("The Count"))

    assert marked(table) == ["1 now", "9 opens"]
