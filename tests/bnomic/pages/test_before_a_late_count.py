"""A count that is due may change the law by which a page tells what comes after it: until it is made, pages say so."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.openings import kept
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db

BY_THE_LAW_OF_NOW = "by the law as it is now"


def with_a_longer_nweek(time_machine: Traveller) -> BallotTable:
    """Proposal 1 makes an nweek fourteen ndays long, and all are FOR it; Proposal 2 is Pending."""
    table = BallotTable("Josh", "Lulu")
    longer = table.amend("Nweeks and Ndays", "[twelve]", "[fourteen]")
    table.submits("Josh", "Longer", changes=[longer])
    table.to_nday(time_machine, 9)
    table.all_vote(1, "FOR", "Kevan", "Josh", "Lulu")
    table.submits("Lulu", "Cats", changes=table.new_rule("Cats"))
    return table


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(with_a_longer_nweek, time_machine)


def read(table: BallotTable, path: str) -> str:
    """The whole page, with the sidebar."""
    page = browser(table, "Josh").get(address(table, path)).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


PAGES = ("ballot/", "ballot/2/", "ballot/calendar/", "roster/")


def test_until_the_count_is_made_the_page_says_by_which_law_it_tells_what_comes_after(
    table: BallotTable, time_machine: Traveller
) -> None:
    def saying(words: str) -> set[str]:
        return {path for path in PAGES if words in read(table, path)}

    assert saying(BY_THE_LAW_OF_NOW) == set()

    table.ticks(time_machine, 4, clerk=False)

    assert saying(BY_THE_LAW_OF_NOW) == saying("A count is due and not made yet.") == set(PAGES)

    table.sweep()

    assert saying(BY_THE_LAW_OF_NOW) == set()


def test_what_passes_does_change_what_the_page_told(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 4, clerk=False)
    due = read(table, "roster/")
    table.sweep()
    counted = read(table, "roster/")

    assert "Nday 1 of nweek 2" in due
    assert "Nday 13 of nweek 1" in counted
    assert table.nday() == (1, 13)


def test_the_ballot_says_it_where_it_says_that_it_is_over(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 4, clerk=False)

    told = read(table, "ballot/")

    assert "Until it is, nday, opening and count are told here by the law as it is now" in told


def test_a_pending_one_says_it_of_its_opening(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 4, clerk=False)

    assert "A count is due and not made yet: this goes by the law as it is now" in read(table, "ballot/2/")


def test_a_midnight_that_is_due_without_a_count_supposes_nothing(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 1, clerk=False)

    told = read(table, "roster/")

    assert "Nday 10 of nweek 1" in told
    assert BY_THE_LAW_OF_NOW not in told
