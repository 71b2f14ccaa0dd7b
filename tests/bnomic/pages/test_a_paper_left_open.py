"""A Proposal's page that is left open: what it asks for every minute brings all that has changed, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from time_machine import Traveller

from tests.balloting import BallotTable
from tests.bnomic.pages.three import HTMX, html, read
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db
CHIP = re.compile(r'<span class="status[^"]*">([^<]*)</span>')


def asks(page: str) -> str:
    """What that page, or that part of one, asks for every minute; nothing if it does not."""
    found = re.search(r'id="standing" hx-get="([^"]*)" hx-trigger="every 60s"', page)
    return unescape(found[1]) if found else ""


def answer(table: BallotTable, asked: str, who: str = "Josh") -> str:
    text: str = browser(table, who).get(asked, headers=HTMX).content.decode()
    return text


def anew(part: str) -> str:
    """What it brings beside where the Proposal stands, if anything."""
    return part.partition('hx-swap-oob="true"')[2]


def test_what_stands_as_it_did_is_not_brought_again(opened: BallotTable) -> None:
    part = answer(opened, asks(html(opened, "ballot/1/")))

    assert "If the ballot closed now" in part
    assert not anew(part)
    assert asks(part) == asks(html(opened, "ballot/1/"))


def test_its_opening_reaches_the_chip(pending: BallotTable, time_machine: Traveller) -> None:
    page = html(pending, "ballot/1/")
    assert CHIP.findall(page) == ["Pending"]

    pending.to_nday(time_machine, 9)
    part = answer(pending, asks(page))

    assert CHIP.findall(part) == ["Open"]
    assert not anew(answer(pending, asks(part)))


def test_its_count_reaches_all_that_tells_of_it_and_nothing_is_asked_any_more(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.votes(1, Josh="FOR")
    opened.votes(3, Raven="FOR")
    pages = {number: html(opened, f"ballot/{number}/") for number in (1, 3)}
    assert all("What it would change" in page and "Dry run" in page for page in pages.values())

    opened.to_nday(time_machine, 1)
    won, void = (answer(opened, asks(page)) for page in pages.values())

    assert CHIP.findall(won) == CHIP.findall(void) == ["Won"]
    assert "What it changed" in anew(won)
    assert "Change 1: there is already a rule called “Cats”" in unescape(anew(void))
    assert '<div id="dry-run" hx-swap-oob="true"></div>' in re.sub(r">\s+<", "><", won)
    assert asks(won) == asks(void) == ""
    assert "<title>Proposal 1: Cats · The Table</title>" in won


def test_a_ballot_that_is_over_reaches_the_chip(opened: BallotTable, time_machine: Traveller) -> None:
    opened.votes(1, Josh="FOR")
    page = html(opened, "ballot/1/")

    opened.ticks(time_machine, 4, clerk=False)

    assert CHIP.findall(answer(opened, asks(page))) == ["By the count: Won"]


def test_a_text_that_is_submitted_anew_is_brought(pending: BallotTable) -> None:
    page = html(pending, "ballot/1/")

    pending.revises("Josh", 1, "Tomcats", "They are blue.")
    part = answer(pending, asks(page))

    assert "<h1>Tomcats</h1>" in anew(part)
    assert "They are blue." in anew(part)
    assert "<title>Proposal 1: Tomcats" in part
    assert not anew(answer(pending, asks(part)))


def test_who_votes_on_a_page_that_is_behind_gets_what_has_changed_as_well(
    pending: BallotTable, time_machine: Traveller
) -> None:
    pending.to_nday(time_machine, 9)
    page = html(pending, "ballot/1/")
    behind, now = "1-Pending", re.search(r'name="has" value="([^"]*)"', page)
    assert now

    def voted(has: str) -> Any:
        given = {"vote": "FOR", "at": "paper", "has": has}
        path = address(pending, "ballot/1/vote/")
        return browser(pending, "Josh").post(path, given, headers=HTMX).content.decode()

    assert CHIP.findall(voted(behind)) == ["Open"]
    assert not CHIP.findall(voted(now[1]))


# -- one that lists no changes


def test_what_is_said_of_prose_holds_in_every_state(pending: BallotTable, time_machine: Traveller) -> None:
    pending.submits("Lulu", "Thanks", "Let us thank Kevan.")
    pending.submits("Lulu", "No thanks", "Let us not.")
    to_come = "It changes no rule by itself: what it says in prose is carried out by an Administrator if it Passes."
    assert to_come in read(pending, "ballot/4/")
    pending.to_nday(time_machine, 9)
    assert to_come in read(pending, "ballot/4/")

    pending.votes(4, Lulu="FOR")
    pending.to_nday(time_machine, 1)

    assert "It changes no rule by itself: what it says in prose is for an Administrator to carry out." in read(
        pending, "ballot/4/"
    )
    assert "It would have changed no rule by itself. It has Failed, and what it says is not carried out." in read(
        pending, "ballot/5/"
    )
    pending.desk("carried_out", number=4)
    assert "It changed no rule by itself: what it says in prose has been carried out by an Administrator." in read(
        pending, "ballot/4/"
    )
