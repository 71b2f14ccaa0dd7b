"""The replay of an Episode: moved by links, keys and choices, played, and asked for more quickly than it answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import with_timers_that_wait
from tests.sitting import NAY, YEA, SenateTable

REPLAY = "/g/table/quorum/1/replay/"
BEAT = 2200  # milliseconds that it stays at a round


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    """Lulu and Raven, whose Episode of three rounds is over."""
    clock.move_to(datetime(2027, 1, 5, 12, tzinfo=UTC))
    table = SenateTable("Lulu", "Raven")
    table.senate("Lulu", "Raven", rounds=3, decision_seconds=60)
    for decision in (YEA, NAY, YEA):
        table.decides("Raven", {**decision, "note": {"to": 0, "text": "The geese are yours."}})
        table.decides("Lulu", decision)
    return table


def expect_round(page: Page, number: int) -> None:
    """The page is there: what moves, the slider, and the number beside it."""
    expect(page.locator("#frame")).to_have_attribute("data-round", str(number))
    expect(page.get_by_role("slider")).to_have_value(str(number))
    expect(page.locator("[data-shown]")).to_have_text(str(number))


def test_a_replay_is_moved_by_links_keys_and_choices_and_plays_to_its_end(page: Page, table: SenateTable) -> None:
    play, seen_by = page.get_by_role("button", name="Play"), page.get_by_label("Seen by")
    with_timers_that_wait(page, REPLAY)

    page.get_by_role("link", name="Round 1").click()
    expect_round(page, 1)
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect_round(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_round(page, 1)
    page.get_by_role("slider").press("ArrowRight")
    expect_round(page, 2)

    # In a list of choices the arrow keys choose.
    seen_by.press("ArrowDown")
    expect(page.locator("#frame")).to_contain_text("What Lulu knew")
    expect_round(page, 2)
    seen_by.select_option("1")
    expect(page.locator("#frame")).to_contain_text("What Raven knew")

    play.click()
    expect_round(page, 0)
    for number in (1, 2):
        page.clock.run_for(BEAT)
        expect_round(page, number)
    expect(play).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?round=2&seat=1$"))


def test_a_replay_follows_whoever_is_quicker_than_its_scripts_and_answers(
    open_page: Callable[..., Page], table: SenateTable
) -> None:
    page = open_page(reduced_motion="reduce")
    scripts, answers = list[Route](), list[Route]()
    page.route("**/player*.js", lambda route: scripts.append(route))
    page.goto(REPLAY, wait_until="commit")
    page.get_by_role("slider").fill("2")
    scripts[0].continue_()
    expect_round(page, 2)

    # For whoever asks for less motion nothing plays by itself.
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    page.get_by_role("slider").press("ArrowLeft")
    expect_round(page, 1)

    page.unroute("**/player*.js")
    page.goto(REPLAY)
    page.route("**/replay/?round=*", lambda route: answers.append(route))
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.get_by_role("slider")).to_have_value("0")
    answers[-1].continue_()
    page.wait_for_url("**/replay/?round=0&seat=")
    expect_round(page, 0)
