"""What is folded away is found by a link to it, and a finger finds what unfolds it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.balloting import BallotTable
from tests.browser.playing import Seat
from tests.casting import Table
from tests.spying import SpyTable

LOW = """() => [...document.querySelectorAll("summary")]
  .filter(each => each.checkVisibility()).map(each => [each.innerText, each.getBoundingClientRect().height])
  .filter(([, height]) => height < 24)"""


def test_dials_that_no_rule_carries_are_unfolded_by_links_to_them(live_server: Any, clock: Any, seat: Seat) -> None:
    table = BallotTable("Lulu")
    page = seat(table.account("Lulu"))
    fold, dial = page.locator("main details"), page.locator('[id="spy.air_price"]')

    page.goto("/g/table/dials/")
    expect(dial).to_be_hidden()
    page.goto("/g/table/dials/#spy.air_price")
    expect(fold).to_have_attribute("open", "")
    expect(dial).to_be_in_viewport()

    page.goto("/g/table/dials/?")
    expect(dial).to_be_hidden()
    page.get_by_role("link", name="In no rule").click()
    expect(page.get_by_text("obeys whichever rule says them")).to_be_in_viewport()


def test_what_unfolds_is_as_high_as_a_finger_needs_it(live_server: Any, clock: Any, seat: Seat) -> None:
    spies, others = SpyTable("Lulu"), Table("Lulu", slug="others")
    others.declare("Lulu")
    page = seat(spies.account("Lulu"), viewport={"width": 390, "height": 844})

    low = {}
    for path in ("table/spy/map/", "table/dials/", "table/ruleset/", "others/"):
        page.goto(f"/g/{path}")
        assert page.locator("summary").count() > 0
        low[path] = page.evaluate(LOW)

    assert not any(low.values()), low
