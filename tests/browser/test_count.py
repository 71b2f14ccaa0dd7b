"""The count of an nweek: moved by buttons, keys and lines, played by itself, or read by links without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from tests.balloting import BallotTable
from tests.browser.playing import with_timers_that_wait

COUNT = "/g/ballots/ballot/nweeks/1/"
KNOCKED_OUT, PULLED_DOWN, LAST = 3, 4, 5
BEAT = 2600  # milliseconds that it stays at a step


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Dogs knock out Cats, and pull down Kittens with them."""
    table = BallotTable("Josh", "Lulu", slug="ballots")
    table.submits("Josh", "Cats")
    table.submits("Josh", "Dogs", conflicts="Cats")
    table.submits("Josh", "Kittens", depends="Cats")
    table.to_nday(clock, 9)
    table.votes(1, Josh="FOR")
    table.votes(2, Josh="FOR", Lulu="FOR")
    table.votes(3, Josh="FOR")
    table.to_nday(clock, 1)
    return table


def expect_step(page: Page, step: int) -> None:
    """The page is at that step: what moves, and the scrubber."""
    expect(page.locator("#count-frame")).to_have_attribute("data-step", str(step))
    expect(page.get_by_role("slider")).to_have_value(str(step))


def test_a_count_is_moved_by_buttons_keys_and_lines(page: Page, table: BallotTable) -> None:
    page.goto(f"{COUNT}?step={KNOCKED_OUT}")
    back, line = page.get_by_role("link", name="Back"), page.locator(f"#step-{KNOCKED_OUT}")

    page.keyboard.press("ArrowRight")
    expect_step(page, PULLED_DOWN)
    back.focus()
    page.keyboard.press("ArrowLeft")
    expect_step(page, KNOCKED_OUT)
    page.keyboard.press("End")
    expect_step(page, LAST)
    page.keyboard.press("Home")
    expect_step(page, 0)

    page.get_by_role("link", name="knocks out").click()
    expect_step(page, KNOCKED_OUT)
    expect(line).to_be_focused()
    expect(line).to_have_attribute("aria-current", "step")

    page.get_by_role("link", name="Next", exact=True).click()
    expect_step(page, PULLED_DOWN)
    expect(page.locator("#count-news")).to_contain_text("“Kittens” Depends on Proposal 1 “Cats”")
    page.wait_for_url(f"**?step={PULLED_DOWN}")
    page.get_by_role("link", name="First").click()
    expect_step(page, 0)
    expect(back).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="Last").click()
    expect_step(page, LAST)


def test_a_count_plays_to_its_end_and_stops_when_told_to(page: Page, table: BallotTable) -> None:
    play = page.get_by_role("button", name="Play")
    with_timers_that_wait(page, f"{COUNT}?step={KNOCKED_OUT}")

    play.click()
    for step in (PULLED_DOWN, LAST):
        page.clock.run_for(BEAT)
        expect_step(page, step)
    expect(play).to_be_visible()

    page.get_by_role("link", name="First").click()
    expect_step(page, 0)
    play.click()
    page.clock.run_for(BEAT)
    expect_step(page, 1)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(3 * BEAT)
    expect(play).to_be_visible()
    expect_step(page, 1)


def test_a_count_on_a_phone_shows_what_happens_and_plays_only_where_motion_is_welcome(
    open_page: Callable[..., Page], table: BallotTable
) -> None:
    page = open_page(reduced_motion="reduce", viewport={"width": 390, "height": 844})
    page.goto(f"{COUNT}?step={KNOCKED_OUT}")

    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    page.get_by_role("link", name="Next", exact=True).click()
    expect_step(page, PULLED_DOWN)
    page.get_by_role("link", name="knocks out").click()
    expect_step(page, KNOCKED_OUT)
    frame = page.locator("#count-frame .web__frame").bounding_box()
    now = page.locator(".web__box--now").first.bounding_box()

    assert frame
    assert now
    assert frame["x"] <= now["x"]
    assert now["x"] + now["width"] <= frame["x"] + frame["width"]


def test_a_count_is_read_by_links_and_a_form_without_a_script(
    open_page: Callable[..., Page], table: BallotTable
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"{COUNT}?step={KNOCKED_OUT}")

    page.get_by_role("link", name="Next", exact=True).click()
    expect_step(page, PULLED_DOWN)
    page.get_by_role("link", name="knocks out").click()
    expect_step(page, KNOCKED_OUT)
    page.get_by_role("slider").fill("1")
    page.get_by_role("button", name="Show").click()
    expect_step(page, 1)
