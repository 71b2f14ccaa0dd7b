"""The verdict box as it is asked for by itself: what it brings along, that it only reads, and what it costs."""

from __future__ import annotations

import re

import pytest
import time_machine

from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.enacting import faster
from tests.pages.deciding.pages import address, browser, queries_of, written


def test_htmx_gets_the_box_alone_which_renews_itself_while_pending(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    ask = {"HX-Request": "true"}
    pending = browser(table).get(address(table, "posts/1/deciding/"), headers=ask).content.decode()
    table.vote("Lulu", 1, Vote.AGAINST)
    table.fail("Josh", 1)

    resolved = browser(table).get(address(table, "posts/1/deciding/"), headers=ask).content.decode()

    assert pending.lstrip().startswith('<div id="deciding"')
    assert "<html" not in pending
    assert 'hx-trigger="every 60s' in pending
    assert "hx-trigger" not in resolved


@pytest.mark.parametrize("page", ["posts/1/", "posts/1/deciding/"])
def test_the_box_brings_the_state_that_stands_over_the_page(table: Table, page: str) -> None:
    def chips(path: str, **headers: str) -> list[tuple[str, str]]:
        text = browser(table).get(address(table, path), headers=headers).content.decode()
        return re.findall(r'<span id="its-state" class="status[^"]*"( hx-swap-oob="true")?>([^<]*)</span>', text)

    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 1, Vote.AGAINST)
    assert chips(page) == [("", "Pending")]

    table.fail("Josh", 1)

    assert chips("posts/1/deciding/", **{"HX-Request": "true"}) == [(' hx-swap-oob="true"', "Failed")]
    assert chips(page) == [("", "Failed")]


def test_a_plain_post_has_no_verdict(table: Table) -> None:
    table.post_plain("Lulu", "Hello")

    page = browser(table).get(address(table, "posts/1/deciding/"))

    assert page.status_code == 404


def test_looking_writes_nothing(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    before = written(table)

    browser(table, "Josh").get(address(table, "posts/1/deciding/") + "?dry-run=1")

    assert written(table) == before


def test_the_box_asks_the_database_no_more_with_ten_of_everything(table: Table) -> None:
    def costs() -> dict[str, int]:
        return {query: queries_of(table, f"posts/1/deciding/{query}") for query in ("", "?dry-run=1")}

    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Raven", 1)
    table.vote("Sam", 1, Vote.DEFERENTIAL)
    few = costs()
    for place in range(10):
        name = f"Extra{chr(97 + place)}x{place}"
        table.join(name)
        table.vote(name, 1, Vote.DEFERENTIAL if place % 2 else Vote.FOR)
        table.propose(name, f"Younger {place}", [table.amend("Enactment", "[48 hours]", f"[{place + 2} days]")])

    many = costs()

    assert many == few


def test_a_dry_run_behind_nine_asks_no_more_than_one_behind_two(table: Table) -> None:
    for name in ("Lulu", "Raven", "Sam"):
        table.propose(name, f"By {name}", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
    few = queries_of(table, "posts/3/deciding/?dry-run=1")
    for place in range(7):
        name = f"Extra{chr(97 + place)}x{place}"
        table.join(name)
        table.propose(name, f"Younger {place}", [table.amend("Enactment", "[48 hours]", f"[{place + 2} days]")])

    many = queries_of(table, "posts/10/deciding/?dry-run=1")

    assert many == few
