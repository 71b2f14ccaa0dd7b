"""The Map: moved about, pointed at and chosen from, by mouse, by keyboard and without a script."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Seat
from tests.spying import SpyTable

MAP = "/g/table/spy/map/"
MOST_STOPS = 200
TWO_PICTURES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SpyTable:
    """Lulu is in London with an Air Ticket; Raven was last known to be in Paris."""
    table = SpyTable("Lulu", "Raven")
    table.put("Lulu", "LON")
    table.give("Lulu", air=1)
    return table


@pytest.fixture
def page(table: SpyTable, seat: Seat) -> Page:
    """Lulu at the Map."""
    page: Page = seat(table.account("Lulu"))
    page.goto(MAP)
    return page


def view_box(page: Page) -> list[float]:
    return [float(each) for each in (page.locator("svg.board").first.get_attribute("viewBox") or "").split()]


def view_box_after(page: Page, before: list[float]) -> list[float]:
    """What is in sight once the board is drawn anew, which it is with the next picture of the page, and no sooner.

    Two pictures later nothing of what was done before is left to be drawn.
    """
    page.wait_for_function(
        """before => document.querySelector("svg.board").getAttribute("viewBox").split(" ")
          .some((each, at) => Number(each) !== before[at])""",
        arg=before,
    )
    page.evaluate(TWO_PICTURES)
    return view_box(page)


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def destination(page: Page, code: str) -> Locator:
    return page.locator(f'input[name="to"][value="{code}"]')


def test_the_map_is_moved_by_keys_wheel_and_dragging_and_tells_what_is_pointed_at(page: Page) -> None:
    whole, frame, zoomed = view_box(page), page.get_by_role("region", name="The Map"), page.locator(".map--zoomed")
    at = frame.bounding_box()
    assert at
    # A wheel that only passes scrolls the page.
    page.mouse.move(at["x"] + 200, at["y"] + 200)
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 0")
    page.evaluate(TWO_PICTURES)
    assert view_box(page) == whole

    about = page.locator(".map__about")
    page.locator('.territory[data-code="ALG"]').hover()
    expect(about).to_contain_text("Algeria (ALG)")
    expect(about).to_contain_text("land, in the Free World")
    expect(about).to_contain_text("LIB MOR SOG TUN WME WSA")
    expect(page.locator(".cell.near")).to_have_count(6)
    page.locator('a.territory[data-code="WAL"]').focus()
    expect(about).to_contain_text("Wales (WAL): move by land, free of charge")

    frame.focus()
    page.keyboard.press("+")
    expect(zoomed).to_be_visible()
    nearer = view_box(page)
    page.keyboard.press("ArrowRight")
    moved = view_box_after(page, nearer)
    page.keyboard.press("0")
    expect(zoomed).to_have_count(0)
    assert nearer[2] < whole[2]
    assert moved[0] > nearer[0]
    assert moved[2] == nearer[2]
    assert view_box(page) == whole

    page.get_by_role("button", name="Closer").click()
    expect(zoomed).to_be_visible()
    nearer = view_box(page)
    at = frame.bounding_box()
    assert at
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 10, steps=5)
    page.mouse.up()
    dragged = view_box_after(page, nearer)
    frame.focus()
    page.mouse.wheel(0, -300)
    closest = view_box_after(page, dragged)
    assert dragged[0] < nearer[0]
    assert dragged[2] == nearer[2]
    assert closest[2] < dragged[2]
    assert page.url.endswith("/spy/map/")


def test_a_click_on_a_lit_territory_chooses_it_and_the_button_moves(page: Page, table: SpyTable) -> None:
    page.locator('a.territory[data-code="FRA"]').click()
    expect(destination(page, "FRA")).to_be_checked()

    page.get_by_role("button", name="Move", exact=True).click()

    expect(page.get_by_text("You are in Frankfurt now.")).to_be_visible()
    assert table.cover("Lulu").location == "FRA"


def test_a_move_is_chosen_on_the_map_and_from_the_list_without_a_mouse(page: Page, table: SpyTable) -> None:
    tab_to(page, "a.territory[data-code='FRA']")
    page.keyboard.press("Enter")
    expect(destination(page, "FRA")).to_be_checked()
    tab_to(page, "#move button")

    page.locator('input[name="to"]').first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    chosen = page.locator('input[name="to"]:checked').input_value()
    tab_to(page, "#move button")
    page.keyboard.press("Enter")

    expect(page.locator("#move-heading")).to_contain_text(chosen)
    assert table.cover("Lulu").location == chosen


def test_a_move_is_planned_asked_about_and_made_without_a_script(table: SpyTable, seat: Seat) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(MAP)

    page.get_by_role("link", name="Why there is no move to Berlin").click()
    expect(page.locator("#move .notice")).to_contain_text("Berlin (BER)")
    page.get_by_role("link", name="Plan the way there").click()
    expect(page.locator("#plan .plan")).to_contain_text("BER")
    page.get_by_role("link", name="Move to Frankfurt").click()
    expect(destination(page, "FRA")).to_be_checked()
    page.get_by_role("button", name="Move", exact=True).click()

    expect(page.get_by_text("You are in Frankfurt now.")).to_be_visible()
    assert table.cover("Lulu").location == "FRA"
    expect(page.get_by_role("button", name="Move", exact=True)).to_be_disabled()
