"""Pages of the ballot that no address leads to: axe finds nothing on what is answered to a form, or what time makes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.balloting import BallotTable
from tests.browser.test_the_chamber_is_accessible import found

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
BALLOT = "/g/table/ballot/"
TO_OPENING, TO_COUNT = timedelta(days=8), timedelta(days=4)


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Tea", changes=table.new_rule("Tea"))
    table.submits("Raven", "Coffee", changes=table.new_rule("Coffee"), conflicts="Tea", depends="Beans")
    return table


def looking(seat: Seat, table: BallotTable, name: str) -> Page:
    """Somebody's. Colours that fade into those of the other scheme would be judged half way."""
    return seat(table.account(name), reduced_motion="reduce")


def test_axe_finds_nothing_where_a_proposal_is_written(table: BallotTable, seat: Seat) -> None:
    page = looking(seat, table, "Lulu")
    page.goto(f"{BALLOT}submit/")
    page.locator("#composer-form [name=name]").fill("14")
    page.get_by_text("Choose from the 2").click()
    page.get_by_role("button", name="Depends on Proposal 2", exact=True).click()
    expect(page.locator("#composer-form [name=depends]")).to_have_value("#2")
    page.get_by_role("button", name="Conflicts with Proposal 2", exact=True).click()
    # It cannot have both, and is told so.
    expect(page.locator(".submit-listed")).to_contain_text("Conflicts with it")
    page.get_by_label("Add a change").select_option("Enact a new rule")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("group", name="1. Enact a new rule")
    row.locator("[name$='-title']").fill("Beans")
    row.locator("[name$='-text']").fill("There are beans.")
    picked = found(page)

    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("alert").first).to_be_visible()
    wrong = found(page)

    page.locator("#composer-form [name=name]").fill("Beans")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#preview")).to_contain_text("There are beans.")
    previewed = found(page)

    assert [*picked, *wrong, *previewed] == []


def test_axe_finds_nothing_on_a_ballot_that_is_voted_on_and_over(
    table: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    clock.shift(TO_OPENING)
    page = looking(seat, table, "Lulu")
    page.goto(BALLOT)
    late = found(page)

    page.locator("#proposal-1").get_by_role("button", name="FOR").click()
    expect(page.locator("#proposal-1")).to_contain_text("Your Final Vote is FOR.")
    voted = found(page)

    clock.shift(TO_COUNT)
    page.locator("#proposal-1").get_by_role("button", name="AGAINST").click()
    expect(page.locator("#refused-1")).to_contain_text("closed")
    refused = found(page)
    page.reload()
    expect(page.get_by_role("heading", name="To be counted")).to_be_visible()
    over = found(page)

    assert [*late, *voted, *refused, *over] == []


def test_axe_finds_nothing_while_the_clock_pauses_or_is_off(table: BallotTable, seat: Seat) -> None:
    page = looking(seat, table, "Kevan")
    table.desk("turn_off")
    page.goto(f"{BALLOT}desk/")
    off = found(page)

    page.locator("#set [name=nday]").fill("99")
    page.locator("#set [name=nweek]").fill("1")
    page.locator("#set [name=why]").fill("Why not?")
    page.locator("#set").get_by_role("button").click()
    expect(page.locator("#set")).to_contain_text("has 12 ndays")
    refused = found(page)

    table.desk("turn_on")
    table.desk("pause", until=table.game.founded_at + timedelta(days=3))
    paused = []
    for path in ("", "calendar/"):
        page.goto(f"{BALLOT}{path}")
        expect(page.locator("main")).to_contain_text("pauses")
        paused += found(page)

    assert [*off, *refused, *paused] == []
