"""What moves a replay along: links, keys, and whoever is quicker than the scripts and the answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.sitting import NAY, YEA, SenateTable

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

REPLAY = "/g/table/quorum/1/replay/"


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    """Lulu and Raven, whose Episode of three rounds is over."""
    clock.move_to(datetime(2027, 1, 5, 12, tzinfo=UTC))
    table = SenateTable("Lulu", "Raven")
    table.senate("Lulu", "Raven", rounds=3, decision_seconds=60)
    for decision in (YEA, NAY, YEA):
        table.decides("Raven", decision)
        table.decides("Lulu", decision)
    return table


def at(page: Page, step: int) -> None:
    """The page stands there: what moves, the slider, and the number beside it."""
    expect(page.locator("#frame")).to_have_attribute("data-round", str(step))
    expect(page.get_by_role("slider")).to_have_value(str(step))
    expect(page.locator("[data-shown]")).to_have_text(str(step))


def test_links_and_arrow_keys_lead_on_and_back(page: Page, table: SenateTable) -> None:
    page.goto(REPLAY)

    page.get_by_role("link", name="Round 1").click()
    at(page, 1)
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)


def test_in_a_list_of_choices_the_arrow_keys_choose(page: Page, table: SenateTable) -> None:
    page.goto(REPLAY)

    page.get_by_label("Seen by").press("ArrowDown")

    expect(page.locator("#frame")).to_contain_text("What Lulu knew")
    at(page, 0)


def test_for_whoever_asks_for_less_motion_nothing_plays_by_itself(
    open_page: Callable[..., Page], table: SenateTable
) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto(REPLAY)

    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    page.get_by_role("slider").press("ArrowRight")
    at(page, 1)


def test_whoever_is_quicker_than_the_scripts_is_shown_where_the_slider_stands(page: Page, table: SenateTable) -> None:
    held: list[Route] = []
    page.route("**/player*.js", lambda route: held.append(route))
    page.goto(REPLAY, wait_until="commit")

    page.get_by_role("slider").fill("2")
    held[0].continue_()

    at(page, 2)


def test_what_is_pressed_before_an_answer_comes_counts_from_where_the_slider_stands(
    page: Page, table: SenateTable
) -> None:
    page.goto(REPLAY)
    held: list[Route] = []
    page.route("**/replay/?round=*", lambda route: held.append(route))

    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.get_by_role("slider")).to_have_value("0")
    held[-1].continue_()

    page.wait_for_url("**/replay/?round=0&seat=")
    at(page, 0)
