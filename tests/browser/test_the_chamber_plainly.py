"""A senator decides without a script, and without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.browser.test_by_keyboard import FOCUSED
from tests.sitting import NAY, SenateTable

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Seat = Callable[..., "Page"]
CHAMBER = "/g/table/quorum/1/"
NOTE = "The geese are yours."


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    """Lulu, who has the chair, and Raven in an Episode of two rounds."""
    table = SenateTable("Lulu", "Raven")
    table.senate("Lulu", "Raven", rounds=2)
    return table


def test_a_round_is_decided_changed_and_read_without_a_script(table: SenateTable, seat: Seat) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(CHAMBER)

    page.get_by_role("radio", name="nay").check()
    page.get_by_role("button", name="Seal it").click()
    page.get_by_role("radio", name="yea").check()
    for clause, weight in (("1", "2"), ("2", "1"), ("3", "")):
        page.get_by_label(f"Clause {clause}", exact=True).fill(weight)
    page.get_by_role("radio", name="A2").check()
    page.get_by_label("Filibuster", exact=True).check()
    page.get_by_text("Pass a note").click()
    page.get_by_label("To", exact=True).select_option(label="Raven (seat 1)")
    page.get_by_label("What it says").fill(NOTE)
    page.get_by_role("button", name="Decide otherwise").click()
    expect(page.locator(".desk__own")).to_contain_text("67 % · 33 % · 0 %")
    table.decides("Raven", NAY)
    page.goto(CHAMBER)
    page.get_by_role("link", name="The bill of round 0").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Round 0")
    expect(page.locator(".ledger__seat", has_text="Lulu")).to_contain_text("a filibuster of a bill that failed")
    assert table.records()[0]["decisions"][0] == {
        "vote": "yea",
        "priorities": [2, 1, 0],
        "amendment": "A2",
        "filibuster": True,
        "veto": False,
    }


def test_what_is_wrong_is_told_at_its_field_without_a_script(table: SenateTable, seat: Seat) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(CHAMBER)

    page.get_by_role("radio", name="yea").check()
    page.get_by_text("Pass a note").click()
    page.get_by_label("What it says").fill(NOTE)
    page.get_by_role("button", name="Seal it").click()

    expect(page.get_by_role("alert").first).to_contain_text("Nothing is decided yet")
    expect(page.locator(".desk .field--wrong").first).to_be_visible()
    expect(page.get_by_label("What it says")).to_have_value(NOTE)


def test_a_round_is_decided_without_a_mouse(table: SenateTable, seat: Seat) -> None:
    page, stops = seat(table.account("Lulu")), list[dict[str, Any]]()
    page.goto(CHAMBER)
    desk = page.locator("#desk")
    desk.get_by_role("radio", name="yea").focus()

    def go_to(there: Locator) -> None:
        """Tab on until there, noting whether each stop shows that it is one."""
        for _ in range(12):
            page.keyboard.press("Tab")
            stops.append(page.evaluate(FOCUSED))
            if there.evaluate("each => each === document.activeElement"):
                return
        raise AssertionError(f"Tab does not lead to {there}")

    page.keyboard.press("Space")
    go_to(desk.get_by_label("Clause 1, as a slider"))
    page.keyboard.press("End")
    go_to(desk.get_by_label("Clause 3", exact=True))
    page.keyboard.type("0")
    go_to(desk.get_by_role("radio", name="none"))
    page.keyboard.press("ArrowRight")
    go_to(desk.get_by_label("Veto, should it pass"))
    page.keyboard.press("Space")
    go_to(desk.get_by_role("button", name="Seal it"))
    page.keyboard.press("Enter")

    expect(page.locator("#messages")).to_contain_text("Your decision is sealed.")
    assert [stop["html"] for stop in stops if not stop["shown"]] == []
    table.decides("Raven", NAY)
    assert table.records()[0]["decisions"][0] == {
        "vote": "yea",
        "priorities": [100, 50, 0],
        "amendment": "A1",
        "filibuster": False,
        "veto": True,
    }
