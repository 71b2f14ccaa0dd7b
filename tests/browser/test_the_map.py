"""The Map in a browser with a script: moved about, pointed at, chosen from; by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.test_every_page_is_accessible import AXE
from tests.spying import SpyTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

MAP = "/g/table/spy/map/"
TWO_PICTURES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SpyTable:
    """Lulu is in London with an Air Ticket; Raven was last known to be in Paris."""
    table = SpyTable("Lulu", "Raven")
    table.put("Lulu", "LON")
    table.give("Lulu", air=1)
    return table


@pytest.fixture
def page(table: SpyTable, seat: Callable[..., Page]) -> Page:
    """Lulu at the Map."""
    page = seat(table.account("Lulu"))
    page.goto(MAP)
    return page


def box(page: Page) -> list[float]:
    said = page.locator("svg.board").first.get_attribute("viewBox") or ""
    return [float(each) for each in said.split()]


def box_other_than(page: Page, before: list[float]) -> list[float]:
    """What is in sight once the board is drawn anew, which it is with the next picture of the page, and no sooner.

    Two pictures later nothing of what was done before is left to be drawn.
    """
    page.wait_for_function(
        """before => document.querySelector("svg.board").getAttribute("viewBox").split(" ")
          .some((each, at) => Number(each) !== before[at])""",
        arg=before,
    )
    page.evaluate(TWO_PICTURES)
    return box(page)


def frame(page: Page) -> Any:
    return page.get_by_role("region", name="The Map")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on what is wanted."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def test_a_click_on_a_lit_territory_chooses_it_and_the_button_moves(page: Page, table: SpyTable) -> None:
    page.locator('a.territory[data-code="FRA"]').click()

    expect(page.locator('input[name="to"][value="FRA"]')).to_be_checked()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("You are in Frankfurt now.")).to_be_visible()
    assert table.cover("Lulu").location == "FRA"


def test_a_move_is_chosen_and_made_without_a_mouse(page: Page, table: SpyTable) -> None:
    tab_to(page, "a.territory[data-code='FRA']")
    page.keyboard.press("Enter")
    expect(page.locator('input[name="to"][value="FRA"]')).to_be_checked()
    tab_to(page, "#move button")
    page.keyboard.press("Enter")

    expect(page.get_by_text("You are in Frankfurt now.")).to_be_visible()
    assert table.cover("Lulu").location == "FRA"


def test_the_arrow_keys_choose_from_the_list_of_moves(page: Page, table: SpyTable) -> None:
    page.locator('input[name="to"]').first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    chosen = page.locator('input[name="to"]:checked').input_value()
    tab_to(page, "#move button")
    page.keyboard.press("Enter")

    expect(page.locator("#move-heading")).to_contain_text(chosen)
    assert table.cover("Lulu").location == chosen


def test_a_move_is_planned_asked_about_and_made_without_a_script(table: SpyTable, seat: Callable[..., Page]) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(MAP)

    page.get_by_role("link", name="Why there is no move to Berlin").click()
    expect(page.locator("#move .notice")).to_contain_text("Berlin (BER)")
    page.get_by_role("link", name="Plan the way there").click()
    expect(page.locator("#plan .plan")).to_contain_text("BER")
    page.get_by_role("link", name="Move to Frankfurt").click()
    expect(page.locator('input[name="to"][value="FRA"]')).to_be_checked()
    page.get_by_role("button", name="Move", exact=True).click()

    expect(page.get_by_text("You are in Frankfurt now.")).to_be_visible()
    assert table.cover("Lulu").location == "FRA"
    expect(page.get_by_role("button", name="Move", exact=True)).to_be_disabled()


def test_what_is_pointed_at_is_told_with_its_neighbours(page: Page) -> None:
    page.locator('.territory[data-code="ALG"]').hover()

    about = page.locator(".map__about")
    expect(about).to_contain_text("Algeria (ALG)")
    expect(about).to_contain_text("land, in the Free World")
    expect(about).to_contain_text("LIB MOR SOG TUN WME WSA")
    expect(page.locator(".cell.near")).to_have_count(6)


def test_a_lit_territory_that_has_the_focus_is_told_too(page: Page) -> None:
    page.locator('a.territory[data-code="WAL"]').focus()

    expect(page.locator(".map__about")).to_contain_text("Wales (WAL): move by land, free of charge")


def test_keys_move_and_enlarge_the_board(page: Page) -> None:
    whole = box(page)
    frame(page).focus()

    page.keyboard.press("+")
    expect(page.locator(".map--zoomed")).to_be_visible()
    nearer = box(page)
    page.keyboard.press("ArrowRight")
    moved = box_other_than(page, nearer)
    page.keyboard.press("0")
    expect(page.locator(".map--zoomed")).to_have_count(0)

    assert nearer[2] < whole[2]
    assert moved[0] > nearer[0]
    assert moved[2] == nearer[2]
    assert box(page) == whole


def test_buttons_and_the_wheel_enlarge_it_and_dragging_moves_it(page: Page) -> None:
    page.get_by_role("button", name="Closer").click()
    expect(page.locator(".map--zoomed")).to_be_visible()
    nearer = box(page)
    at = frame(page).bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 10, steps=5)
    page.mouse.up()
    dragged = box_other_than(page, nearer)
    frame(page).focus()
    page.mouse.wheel(0, -300)
    closest = box_other_than(page, dragged)

    assert dragged[0] < nearer[0]
    assert dragged[2] == nearer[2]
    assert closest[2] < dragged[2]
    assert page.url.endswith("/spy/map/")


def test_a_wheel_that_only_passes_scrolls_the_page(page: Page) -> None:
    before, at = box(page), frame(page).bounding_box()

    page.mouse.move(at["x"] + 200, at["y"] + 200)
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 0")
    page.evaluate(TWO_PICTURES)

    assert box(page) == before


@pytest.mark.parametrize(("who", "query"), [(None, ""), ("Lulu", "?to=PAR&plan=CAI"), ("Kevan", "?side=both")])
def test_axe_finds_nothing(
    table: SpyTable, seat: Callable[..., Page], open_page: Callable[..., Page], who: str | None, query: str
) -> None:
    for scheme, width in (("light", 1440), ("dark", 390)):
        options: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
        page = seat(table.account(who), **options) if who else open_page(**options)
        page.goto(MAP + query)
        page.evaluate(Axe().axe_script)

        assert page.evaluate(AXE, "all") == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
