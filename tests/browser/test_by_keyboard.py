"""No mouse: whatever can be done on a post's page is reached by Tab, in order, with the focus in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.casting import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
# Whatever takes the focus is numbered in the order of the page; of a group of radio buttons Tab takes the chosen one.
NUMBER_ALL = """() => {
  const all = [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, time[tabindex='0'], [tabindex='0']")];
  const open = all.filter(each => !each.disabled && each.tabIndex >= 0 && each.checkVisibility()
    && !(each.type === "radio" && !each.checked));
  open.forEach((each, place) => each.dataset.place = place);
  return open.length;
}"""
FOCUSED = """() => {
  const here = document.activeElement, style = getComputedStyle(here);
  const shown = [here, here.closest("label")].filter(Boolean).map(each => getComputedStyle(each)).some(
    each => each.outlineStyle !== "none" && parseFloat(each.outlineWidth) >= 2);
  const box = here.getBoundingClientRect();
  const inSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return {place: Number(here.dataset.place ?? -1), html: here.outerHTML.slice(0, 120), shown: shown && inSight};
}"""


def tab_reaches_everything(page: Page) -> None:
    """Of a long page, in its order, with the focus in sight."""
    count = page.evaluate(NUMBER_ALL)
    stops = []
    for _ in range(count):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))

    assert count > 30
    assert [stop["place"] for stop in stops] == list(range(count)), stops
    assert [stop["html"] for stop in stops if not stop["shown"]] == []


def opened(table: Table, seat: Seat) -> Page:
    change = table.amend("Enactment", "[48 hours](dial:enactment.timeout)", "[36 hours](dial:enactment.timeout)")
    table.propose("Raven", "A matter", [change])
    page = seat(table.account("Josh"))
    page.goto("/g/table/posts/1/")
    return page


def test_tab_reaches_everything_in_order_and_shows_where_it_is(table: Table, seat: Seat) -> None:
    page = opened(table, seat)

    tab_reaches_everything(page)


def test_a_vote_is_cast_without_a_mouse(table: Table, seat: Seat) -> None:
    page = opened(table, seat)
    page.get_by_label("Your comment").focus()

    page.keyboard.type("By hand.")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator("input[name=vote][value=FOR]")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Vote or comment", exact=True)).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator(".comment--vote")).to_contain_text("By hand.")
    assert table.verdict(1).verdict.tally.for_ == 2


def test_the_first_stop_skips_to_the_text(table: Table, seat: Seat) -> None:
    page = opened(table, seat)

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the text")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#main")).to_be_focused()
