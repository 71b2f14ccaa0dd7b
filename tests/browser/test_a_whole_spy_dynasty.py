"""The spy dynasty from its Ascension Address to the revealing of all that was secret, through pages alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
import time_machine
from playwright.sync_api import expect

from proposals import tasks as proposals_tasks
from tests.browser.playing import the_record_agrees
from tests.browser.spyplay import Spy
from tests.casting import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

OLD, NEW = "[1 to 33](dial:spy.capture_success)", "[1 to 100](dial:spy.capture_success)"
SKIS, CROSSING, REFUSED = "Skis", "Cross the Iron Curtain", 409
BE_IN = "one of the group is in one of these places"
OTHERS = [f"Errand {number}" for number in range(2, 11)]


class Cast:
    """Everybody at eir own browser, and the clock that they share. Lulu has won, and is the Mastermind."""

    def __init__(self, table: Table, seat: Callable[..., Page], clock: time_machine.Traveller) -> None:
        self.clock = clock
        self.lulu, self.kevan, self.josh, self.raven, self.sam = self.all = [
            Spy(name, seat(table.account(name)), table.made.title, table.made.slug)
            for name in ("Lulu", "Kevan", "Josh", "Raven", "Sam")
        ]
        self.spies = self.all[1:]

    def at(self, day: int, hour: int, minute: int = 0) -> None:
        """A moment of January 2026, after a round of the Clerk's."""
        self.clock.move_to(datetime(2026, 1, day, hour, minute, tzinfo=UTC))
        proposals_tasks.sweep()


@pytest.fixture
def cast(table: Table, seat: Callable[..., Page], clock: time_machine.Traveller) -> Cast:
    table.win("Lulu", clock)
    return Cast(table, seat, clock)


def test_a_whole_spy_dynasty(cast: Cast) -> None:
    lulu_opens_the_spy_dynasty(cast)
    everybody_declares_and_is_dealt_a_location(cast)
    capture_is_made_certain_by_proposal(cast)
    raven_passes_checkpoint_charlie(cast)
    josh_smuggles_by_sea(cast)
    sam_is_captured(cast)
    the_journal_tells_of_the_checkpoint(cast)
    a_gadget_is_approved_priced_and_bought(cast)
    raven_crosses_the_curtain_on_skis(cast)
    sam_is_rescued(cast)
    sam_completes_ten_missions(cast)
    sam_wins(cast)
    the_desk_changes_hands(cast)
    everything_is_revealed(cast)
    the_record_agrees()


# -- how it began


def lulu_opens_the_spy_dynasty(cast: Cast) -> None:
    cast.at(7, 8)
    lulu = cast.lulu
    lulu.go()
    lulu.follow("write the Ascension Address")
    lulu.page.get_by_label("Theme", exact=True).fill("Cold War")
    lulu.page.locator("textarea[name=text]").fill("Trust *nobody*.")
    lulu.page.get_by_role("radio", name="The Spy Dynasty").check()
    lulu.press("Preview")
    lulu.reads("Checkpoint Charlie", "#preview")
    lulu.press("Give the Address")
    lulu.titled("The First Dynasty of Lulu")


def everybody_declares_and_is_dealt_a_location(cast: Cast) -> None:
    kevan, josh, raven, sam = cast.spies
    kevan.declare_for("World")
    josh.declare_for("Mastermind")
    raven.declare_for("Double Agent (World)")
    sam.declare_for("Double Agent (Mastermind)")
    expect(sam.dossier("Location")).to_contain_text("none yet")

    cast.lulu.turn_to("Desk")
    cast.lulu.press("Deal land territories")
    cast.lulu.reads("4 Locations are dealt.", "#messages")
    expect(cast.lulu.row("Sam")).to_contain_text("Double Agent")
    expect(sam.dossier("Location")).to_contain_text(re.compile(r"\([A-Z]{3}\)"))
    assert all(3 <= each <= 5 for each in sam.tickets())
    for name, code in (("Raven", "BER"), ("Josh", "GRE"), ("Kevan", "PAR"), ("Sam", "PAR")):
        cast.lulu.assign(name, code)


