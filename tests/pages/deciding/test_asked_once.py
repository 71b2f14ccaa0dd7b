"""No page of a game that many read asks the tables the same thing twice, nor more than it does now."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from proposals.voting.rules import Vote
from tests.casting import Table
from tests.openings import further
from tests.pages.deciding.pages import asked_twice, queries_of

# Who reads which page, None being a visitor, and how many queries it asks: a number may only fall.
ASKED = [
    (None, "", 10),
    ("Josh", "", 18),
    ("Josh", "posts/1/", 29),
    (None, "posts/1/", 19),
    ("Josh", "posts/2/", 27),
    ("Josh", "pending/", 15),
    ("Josh", "tracker/", 18),
    (None, "tracker/", 11),
    ("Josh", "roster/", 17),
    ("Josh", "duties/", 18),
    ("Josh", "dice/", 18),
    ("Josh", "pages/", 17),
    ("Josh", "ruleset/", 17),
    ("Josh", "log/", 17),
]


def begin_to_decide(table: Table, clock: Traveller) -> None:
    """A Proposal that has failed, and one that is pending."""
    table.propose("Lulu", "Words", body="Let us be kind.")
    table.propose("Raven", "Faster", [table.repeal("Dice")])
    table.vote("Lulu", 1, Vote.AGAINST)
    table.fail("Kevan", 1)


@pytest.fixture
def busy(table: Table, clock: Traveller) -> Table:
    return further(begin_to_decide, table, clock)


@pytest.mark.parametrize(("who", "path", "asked"), ASKED)
def test_a_page_asks_once_for_what_it_shows(who: str | None, path: str, asked: int, busy: Table) -> None:
    assert (queries_of(busy, path, who), asked_twice(busy, path, who)) == (asked, [])
