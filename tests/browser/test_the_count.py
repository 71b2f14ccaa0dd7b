"""The count of an nweek in a browser: played by buttons, by keys and by itself, or by links without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.balloting import BallotTable
from tests.browser.playing import with_timers_that_wait

if TYPE_CHECKING:
    from playwright.sync_api import Page

COUNT = "/g/ballots/ballot/nweeks/1/"
KNOCKED_OUT, PULLED_DOWN, LAST = 3, 4, 5
BEAT = 2600  # milliseconds that it stands at a step


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


def at(page: Page, step: int) -> None:
    """The page stands at that step: what moves, the scrubber and the address."""
    expect(page.locator("#count-frame")).to_have_attribute("data-step", str(step))
    expect(page.get_by_role("slider")).to_have_value(str(step))


def opened(page: Page, step: int | None = None) -> Page:
    page.goto(COUNT if step is None else f"{COUNT}?step={step}")
    return page


def test_buttons_lead_from_step_to_step_and_each_is_told_aloud(page: Page, table: BallotTable) -> None:
    opened(page, KNOCKED_OUT).get_by_role("link", name="Next", exact=True).click()

    at(page, PULLED_DOWN)
    expect(page.locator("#count-news")).to_contain_text("“Kittens” Depends on Proposal 1 “Cats”")
    page.wait_for_url(f"**?step={PULLED_DOWN}")
    page.get_by_role("link", name="First").click()
    at(page, 0)
    expect(page.get_by_role("link", name="Back")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="Last").click()
    at(page, LAST)


def test_arrow_keys_go_back_and_on(page: Page, table: BallotTable) -> None:
    opened(page, KNOCKED_OUT).keyboard.press("ArrowRight")
    at(page, PULLED_DOWN)

    page.get_by_role("link", name="Back").focus()
    page.keyboard.press("ArrowLeft")
    at(page, KNOCKED_OUT)
    page.keyboard.press("End")
    at(page, LAST)
    page.keyboard.press("Home")
    at(page, 0)


def test_a_line_of_the_list_is_a_way_to_its_step_and_keeps_the_focus(page: Page, table: BallotTable) -> None:
    opened(page).get_by_role("link", name="knocks out").click()

    at(page, KNOCKED_OUT)
    expect(page.locator(f"#step-{KNOCKED_OUT}")).to_be_focused()
    expect(page.locator(f"#step-{KNOCKED_OUT}")).to_have_attribute("aria-current", "step")


def test_the_count_plays_by_itself_to_its_end(page: Page, table: BallotTable) -> None:
    with_timers_that_wait(page, f"{COUNT}?step={KNOCKED_OUT}").get_by_role("button", name="Play").click()

    for step in (PULLED_DOWN, LAST):
        page.clock.run_for(BEAT)
        at(page, step)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_it_stops_where_it_is_told_to(page: Page, table: BallotTable) -> None:
    with_timers_that_wait(page, f"{COUNT}?step=0").get_by_role("button", name="Play").click()
    page.clock.run_for(BEAT)
    at(page, 1)

    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(3 * BEAT)

    expect(page.get_by_role("button", name="Play")).to_be_visible()
    at(page, 1)


def test_for_whoever_asks_for_less_motion_nothing_plays_by_itself(
    open_page: Callable[..., Page], table: BallotTable
) -> None:
    page = opened(open_page(reduced_motion="reduce"), KNOCKED_OUT)

    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    page.get_by_role("link", name="Next", exact=True).click()
    at(page, PULLED_DOWN)


def test_what_happens_is_in_sight_on_a_phone(open_page: Callable[..., Page], table: BallotTable) -> None:
    page = opened(open_page(viewport={"width": 390, "height": 844}), 0)
    page.get_by_role("link", name="knocks out").click()
    at(page, KNOCKED_OUT)

    frame, box = page.locator("#count-frame .web__frame").bounding_box(), page.locator(".web__box--now").first
    seen = box.bounding_box()

    assert frame
    assert seen
    assert frame["x"] <= seen["x"]
    assert seen["x"] + seen["width"] <= frame["x"] + frame["width"]


def test_without_a_script_links_and_the_form_do_the_same(open_page: Callable[..., Page], table: BallotTable) -> None:
    page = opened(open_page(java_script_enabled=False), KNOCKED_OUT)

    page.get_by_role("link", name="Next", exact=True).click()
    at(page, PULLED_DOWN)
    page.get_by_role("link", name="knocks out").click()
    at(page, KNOCKED_OUT)
    page.get_by_role("slider").fill("1")
    page.get_by_role("button", name="Show").click()
    at(page, 1)