def capture_is_made_certain_by_proposal(cast: Cast) -> None:
    """And Sam asks for a Gadget, of which others approve."""
    kevan, josh, raven, sam = cast.spies
    josh.compose("Proposal", "Capture: Nobody gets away")
    josh.change(1, "Replace words in a rule", chosen={"rule": "2.14 Capture"}, find=OLD, replace=NEW)
    number = josh.post()
    for each in (cast.lulu, kevan, raven):
        each.vote(number)
    sam.ask_for(SKIS, CROSSING)
    for each in (josh, kevan):
        each.approve(SKIS)


# -- what was played


def raven_passes_checkpoint_charlie(cast: Cast) -> None:
    raven = cast.raven
    before = raven.tickets()
    raven.has_no_move("HAM", "takes a Gadget that lets its owner cross")
    raven.move("FRA", "land")
    assert raven.tickets() == before
    cast.kevan.turn_to("Tracker")
    cast.kevan.follow("All updates")
    cast.kevan.reads("LAND MOVE")
    cast.kevan.reads_not("Frankfurt")
    cast.lulu.turn_to("Desk")
    cast.lulu.reads("Raven passed Checkpoint Charlie, from Berlin (BER) to Frankfurt (FRA)")


def josh_smuggles_by_sea(cast: Cast) -> None:
    """Istanbul lies on both sides of the Iron Curtain, for who came from Greece on the free one."""
    josh = cast.josh
    josh.move("IST", "land")
    josh.reads("For you it is in the Free World", ".moves")
    cast.at(8, 9)
    air, sea, land = josh.tickets()
    josh.move("WBS", "2 Sea Tickets")
    assert josh.tickets() == (air, sea - 2, land)


def sam_is_captured(cast: Cast) -> None:
    """The Proposal is enacted by now. Whoever captures for the World fills the prison of the World."""
    kevan, sam = cast.kevan, cast.sam
    kevan.turn_to("Ruleset")
    kevan.reads("1 to 100")
    kevan.attempt_to_capture("Raven", "not where you were")
    kevan.attempt_to_capture("Sam", "Your attempt waits for")
    sam.dossier()
    sam.reads_not("Somebody on you")
    cast.lulu.roll_for("Kevan", "Sam")

    sam.dossier()
    sam.reads("You are in prison")
    sam.reads("In Iceland (ICE), the prison of the World.")
    expect(sam.dossier("LKL")).to_have_text("ICE-PRI")
    cast.josh.turn_to("Tracker")
    expect(cast.josh.value("LKL", "Sam")).to_have_text("ICE-PRI")


def the_journal_tells_of_the_checkpoint(cast: Cast) -> None:
    """Within two days, at a moment that was drawn; and it names nobody."""
    cast.at(9, 8, 1)
    sam = cast.sam
    sam.turn_to("Journal")
    sam.follow("Checkpoint Charlie")
    sam.reads("An Agent was seen passing Checkpoint Charlie.", "article.post")
    sam.reads_not("Raven", "article.post")


def a_gadget_is_approved_priced_and_bought(cast: Cast) -> None:
    """Raven is still in Frankfurt, which is a supply centre."""
    sam, raven = cast.sam, cast.raven
    cast.at(9, 10)
    sam.turn_to("Gadgets")
    sam.press("Add it to my Gadgets")
    sam.reads("“Skis” is yours.", "#messages")
    cast.lulu.price(SKIS, 1, 0, 1)
    air, sea, land = raven.tickets()
    raven.turn_to("Gadgets")
    raven.press("Buy Skis")
    raven.reads("“Skis” is yours.", "#messages")
    assert raven.tickets() == (air - 1, sea, land - 1)


def raven_crosses_the_curtain_on_skis(cast: Cast) -> None:
    cast.raven.move("SAX", "land")
    cast.lulu.turn_to("Desk")
    expect(cast.lulu.row("Raven")).to_contain_text("Saxony (SAX)")


