"""Reading and acting without a mouse: where Tab leads, and whether the focus can be seen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_STOPS = 16
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


def tab_through(page: Page) -> None:
    """Tab reaches everything on a long page that has just been opened, in its order, with the focus in sight."""
    count = page.evaluate(NUMBER_ALL)
    stops = []
    for _ in range(count):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))

    assert count > 30
    assert [stop["place"] for stop in stops] == list(range(count)), stops
    assert [stop["html"] for stop in stops if not stop["shown"]] == []


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab on until there; the focus can be seen at each stop on the way."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = wanted.evaluate(f"each => ({{...({FOCUSED})(), there: each === document.activeElement}})")
        assert stop["shown"], stop["html"]
        if stop["there"]:
            return
    raise AssertionError(f"Tab does not lead to {wanted}")
