"""A Player submits and votes without a script, and votes and reads a count without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.balloting import BallotTable
from tests.browser.test_by_keyboard import FOCUSED, tab_reaches_everything

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Seat = Callable[..., "Page"]
BALLOT = "/g/table/ballot/"
TO_OPENING, TO_COUNT = timedelta(days=8), timedelta(days=4)


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Kevan, the Administrator, with Lulu and Raven; Lulu’s Tea is Pending, and so is Raven’s Coffee."""
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Tea", changes=table.new_rule("Tea"))
    table.submits("Raven", "Coffee", changes=table.new_rule("Coffee"), conflicts="Tea")
    return table


# -- without a script


def test_a_proposal_is_listed_previewed_drafted_and_submitted_without_a_script(table: BallotTable, seat: Seat) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(f"{BALLOT}submit/")
    field = {name: page.locator(f"#composer-form [name={name}]") for name in ("name", "body", "depends", "conflicts")}
    field["name"].fill("Biscuits")
    field["body"].fill("To go with it.")

    page.get_by_text("Choose from the 2").click()
    page.get_by_role("button", name="Depends on Proposal 1", exact=True).click()
    expect(field["depends"]).to_have_value("#1")
    page.get_by_label("Add a change").select_option("Enact a new rule")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("group", name="1. Enact a new rule")
    row.locator("[name$='-title']").fill("Biscuits")
    row.locator("[name$='-text']").fill("There are biscuits.")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#preview")).to_contain_text("There are biscuits.")
    page.get_by_role("button", name="Keep as a draft").click()
    expect(page.locator("#messages")).to_contain_text("Kept as a draft")
    expect(field["depends"]).to_have_value("#1")
    page.get_by_role("button", name="Submit", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Biscuits")
    expect(page.locator("#standing")).to_contain_text("Pending")
    made = table.proposal(3)
    assert [(each.relation, each.means) for each in made.listed.all()] == [("depends", 1)]
    page.goto("/g/table/drafts/")
    expect(page.get_by_text("No drafts")).to_be_visible()


def test_a_vote_is_cast_changed_and_counted_without_a_script(
    table: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    clock.shift(TO_OPENING)
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(BALLOT)
    row = page.locator("#proposal-1")

    for vote in ("AGAINST", "FOR"):
        row.get_by_role("button", name=vote).click()
        expect(page.locator("#messages")).to_contain_text(f"Your Final Vote on Proposal 1 is {vote}.")
    expect(row.get_by_role("button", name="FOR")).to_have_attribute("aria-pressed", "true")
    expect(row).to_contain_text("If it closed now: Won")
    clock.shift(TO_COUNT)
    # The button is still before em, and what e is told has a page of its own.
    row.get_by_role("button", name="AGAINST").click()
    expect(page.locator("main")).to_contain_text("The ballot on this Proposal is closed.")
    table.sweep()

    assert table.states() == {1: "Won", 2: "Lost"}
    page.goto(f"{BALLOT}nweeks/1/?step=0")
    frame = page.locator("#count-frame")
    for step in ("1", "2"):
        page.get_by_role("link", name="Next", exact=True).click()
        expect(frame).to_have_attribute("data-step", step)
    page.get_by_role("link", name="Last", exact=True).click()
    expect(frame.locator("table").get_by_role("row", name="Tea")).to_contain_text("Passed")


def test_the_administrator_has_the_clock_pause_without_a_script(table: BallotTable, seat: Seat) -> None:
    page = seat(table.account("Kevan"), java_script_enabled=False)
    page.goto(f"{BALLOT}desk/")

    desk = page.locator("#pause")
    desk.locator("summary").click()
    desk.locator("[name=until]").fill("2026-01-07")
    desk.locator("[name=why]").fill("A gull is sitting on it.")
    desk.get_by_role("button").click()

    expect(page.locator(".clockstate")).to_contain_text("it pauses")
    expect(page.locator("main")).to_contain_text("A gull is sitting on it.")
    page.goto(BALLOT)
    expect(page.locator("main")).to_contain_text("pauses until")


# -- without a mouse


def test_tab_reaches_everything_on_the_ballot_in_order_and_shows_where_it_is(
    table: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    clock.shift(TO_OPENING)
    table.submits("Lulu", "Milk")
    page = seat(table.account("Lulu"))
    page.goto(BALLOT)

    tab_reaches_everything(page)


def test_votes_are_cast_without_a_mouse_and_the_focus_stays_on_its_button(
    table: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    clock.shift(TO_OPENING)
    page = seat(table.account("Lulu"))
    page.goto(BALLOT)
    row = page.locator("#proposal-1")
    row.get_by_role("link", name="Tea").focus()

    go_to(page, row.get_by_role("button", name="FOR"))
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Your Final Vote is FOR.")
    expect(row.get_by_role("button", name="FOR")).to_be_focused()
    go_to(page, page.locator("#proposal-2").get_by_role("button", name="AGAINST"))
    page.keyboard.press("Space")

    expect(page.locator("#proposal-2")).to_contain_text("Your Final Vote is AGAINST.")
    assert [votes["Lulu"] for votes in _votes(table)] == ["FOR", "AGAINST"]


def test_a_count_is_read_without_a_mouse(table: BallotTable, seat: Seat, clock: time_machine.Traveller) -> None:
    clock.shift(TO_OPENING)
    table.votes(1, Lulu="FOR")
    clock.shift(TO_COUNT)
    table.sweep()
    page = seat(table.account("Lulu"))
    page.goto(f"{BALLOT}nweeks/1/?step=0")
    frame = page.locator("#count-frame")
    page.get_by_role("link", name="First", exact=True).focus()

    go_to(page, page.get_by_role("link", name="Next", exact=True))
    page.keyboard.press("Enter")
    expect(frame).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(frame).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    expect(frame).to_have_attribute("data-step", "1")
    go_to(page, page.get_by_role("slider"))
    page.keyboard.press("End")

    expect(frame.locator("table").get_by_role("row", name="Tea")).to_contain_text("Passed")
    expect(page.locator("#count-news")).not_to_be_empty()


def go_to(page: Page, there: Locator) -> None:
    """Tab on until there; each stop on the way shows that it is one."""
    for _ in range(16):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        assert stop["shown"], stop["html"]
        if there.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {there}")


def _votes(table: BallotTable) -> list[dict[str, str]]:
    return [{each.voter.name: each.vote for each in table.proposal(number).votes.all()} for number in (1, 2)]
