"""Whoever is quicker than the server loses nothing: what is pressed and typed while an answer is awaited."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import Locator, Route, expect

from proposals.posts.models import PostVersion
from tests.balloting import BallotTable
from tests.casting import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
BY_ITSELF = ("do=autosave", "do=lists", "do=diff")  # what a composer asks while one types
MOST_FRAMES = 1000  # of the browser, in which what was pressed is sent at the latest


class Slow:
    """A composer whose answers are held back until they are let go; what it asks by itself is answered at once."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._held: list[Route] = []
        page.goto(address)
        page.route(f"**{address}", self._take)

    def _take(self, route: Route) -> None:
        sent = route.request.post_data or ""
        if "hx-request" in route.request.headers and not any(each in sent for each in BY_ITSELF):
            self._held.append(route)
        else:
            route.continue_()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def field(self, name: str) -> Locator:
        return self.page.locator(f"#composer-form [name='{name}']")

    def rows(self) -> Locator:
        return self.page.locator("fieldset.row")

    def answers(self) -> None:
        self._one().continue_()

    def breaks_down(self) -> None:
        self._one().abort()

    def _one(self) -> Route:
        """The request that is under way: there is never another beside it."""
        for _ in range(MOST_FRAMES):
            if self._held:
                break
            self.page.evaluate("new Promise(requestAnimationFrame)")
        [route] = self._held
        self._held.clear()
        return route

    def with_a_rule(self) -> None:
        """One change in the list, which enacts a rule."""
        self.field("add").select_option("Enact a new rule")
        self.press("Add")
        self.answers()
        expect(self.rows()).to_have_count(1)


@pytest.fixture
def slow(table: Table, seat: Seat) -> Slow:
    return Slow(seat(table.account("Lulu")), "/g/table/posts/new/")


def test_what_is_typed_while_an_answer_is_awaited_stays_and_so_does_the_caret(slow: Slow) -> None:
    slow.with_a_rule()
    title, text = slow.field("title"), slow.field("r1-text")

    slow.press("Add")
    title.fill("Tea")
    text.press_sequentially("There is te.")
    text.press("ArrowLeft")
    slow.answers()

    expect(slow.rows()).to_have_count(2)
    expect(text).to_be_focused()
    slow.page.keyboard.type("a")
    expect(text).to_have_value("There is tea.")
    expect(title).to_have_value("Tea")


def test_who_types_nothing_meanwhile_goes_on_in_the_new_row(slow: Slow) -> None:
    slow.with_a_rule()

    expect(slow.rows()).to_be_focused()


def test_a_button_pressed_twice_is_pressed_twice_with_what_was_chosen_in_between(slow: Slow) -> None:
    slow.with_a_rule()

    slow.press("Add")
    slow.field("add").select_option("Repeal a rule")
    slow.press("Add")
    slow.answers()
    expect(slow.rows()).to_have_count(2)
    slow.answers()

    expect(slow.page.locator("fieldset.row legend")).to_have_text(
        ["1. Enact a new rule", "2. Enact a new rule", "3. Repeal a rule"]
    )


def test_a_post_is_sent_after_the_change_that_was_taken_out_before(slow: Slow) -> None:
    slow.with_a_rule()
    slow.field("title").fill("A word")

    slow.press("Take out change 1")
    slow.press("Post")
    expect(slow.rows()).to_have_count(1)
    slow.answers()

    expect(slow.page.get_by_role("heading", name="A word")).to_be_visible()
    assert [each.changes for each in PostVersion.objects.all()] == [[]]


def test_the_answer_wins_in_the_field_that_it_fills(slow: Slow) -> None:
    slow.field("add").select_option("Amend a rule")
    slow.press("Add")
    slow.answers()
    slow.field("r1-rule").select_option("3.8 Spelling")
    slow.press("Take up its text")
    slow.field("title").fill("Spelling")
    slow.answers()

    expect(slow.field("r1-text")).to_have_value(re.compile("Such differences"))
    expect(slow.field("title")).to_have_value("Spelling")


@pytest.mark.breaks_down("htmx:sendError", "net::ERR_FAILED")
def test_an_answer_that_does_not_come_is_told_and_what_waited_is_done(slow: Slow) -> None:
    slow.with_a_rule()
    slow.field("r1-text").fill("There is tea.")

    slow.press("Preview")
    slow.press("Add")
    slow.breaks_down()
    expect(slow.page.locator("#messages")).to_contain_text("No answer came from the server.")
    slow.answers()

    expect(slow.rows()).to_have_count(2)
    expect(slow.field("r1-text")).to_have_value("There is tea.")


@pytest.mark.breaks_down("409")
def test_who_has_left_meanwhile_is_told_so_and_keeps_the_changes(table: Table, slow: Slow) -> None:
    slow.with_a_rule()
    slow.field("r1-text").fill("There is tea.")
    table.leave("Lulu")

    slow.press("Add")
    slow.answers()

    expect(slow.page.locator("#messages")).to_contain_text("The rules do not allow that")
    expect(slow.field("r1-text")).to_have_value("There is tea.")


def test_who_is_signed_out_meanwhile_is_told_so_and_keeps_the_changes(slow: Slow) -> None:
    slow.with_a_rule()
    slow.field("r1-text").fill("There is tea.")
    slow.page.context.clear_cookies(name="sessionid")

    slow.press("Add")
    slow.answers()

    expect(slow.page.locator("#messages")).to_contain_text("Are you still signed in?")
    expect(slow.field("r1-text")).to_have_value("There is tea.")


def test_both_proposals_that_are_picked_within_one_answer_are_listed(
    live_server: Any, clock: time_machine.Traveller, seat: Seat
) -> None:
    table = BallotTable("Lulu", "Raven")
    table.submits("Raven", "Tea")
    table.submits("Raven", "Coffee")
    slow = Slow(seat(table.account("Lulu")), "/g/table/ballot/submit/")
    slow.page.locator(".picker summary").click()

    slow.press("Depends on Proposal 1")
    slow.press("Conflicts with Proposal 2")
    slow.field("body").fill("There is cake.")
    slow.answers()
    slow.answers()

    expect(slow.field("depends")).to_have_value("#1")
    expect(slow.field("conflicts")).to_have_value("#2")
    expect(slow.field("body")).to_have_value("There is cake.")


@pytest.mark.breaks_down("htmx:sendError", "net::ERR_FAILED")
def test_a_draft_that_could_not_be_kept_is_not_said_to_be(table: Table, seat: Seat) -> None:
    page = seat(table.account("Lulu"))
    page.goto("/g/table/posts/new/")
    page.locator("#composer-form [name=title]").fill("Tea")
    expect(page.locator("#draft-kept")).to_contain_text("Draft kept at 12:00 UTC")

    page.route("**/g/table/posts/new/", lambda route: route.abort())
    page.locator("#composer-form [name=title]").fill("Tea and cake")

    expect(page.locator("#draft-kept")).to_contain_text("Not kept")
