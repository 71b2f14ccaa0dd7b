"""The composer: posts are written in place, and whoever is quicker than the server loses nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Locator, Page, Route, expect

from proposals.posts.models import PostVersion
from tests.balloting import BallotTable
from tests.browser.playing import Seat, mark, still_marked
from tests.casting import Table

OLD, NEW = "[48 hours](dial:enactment.timeout)", "[36 hours](dial:enactment.timeout)"
COMPOSER = "/g/table/posts/new/"
BY_ITSELF = ("do=autosave", "do=lists", "do=diff")  # what a composer asks while one types
MOST_FRAMES = 1000  # of the browser, in which what was pressed is sent at the latest


class SlowComposer:
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

    def let_answer(self) -> None:
        self._only_request().continue_()

    def break_connection(self) -> None:
        self._only_request().abort()

    def _only_request(self) -> Route:
        """The request that is under way: there is never another beside it."""
        for _ in range(MOST_FRAMES):
            if self._held:
                break
            self.page.evaluate("new Promise(requestAnimationFrame)")
        [route] = self._held
        self._held.clear()
        return route

    def add_change(self, kind: str) -> None:
        before = self.rows().count()
        self.field("add").select_option(kind)
        self.press("Add")
        self.let_answer()
        expect(self.rows()).to_have_count(before + 1)


@pytest.fixture
def slow(table: Table, seat: Seat) -> SlowComposer:
    return SlowComposer(seat(table.account("Lulu")), COMPOSER)


@pytest.mark.breaks_down("htmx:sendError", "net::ERR_FAILED")
def test_a_post_is_composed_in_place_and_kept_as_a_draft(table: Table, seat: Seat) -> None:
    page = seat(table.account("Lulu"))
    page.goto(COMPOSER)
    mark(page)
    title, kept = page.get_by_label("Title"), page.locator("#draft-kept")
    title.fill("Time: A day and a half")

    page.get_by_label("Add a change").select_option("Replace words in a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Rule", exact=True).select_option("1.5 Enactment")
    page.get_by_label("Words that stand in it once").fill(OLD)
    page.get_by_label("What to put for them").fill(NEW)
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_role("region", name="Preview").locator("ins").first).to_contain_text("36")
    expect(kept).to_contain_text("Draft kept at 12:00 UTC")

    page.get_by_label("Add a change").select_option("Amend a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("group", name="2. Amend a rule")
    row.get_by_label("Rule", exact=True).select_option("3.8 Spelling")
    row.get_by_role("button", name="Take up its text").click()
    text = row.get_by_label("Its text, as it shall be")
    text.press("Control+End")
    text.press_sequentially(" Ahem.")
    expect(row.locator(".row__diff ins")).to_contain_text("Ahem.")
    expect(text).to_be_focused()

    page.route(f"**{COMPOSER}", lambda route: route.abort())
    title.fill("Time: Two days")
    expect(kept).to_contain_text("Not kept")
    assert still_marked(page)

    page.unroute(f"**{COMPOSER}")
    page.goto("/g/table/drafts/")
    page.get_by_role("link", name="Time: A day and a half").click()
    expect(page.get_by_label("What to put for them")).to_have_value(NEW)


def test_what_is_typed_and_pressed_while_an_answer_is_awaited_is_not_lost(slow: SlowComposer) -> None:
    slow.add_change("Enact a new rule")
    expect(slow.rows()).to_be_focused()
    title, text = slow.field("title"), slow.field("r1-text")

    slow.press("Add")
    title.fill("Tea")
    text.press_sequentially("There is te.")
    text.press("ArrowLeft")
    slow.let_answer()
    expect(slow.rows()).to_have_count(2)
    expect(text).to_be_focused()
    slow.page.keyboard.type("a")
    expect(text).to_have_value("There is tea.")
    expect(title).to_have_value("Tea")

    slow.press("Add")
    slow.field("add").select_option("Repeal a rule")
    slow.press("Add")
    slow.let_answer()
    expect(slow.rows()).to_have_count(3)
    slow.let_answer()
    expect(slow.page.locator("fieldset.row legend")).to_have_text(
        ["1. Enact a new rule", "2. Enact a new rule", "3. Enact a new rule", "4. Repeal a rule"]
    )


def test_the_answer_wins_where_it_fills_a_field_and_comes_before_the_post(slow: SlowComposer) -> None:
    slow.add_change("Amend a rule")
    slow.field("r1-rule").select_option("3.8 Spelling")

    slow.press("Take up its text")
    slow.field("title").fill("A word")
    slow.let_answer()
    expect(slow.field("r1-text")).to_have_value(re.compile("Such differences"))
    expect(slow.field("title")).to_have_value("A word")

    slow.press("Take out change 1")
    slow.press("Post")
    expect(slow.rows()).to_have_count(1)
    slow.let_answer()
    expect(slow.page.get_by_role("heading", name="A word")).to_be_visible()
    assert [each.changes for each in PostVersion.objects.all()] == [[]]


@pytest.mark.breaks_down("htmx:sendError", "net::ERR_FAILED", "409")
def test_whoever_gets_no_answer_has_left_or_is_signed_out_keeps_the_changes(table: Table, slow: SlowComposer) -> None:
    messages, text = slow.page.locator("#messages"), slow.field("r1-text")
    slow.add_change("Enact a new rule")
    text.fill("There is tea.")

    slow.press("Preview")
    slow.press("Add")
    slow.break_connection()
    expect(messages).to_contain_text("No answer came from the server.")
    slow.let_answer()
    expect(slow.rows()).to_have_count(2)
    expect(text).to_have_value("There is tea.")

    table.leave("Lulu")
    slow.press("Add")
    slow.let_answer()
    expect(messages).to_contain_text("The rules do not allow that")
    expect(text).to_have_value("There is tea.")

    slow.page.context.clear_cookies(name="sessionid")
    slow.press("Add")
    slow.let_answer()
    expect(messages).to_contain_text("Are you still signed in?")
    expect(text).to_have_value("There is tea.")


def test_both_proposals_that_are_picked_before_an_answer_are_listed(
    live_server: Any, clock: time_machine.Traveller, seat: Seat
) -> None:
    table = BallotTable("Lulu", "Raven")
    table.submits("Raven", "Tea")
    table.submits("Raven", "Coffee")
    slow = SlowComposer(seat(table.account("Lulu")), "/g/table/ballot/submit/")
    slow.page.locator(".picker summary").click()

    slow.press("Depends on Proposal 1")
    slow.press("Conflicts with Proposal 2")
    slow.field("body").fill("There is cake.")
    slow.let_answer()
    slow.let_answer()

    expect(slow.field("depends")).to_have_value("#1")
    expect(slow.field("conflicts")).to_have_value("#2")
    expect(slow.field("body")).to_have_value("There is cake.")
