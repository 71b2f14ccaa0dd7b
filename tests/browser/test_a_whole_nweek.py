"""An nweek, from the founding of its game to the law that came of it: three people and their ballot, through pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from playwright.sync_api import expect

from proposals import tasks as proposals_tasks
from tests.browser.ballotplay import Voter
from tests.browser.playing import the_record_agrees

if TYPE_CHECKING:
    from playwright.sync_api import Page

TITLE, SLUG = "The Tide Table", "the-tide-table"
TEA, COFFEE, BISCUITS = 1, 2, 3
# It is founded on nday 1; midnights are at 00:00.
OPENED = datetime(2026, 1, 13, 9, tzinfo=UTC)
CLOSED = datetime(2026, 1, 17, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class Cast:
    """Lulu, who has founded the game and is its Administrator, Raven and Sam; and somebody who looks on."""

    def __init__(self, open_page: Callable[..., Page], clock: time_machine.Traveller) -> None:
        self.lulu, self.raven, self.sam = (Voter(name, open_page(), TITLE, SLUG) for name in ("Lulu", "Raven", "Sam"))
        self.visitor = Voter("nobody", open_page(), TITLE, SLUG)
        self.clock = clock


@pytest.fixture
def cast(open_page: Callable[..., Page], clock: time_machine.Traveller) -> Cast:
    return Cast(open_page, clock)


def test_a_whole_nweek(cast: Cast) -> None:
    a_game_is_founded_and_people_join(cast)
    three_proposals_are_submitted(cast)
    one_is_revised_and_its_versions_are_compared(cast)
    at_nday_nine_all_are_open(cast)
    votes_change_what_would_come_of_them(cast)
    a_vote_after_the_close_is_refused_though_nobody_has_counted(cast)
    the_clerk_counts(cast)
    the_count_is_played_step_by_step(cast)
    the_new_law_is_read(cast)
    the_calendar_shows_what_was_and_what_will_be(cast)
    the_record_agrees()


def a_game_is_founded_and_people_join(cast: Cast) -> None:
    lulu = cast.lulu
    lulu.sign_up()
    lulu.found_ballot()
    for each in (cast.raven, cast.sam):
        each.sign_up()
        each.announce()
    lulu.admit("Raven", "Sam")
    lulu.turn_to("Ballot")
    lulu.reads("Nday 1 of nweek 1")
    lulu.reads("Nothing is Open.")


def three_proposals_are_submitted(cast: Cast) -> None:
    """One enacts a rule, one Conflicts with it by Number, and one Depends on it by Name."""
    lulu, raven, sam = cast.lulu, cast.raven, cast.sam
    lulu.begin("Tea", "It is four o’clock.")
    lulu.new_rule("Tea", "At four o’clock there is tea.")
    lulu.press("Preview")
    lulu.reads("At four o’clock there is tea.", "#preview")
    lulu.submit(TEA, "Tea")
    raven.begin("Coffee", "It is never four o’clock.", conflicts="#1")
    raven.reads("Tea", ".submit-listed")
    raven.new_rule("Coffee", "There is coffee.")
    raven.submit(COFFEE, "Coffee")
    sam.begin("Biscuits", "To go with it.", depends="Tea")
    sam.new_rule("Biscuits", "With whatever there is, there are biscuits.")
    sam.submit(BISCUITS, "Biscuits")
    expect(sam.page.locator("#standing").get_by_role("link", name="Tea")).to_be_visible()


def one_is_revised_and_its_versions_are_compared(cast: Cast) -> None:
    raven = cast.raven
    raven.go(f"ballot/{COFFEE}/")
    raven.follow("Revise")
    expect(raven.field("conflicts")).to_have_value("#1")
    text = raven.field("body")
    text.fill(text.input_value() + " It is always half past ten.")
    raven.press("Submit it anew")
    raven.reads("Proposal 2 is submitted anew.", "#messages")

    raven.follow("what changed")
    expect(raven.page.locator("main ins")).to_contain_text("It is always half past ten.")
    # What it lists, and what it changes, has stayed.
    expect(raven.page.locator("main del")).to_have_count(0)


def at_nday_nine_all_are_open(cast: Cast) -> None:
    """By the Clock alone: nobody has done anything since nday 1."""
    cast.clock.move_to(OPENED)
    for reader in (cast.visitor, cast.lulu):
        reader.open_ballot()
        reader.reads("Nday 9 of nweek 1")
        expect(reader.page.locator("section[aria-labelledby=open-heading] .motion")).to_have_count(3)
    cast.visitor.reads("Sign in to vote.")
    cast.lulu.reads("3 wait for your vote")


def votes_change_what_would_come_of_them(cast: Cast) -> None:
    """Sam’s second thoughts on coffee save the tea, and with it eir own biscuits."""
    lulu, raven, sam = cast.lulu, cast.raven, cast.sam
    lulu.vote_for(TEA, "FOR")
    lulu.vote_for(BISCUITS, "FOR")
    expect(lulu.page.locator("#ballot-news")).to_have_text("Your Final Vote on Proposal 3 is FOR.")
    raven.open_ballot()
    raven.vote_for(COFFEE, "FOR")
    raven.vote_for(TEA, "AGAINST")
    sam.open_ballot()
    sam.vote_for(TEA, "FOR")
    sam.vote_for(BISCUITS, "FOR")
    sam.vote_for(COFFEE, "FOR")
    sam.sees(COFFEE, "If it closed now: Won", strength="+2")
    sam.sees(TEA, "If it closed now: Lost: it Conflicts with", "Coffee", strength="+1")
    sam.sees(BISCUITS, "If it closed now: Lost: it Depends on", "Tea", strength="+2")

    sam.vote_for(COFFEE, "AGAINST")

    sam.sees(COFFEE, "If it closed now: Lost: its Strength is 0, and to win takes", strength="0")
    sam.sees(TEA, "If it closed now: Won", strength="+1")
    sam.sees(BISCUITS, "If it closed now: Won", strength="+2")
    sam.reads("You have voted on all of them, and may change your mind.")


def a_vote_after_the_close_is_refused_though_nobody_has_counted(cast: Cast) -> None:
    """The page was opened in time; a second before midnight is in time still, and the first second after it is not."""
    raven = cast.raven
    raven.open_ballot()
    cast.clock.move_to(CLOSED - SECOND)
    raven.vote_for(BISCUITS, "ABSTAIN")

    cast.clock.move_to(CLOSED)
    raven.votes_too_late(COFFEE, "AGAINST")

    raven.open_ballot()
    raven.reads("To be counted")
    raven.reads("This ballot is over, and no vote on it counts any more.")
    expect(raven.row(COFFEE).get_by_role("button")).to_have_count(0)
    raven.sees(COFFEE, "By the count: Lost", strength="0")


def the_clerk_counts(cast: Cast) -> None:
    cast.clock.move_to(CLOSED + timedelta(minutes=1))
    proposals_tasks.sweep()
    cast.lulu.open_ballot()
    cast.lulu.reads("Nday 1 of nweek 2")
    cast.lulu.reads("Nothing is Open.")
    cast.lulu.follow("that of nweek 1")
    cast.lulu.titled("The count of nweek 1")


def the_count_is_played_step_by_step(cast: Cast) -> None:
    """With the buttons, with the keys, and by the list, for whoever comes by."""
    visitor = cast.visitor
    visitor.go("ballot/nweeks/1/")
    visitor.page.evaluate("window.marked = true")
    frame, table = visitor.page.locator("#count-frame"), visitor.page.locator("#count-frame table")
    last = frame.get_attribute("data-step")
    visitor.follow("First")
    expect(frame).to_have_attribute("data-step", "0")
    expect(table.get_by_role("row", name="Coffee")).to_contain_text("Open")
    visitor.follow("Next")
    expect(table.get_by_role("row", name="Coffee")).to_contain_text("Historical")
    visitor.page.keyboard.press("ArrowRight")
    expect(frame).to_have_attribute("data-step", "2")
    expect(table.get_by_role("row", name="Coffee")).to_contain_text("Lost")
    expect(table.get_by_role("row", name="Tea")).to_contain_text("Won")
    visitor.page.keyboard.press("ArrowLeft")
    expect(frame).to_have_attribute("data-step", "1")
    visitor.follow("Last")
    expect(frame).to_have_attribute("data-step", str(last))
    expect(table.get_by_role("row", name="Biscuits")).to_contain_text("Passed")
    expect(table.get_by_role("row", name="Coffee")).to_contain_text("Lost")
    assert visitor.page.evaluate("window.marked === true")


def the_new_law_is_read(cast: Cast) -> None:
    sam = cast.sam
    sam.turn_to("Ruleset")
    sam.reads("At four o’clock there is tea.")
    sam.reads("With whatever there is, there are biscuits.")
    sam.reads_not("There is coffee.", "main")
    sam.go(f"ballot/{COFFEE}/")
    sam.reads("Lost", "#standing")
    sam.reads("Its Strength was 0, and to win takes", "#standing")
    sam.go(f"ballot/{TEA}/")
    sam.reads("It Passed, and its changes were made.", "#standing")


def the_calendar_shows_what_was_and_what_will_be(cast: Cast) -> None:
    visitor = cast.visitor
    visitor.go("ballot/")
    visitor.follow("Calendar")
    visitor.titled("Calendar")
    visitor.reads("Nday 1 of nweek 2", ".clockstate")
    today = visitor.page.locator(".nday--today")
    expect(today).to_contain_text("nday 1")
    expect(today.locator("time")).to_have_attribute("datetime", f"{CLOSED:%Y-%m-%d}")
    opening = visitor.page.locator(".nday", has=visitor.page.locator(".nday__mark--opening"))
    expect(opening.locator("time").first).to_be_visible()
    assert f"{CLOSED + timedelta(days=8):%Y-%m-%d}" in opening.locator("time").evaluate_all(
        "all => all.map(each => each.dateTime)"
    )
    with visitor.page.expect_download() as coming:
        visitor.follow("Download it once")
    assert coming.value.path().read_text().startswith("BEGIN:VCALENDAR")
