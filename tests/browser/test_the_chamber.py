"""The chamber in a browser with a script: weights that are moved, a note that is counted, a page that asks for news."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from dynasties.quorum.rounds.views import OFTEN
from tests.browser.playing import with_timers_that_wait
from tests.sitting import NAY, YEA, SenateTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHAMBER = "/g/table/quorum/1/"
NEWS = "chamber-head"
BEAT = 2200  # milliseconds that the replay stands at a round


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    """Lulu and Raven in an Episode of two rounds of a minute, so that their pages ask for news every few seconds."""
    # Sessions live by the browser's clock as well, which goes on.
    clock.move_to(datetime(2027, 1, 5, 12, tzinfo=UTC))
    table = SenateTable("Lulu", "Raven")
    table.senate("Lulu", "Raven", rounds=2, decision_seconds=60)
    return table


@pytest.fixture
def page(table: SenateTable, seat: Callable[..., Page]) -> Page:
    """Lulu in the chamber."""
    page = seat(table.account("Lulu"))
    page.clock.install()
    page.goto(CHAMBER)
    return page


def expect_shares(page: Page, *shares: str) -> None:
    expect(page.locator(".weights__share")).to_have_text(shares)


def asks(page: Page) -> None:
    """The page asks for news: the seconds pass after which it does."""
    page.clock.fast_forward(OFTEN * 1000)


def test_a_weight_moves_its_number_and_every_share(page: Page) -> None:
    page.get_by_label("Clause 1, as a slider").fill("100")
    page.get_by_label("Clause 3, as a slider").press("Home")

    expect(page.get_by_label("Clause 1", exact=True)).to_have_value("100")
    expect_shares(page, "67 %", "33 %", "0 %")


def test_a_typed_number_moves_the_slider(page: Page) -> None:
    for clause in ("1", "2", "3"):
        page.get_by_label(f"Clause {clause}", exact=True).fill("0")
    page.get_by_label("Clause 2", exact=True).fill("25")

    expect(page.get_by_label("Clause 2, as a slider")).to_have_value("25")
    expect_shares(page, "0 %", "100 %", "0 %")


def test_no_weight_at_all_is_the_same_for_each(page: Page) -> None:
    for clause in ("1", "2", "3"):
        page.get_by_label(f"Clause {clause}", exact=True).fill("")

    expect_shares(page, "33 %", "33 %", "33 %")
    expect(page.locator(".weights__word")).to_contain_text("all three weigh the same")


def test_a_note_tells_how_much_room_it_has_left(page: Page) -> None:
    page.get_by_text("Pass a note").click()
    note, room = page.get_by_label("What it says"), page.locator("[data-counts]")

    note.fill("🪿" * 150)
    expect(room).to_have_text("50 of 200 characters left.")
    note.fill("g" * 201)
    expect(room).to_have_text("1 too many; at most 200 characters.")


def test_news_come_by_themselves_and_leave_the_form_alone(page: Page, table: SenateTable) -> None:
    page.get_by_role("radio", name="nay").check()
    page.get_by_label("Clause 1", exact=True).fill("77")

    table.decides("Raven")
    asks(page)

    expect(page.locator(f"#{NEWS}")).to_contain_text("Still to decide: Lulu.")
    expect(page.get_by_role("radio", name="nay")).to_be_checked()
    expect(page.get_by_label("Clause 1", exact=True)).to_have_value("77")


def test_without_news_the_part_stays_as_it_is(page: Page) -> None:
    page.evaluate(f"document.getElementById('{NEWS}').dataset.kept = 'yes'")

    with page.expect_response(lambda answer: "round=0" in answer.url) as asked:
        asks(page)

    assert asked.value.status == 304
    expect(page.locator(f"#{NEWS}")).to_have_attribute("data-kept", "yes")
    expect(page.get_by_role("img", name="The chamber")).to_be_visible()


def test_a_round_that_has_closed_is_told_beside_the_form_which_stays(page: Page, table: SenateTable) -> None:
    page.get_by_label("Clause 1", exact=True).fill("77")

    table.decides("Raven", NAY)
    table.decides("Lulu", YEA)
    asks(page)

    expect(page.locator("#desk-news")).to_contain_text("Go on to round 1")
    expect(page.get_by_label("Clause 1", exact=True)).to_have_value("77")
    page.locator("#desk-news").get_by_role("link").click()
    expect(page.locator(".standfirst")).to_contain_text("Round 1, the 2nd of 2")


def test_once_the_round_has_closed_nothing_says_that_it_may_still_be_changed(page: Page, table: SenateTable) -> None:
    page.get_by_role("radio", name="nay").check()
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator("#messages")).to_contain_text("You may change it until the round closes.")
    expect(page.locator(".desk__until")).to_be_visible()

    table.decides("Raven", NAY)
    asks(page)

    expect(page.locator("#chamber-news")).to_contain_text("Round 0 has closed: the bill failed")
    expect(page.locator("#messages")).to_be_empty()
    expect(page.locator(".desk__until")).to_be_hidden()


def test_who_waits_sees_others_sit_down_and_the_episode_open_and_keeps_what_is_typed(
    page: Page, table: SenateTable
) -> None:
    table.convenes("Lulu", decision_seconds=60)
    page.goto("/g/table/quorum/2/")
    page.locator("#seat-2").get_by_text("Seat a program").click()
    name = page.locator("#seat-2").get_by_label("What it is called")
    name.fill("Abac")
    page.get_by_label("Seat 2", exact=True).select_option("random")

    table.sits("Raven", 0)
    asks(page)
    expect(page.locator("#seat-0")).to_contain_text("Raven")
    expect(page.locator("#taken")).to_contain_text("1 of 3 seats is taken.")
    expect(name).to_be_focused()
    expect(name).to_have_value("Abac")
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("random")

    table.opens("Lulu", "greedy", "greedy")
    asks(page)
    page.get_by_role("link", name="Enter the chamber").click()
    expect(page.locator(".standfirst")).to_contain_text("Round 0, the 1st of 3")


def test_the_replay_is_moved_along_and_plays_to_its_end(page: Page, table: SenateTable) -> None:
    for _ in range(2):
        table.decides("Raven", {**YEA, "note": {"to": 0, "text": "The geese are yours."}})
        table.decides("Lulu")
    with_timers_that_wait(page, f"{CHAMBER}replay/")

    page.get_by_label("Round 0").press("ArrowRight")
    expect(page.locator("#frame")).to_have_attribute("data-round", "1")
    page.get_by_label("Seen by").select_option("0")
    expect(page.locator("#frame")).to_contain_text("What Lulu knew")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#frame")).to_have_attribute("data-round", "0")
    page.clock.run_for(BEAT)
    expect(page.locator("#frame")).to_have_attribute("data-round", "1")

    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?round=1&seat=0$"))
