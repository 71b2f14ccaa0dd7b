"""Pages of the Senate that no address leads to: axe finds nothing on what is answered to a form, or comes by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from dynasties.quorum.rounds.views import SELDOM
from tests.browser.test_every_page_is_accessible import AXE, HEIGHT, SMALLEST, UNFOLD, WIDE
from tests.sitting import NAY, SenateTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
Scheme: TypeAlias = Literal["light", "dark"]
SENATE = "/g/table/quorum/"
# As on the walk along every page: colours cost most, and are looked at where they may be others.
WAYS: tuple[tuple[int, Scheme, str], ...] = (
    (SMALLEST, "light", "all but contrast"),
    (WIDE, "light", "all"),
    (WIDE, "dark", "colours"),
)


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    return SenateTable("Lulu", "Raven")


@pytest.fixture
def page(table: SenateTable, seat: Seat) -> Page:
    """Lulu's. Colours that fade into those of the other scheme would be judged half way."""
    return seat(table.account("Lulu"), reduced_motion="reduce")


def found(page: Page) -> list[str]:
    """What axe finds in light and dark, wide and narrow, with everything unfolded; and what runs off sideways."""
    page.evaluate(UNFOLD)
    page.evaluate(Axe().axe_script)
    seen = []
    for width, scheme, looks in WAYS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme=scheme)
        seen += [f"{scheme} at {width} px: {each}" for each in page.evaluate(AXE, looks)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            seen.append(f"runs off sideways at {width} px")
    return seen


def test_axe_finds_nothing_before_the_episode_opens(table: SenateTable, page: Page) -> None:
    page.goto(f"{SENATE}senate/")
    expect(page.get_by_text("The chamber is empty")).to_be_visible()
    empty = found(page)

    page.goto(f"{SENATE}convene/")
    page.get_by_label("Seats").fill("seven")
    page.get_by_label("Threshold").fill("half")
    page.get_by_role("button", name="Convene it").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is convened yet")
    wrong = found(page)

    table.convenes("Lulu", seats=4)
    page.goto(f"{SENATE}1/")
    bench = page.locator("#seat-1")
    bench.get_by_text("Seat a program").click()
    bench.get_by_label("What it is called").fill("a\u200bb")
    bench.locator("form", has_text="What it is called").get_by_role("button", name="Seat it").click()
    expect(bench.locator(".field__errors")).to_be_visible()
    misnamed = found(page)

    bench.get_by_label("What it is called").fill("Abacus")
    bench.locator("form", has_text="What it is called").get_by_role("button", name="Seat it").click()
    expect(page.get_by_label("Token", exact=True)).to_be_visible()
    token = found(page)

    assert [*empty, *wrong, *misnamed, *token] == []


def test_axe_finds_nothing_in_a_chamber_where_somebody_decides(table: SenateTable, page: Page) -> None:
    table.senate("Lulu", "Raven", rounds=2)
    page.clock.install()
    page.goto(f"{SENATE}1/")
    page.get_by_text("Pass a note").click()
    page.get_by_label("What it says").fill("The geese are yours.")
    page.get_by_role("button", name="Seal it").click()
    expect(page.get_by_role("alert").first).to_contain_text("Nothing is decided yet")
    wrong = found(page)

    page.get_by_role("radio", name="yea").check()
    page.get_by_role("radio", name="A1").check()
    page.get_by_label("To", exact=True).select_option(label="Raven (seat 1)")
    for extra in ("Filibuster", "Veto, should it pass"):
        page.get_by_label(extra, exact=True).check()
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator(".desk__own")).to_contain_text("a note to Raven")
    decided = found(page)

    table.decides("Raven", NAY)
    page.clock.fast_forward(SELDOM * 1000)
    expect(page.get_by_role("link", name="Go on to round 1").first).to_be_visible()
    moved = found(page)

    assert [*wrong, *decided, *moved] == []
