"""The strip, the bar and the sidebar say alike what is Open and waits for the reader's vote."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from tests.balloting import BallotTable
from tests.bnomic.pages.three import HTMX, cast
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Told:
    """What a page of the game says to a reader: the line of the strip, what it opens on, and both other counts."""

    line: str
    votes: list[tuple[str, str]]
    bar: int
    sidebar: int


def told(table: BallotTable, who: str, path: str = "roster/") -> Told:
    return read(browser(table, who).get(address(table, path)).content.decode())


def read(page: str) -> Told:
    strip = re.search(r'<details class="waiting">\s*<summary>(.*?)</summary>(.*?)</details>', page, re.DOTALL)
    bar = re.search(r'<a href="[^"]*/ballot/"[^>]*>Ballot(?: <span class="count">(\d+))?', page)
    panel = re.search(r'<section id="ballot-panel".*?</section>', page, re.DOTALL)
    assert bar is not None
    assert panel is not None
    line = " ".join(re.sub(r"<[^>]+>", " ", strip[1]).split()) if strip else ""
    votes = re.findall(r'Not voted yet: <a href="([^"]+)">([^<]+)</a>', strip[2]) if strip else []
    more = re.search(r"and (\d+) more", panel[0])
    named = len(re.findall(r'class="docket__title" href="[^"]*/ballot/\d+/"', panel[0]))
    return Told(line, votes, int(bar[1] or 0), named + int(more[1] if more else 0))


def test_what_is_open_waits_on_whoever_has_not_voted_on_it(opened: BallotTable) -> None:
    opened.votes(1, Raven="FOR")

    seen = told(opened, "Raven")

    assert seen.line.startswith("Waiting on you: 2 votes to cast on the ballot")
    assert (seen.bar, seen.sidebar) == (2, 2)
    assert [url for url, _ in seen.votes] == [address(opened, "ballot/2/"), address(opened, "ballot/3/")]
    assert [title for _, title in seen.votes] == [opened.proposal(number).title for number in (2, 3)]


def test_the_strip_leads_to_the_ballot(opened: BallotTable) -> None:
    page = browser(opened, "Raven").get(address(opened, "roster/")).content.decode()

    assert f'<li><a href="{address(opened, "ballot/")}">3 votes to cast on the ballot</a></li>' in page


def test_a_final_vote_waits_no_more_whatever_it_is(opened: BallotTable) -> None:
    for number, vote in ((1, "ABSTAIN"), (2, "AGAINST"), (3, "FOR")):
        opened.votes(number, Raven=vote)

    seen = told(opened, "Raven")

    assert "Waiting on you" not in seen.line
    assert (seen.bar, seen.sidebar, seen.votes) == (0, 0, [])


def test_one_vote_is_told_as_one(opened: BallotTable) -> None:
    opened.votes(1, Raven="FOR")
    opened.votes(2, Raven="FOR")

    assert told(opened, "Raven").line.startswith("Waiting on you: 1 vote to cast on the ballot")


def test_an_author_votes_on_eir_own_like_on_any_other(opened: BallotTable) -> None:
    author = opened.proposal(1).post.author
    assert author is not None

    assert told(opened, author.name).bar == 3


@pytest.mark.parametrize("path", ["ballot/", "ballot/1/", "ballot/calendar/", "ruleset/", ""])
def test_all_three_say_the_same_on_every_page(opened: BallotTable, path: str) -> None:
    seen = told(opened, "Raven", path)

    assert seen.line.startswith("Waiting on you: 3 votes to cast on the ballot")
    assert (seen.bar, seen.sidebar, len(seen.votes)) == (3, 3, 3)


def test_nothing_waits_on_the_idle_nor_on_who_is_no_player(opened: BallotTable) -> None:
    opened.idle("Raven")
    opened.account("Zack")

    for who in ("Raven", "Zack"):
        seen = told(opened, who)
        assert "Waiting on you" not in seen.line
        assert (seen.bar, seen.sidebar) == (0, 0)


def test_nothing_waits_while_nobody_may_vote(opened: BallotTable) -> None:
    opened.legislate(opened.repeal("Votes"))

    seen = told(opened, "Raven")

    assert "Waiting on you" not in seen.line
    assert (seen.bar, seen.sidebar) == (0, 0)


def test_what_is_not_open_yet_waits_for_no_vote(table: BallotTable) -> None:
    table.submits("Josh", "Cats")

    assert (told(table, "Raven").bar, told(table, "Raven").line) == (0, "")


def test_what_is_closed_and_not_counted_yet_waits_for_no_vote(opened: BallotTable, time_machine: Traveller) -> None:
    before = told(opened, "Raven").bar
    opened.ticks(time_machine, 4, clerk=False)
    closed = told(opened, "Raven")

    assert before == 3
    assert "Waiting on you" not in closed.line
    assert (closed.bar, closed.sidebar) == (0, 0)


def test_matters_of_the_journal_are_counted_beside_them(opened: BallotTable) -> None:
    opened.call("Josh", "Is it so?")

    assert told(opened, "Raven").line.startswith("Waiting on you: 1 vote to cast, 3 votes to cast on the ballot")


def test_a_vote_cast_in_place_takes_itself_off_the_strip(opened: BallotTable) -> None:
    answer = cast(opened, 2, "FOR", headers=HTMX).content.decode()

    again = re.search(r'<div id="waiting" hx-swap-oob="true">(.*?)</div>', answer, re.DOTALL)
    assert again is not None
    assert "2 votes to cast on the ballot" in again[1]
    assert address(opened, "ballot/2/") not in again[1]


def test_a_page_asks_as_much_for_nine_open_ones_as_for_three(table: BallotTable, time_machine: Traveller) -> None:
    asked = []
    for count in (3, 9):
        for _ in range(count):
            table.submits("Josh")
        table.to_nday(time_machine, 9)
        told(table, "Raven")
        with CaptureQueriesContext(connection) as queries:
            seen = told(table, "Raven")
        asked.append((seen.bar, len(queries)))
        table.to_nday(time_machine, 1)

    assert [bar for bar, _ in asked] == [3, 9]
    assert asked[0][1] == asked[1][1]