def sam_is_rescued(cast: Cast) -> None:
    """Who rescues has to have moved there; e pays a Ticket of every kind."""
    raven, sam = cast.raven, cast.sam
    cast.at(10, 10)
    cast.lulu.assign("Raven", "NWG")
    raven.move("ICE", "sea")
    air, sea, land = raven.tickets()
    raven.rescue("Sam")
    assert raven.tickets() == (air - 1, sea - 1, land - 1)
    sam.dossier()
    sam.reads("rescued")
    sam.reads_not("You are in prison")
    sam.move("NAO", "sea")


def sam_completes_ten_missions(cast: Cast) -> None:
    """The first is announced, looked for on the board and ruled on at the desk; at the others they know the way."""
    lulu, josh, sam = cast.lulu, cast.josh, cast.sam
    lulu.turn_to("Missions")
    lulu.follow("New mission")
    first = lulu.open_mission("Cold Feet", "Stand in the ocean.", BE_IN, "NAO")
    josh.turn_to("Journal")
    josh.reads("New Mission Available")
    sam.turn_to("Missions")
    sam.follow("Cold Feet")
    sam.reads("met: you are there")
    sam.claim(first, "I am *so* cold.")
    lulu.turn_to("Desk")
    lulu.accept()
    for title in OTHERS:
        number = lulu.open_mission(title)
        sam.claim(number)
        lulu.go(f"spy/missions/{number}/")
        lulu.accept()
    sam.turn_to("Missions")
    sam.reads("10 missions completed: you are a Master Spy.")
    cast.josh.turn_to("Tracker")
    expect(cast.josh.value("Rank", "Sam")).to_have_text("Master Spy")


# -- how it ended


def sam_wins(cast: Cast) -> None:
    sam = cast.sam
    sam.turn_to("Missions")
    sam.follow("Declare victory")
    expect(sam.page.get_by_label("Title", exact=True)).to_have_value("I am a Master Spy")
    sam.press("Post")
    sam.press("Declare victory")
    expect(sam.page.locator("article.post")).to_be_visible()
    sam.follow("Cold Feet")
    sam.titled("Cold Feet")
    sam.page.go_back()
    number = sam.number()
    for each in (cast.lulu, cast.kevan, cast.josh, cast.raven):
        each.vote(number)
    cast.at(11, 12)
    cast.kevan.go(f"posts/{number}/")
    cast.kevan.reads("Passed", "article.post")


def the_desk_changes_hands(cast: Cast) -> None:
    cast.sam.go()
    cast.sam.turn_to("Desk")
    expect(cast.sam.row("Josh")).to_contain_text("Western Black Sea (WBS)")
    lulu = cast.lulu
    lulu.go()
    bar = lulu.page.get_by_role("navigation", name=lulu.game)
    expect(bar.get_by_role("link", name="Desk", include_hidden=True)).to_have_count(0)
    answer = lulu.page.goto(f"/g/{lulu.slug}/spy/desk/")
    assert answer is not None
    assert answer.status == REFUSED
    lulu.reads("Only the Mastermind may do that.")


def everything_is_revealed(cast: Cast) -> None:
    sam, josh = cast.sam, cast.josh
    sam.turn_to("Desk")
    sam.follow("Reveal everything …")
    sam.page.get_by_label("Reveal everything, to everybody and for good").check()
    sam.press("Reveal everything")
    sam.titled("The secret story")
    story = sam.page.url
    josh.page.goto(story)
    josh.reads("What everybody was in the end")
    josh.follow("Raven")
    for line in (
        "Raven declares eir Affiliation: Double Agent (World).",
        "Raven moves by land from Berlin (BER) to Frankfurt (FRA).",
        "Raven moves by land from Frankfurt (FRA) to Saxony (SAX), across the Iron Curtain",
        "Sam is rescued by Raven.",
    ):
        josh.reads(line)
