"""The ballot in a browser with scripts: votes that come close upon each other, and a page that is left open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.balloting import BallotTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
BALLOT = "/g/table/ballot/"
TO_OPENING, TO_COUNT = timedelta(days=8), timedelta(days=4)
MINUTE = 60_000
PRESS_ALL = """() => ["#proposal-1 [value=FOR]", "#proposal-2 [value=AGAINST]", "#proposal-3 [value=ABSTAIN]"]
  .forEach(each => document.querySelector(each).click())"""


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Three Open Proposals, and nobody has voted."""
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Tea")
    table.submits("Raven", "Coffee", conflicts="Tea")
    table.submits("Lulu", "Biscuits", depends="Tea")
    clock.shift(TO_OPENING)
    return table


def test_votes_that_come_faster_than_their_answers_are_all_cast_and_shown(table: BallotTable, seat: Seat) -> None:
    page = seat(table.account("Lulu"))
    page.goto(BALLOT)

    page.evaluate(PRESS_ALL)

    for number, vote in ((1, "FOR"), (2, "AGAINST"), (3, "ABSTAIN")):
        expect(page.locator(f"#proposal-{number}")).to_contain_text(f"Your Final Vote is {vote}.")
        assert [each.vote for each in table.proposal(number).votes.all()] == [vote]
    expect(page.locator("#ballot")).to_contain_text("You have voted on all of them")
    expect(page.locator("#ballot-panel")).not_to_contain_text("not voted yet")


def test_a_ballot_that_is_left_open_shows_others_votes_and_its_close_by_itself(
    table: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    page = seat(table.account("Lulu"))
    page.clock.install()
    page.goto(BALLOT)
    table.votes(1, Raven="FOR")

    page.clock.fast_forward(MINUTE)
    expect(page.locator("#proposal-1")).to_contain_text("If it closed now: Won")
    clock.shift(TO_COUNT)
    page.clock.fast_forward(MINUTE)
    expect(page.get_by_role("heading", name="To be counted")).to_be_visible()
    expect(page.locator("#proposal-1").get_by_role("button")).to_have_count(0)
    table.sweep()
    page.clock.fast_forward(MINUTE)

    expect(page.locator("#ballot")).to_contain_text("that of nweek 1")


def test_a_proposals_own_page_that_is_left_open_says_in_its_head_what_became_of_it(
    table: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    table.votes(1, Raven="FOR")
    page = seat(table.account("Lulu"))
    page.clock.install()
    page.goto(f"{BALLOT}1/")
    state, writing = page.locator("#paper .status"), page.get_by_role("textbox", name="Your comment")
    expect(state).to_have_text("Open")
    writing.fill("At last.")

    clock.shift(TO_COUNT)
    page.clock.fast_forward(MINUTE)
    expect(state).to_have_text("By the count: Won")
    table.sweep()
    page.clock.fast_forward(MINUTE)

    expect(state).to_have_text("Won")
    expect(page.locator("#paper")).to_contain_text("what it says in prose is for an Administrator to carry out")
    expect(page.locator("#standing .verdict__headline")).to_have_text("Won")
    expect(writing).to_be_focused()
    expect(writing).to_have_value("At last.")


def test_a_vote_on_a_proposals_own_page_tells_its_fate_there(table: BallotTable, seat: Seat) -> None:
    page = seat(table.account("Lulu"))
    page.goto(f"{BALLOT}1/")
    page.evaluate("window.marked = true")

    page.locator("#standing").get_by_role("button", name="FOR").click()

    expect(page.locator("#standing .verdict__headline")).to_have_text("Won")
    expect(page.locator("#standing")).to_contain_text("Your Final Vote is FOR.")
    assert page.evaluate("window.marked === true")


def test_what_would_happen_is_worked_out_in_place(table: BallotTable, seat: Seat) -> None:
    table.submits("Lulu", "Milk", changes=table.new_rule("Milk"))
    page = seat(table.account("Raven"))
    page.goto(f"{BALLOT}4/")
    page.evaluate("window.marked = true")

    page.get_by_role("link", name="Show what would happen").click()

    expect(page.locator("#rehearsal")).to_contain_text("If it Passed now, this would be done and nothing else.")
    assert page.evaluate("window.marked === true")
