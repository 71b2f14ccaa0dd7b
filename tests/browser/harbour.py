"""How a Dynasty is played at the Harbour: founded, won, opened with a theme, and played at until somebody disputes it.

Chapters of `test_a_whole_dynasty`; each begins where the one before it ended.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import time_machine
from playwright.sync_api import expect

from proposals import tasks as proposals_tasks
from tests.browser.playing import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

TITLE, SLUG = "The Long Pier", "the-long-pier"
SLIPS = (
    "Each Merchant has a Berth and keeps Fish.\n\n"
    "A Merchant may [often](often:fishing) go fishing: e spends 1 Gold, rolls 2DICE6, and gains that many Fish. "
    "*A Berthold is nobody's Berth.*"
)
BELLS = "[When a Proposal is enacted](trigger:enacted), the Admin who enacts it shall ring the bell."


class Cast:
    """Everybody at eir own browser, and the clock that they share."""

    def __init__(self, open_page: Callable[..., Page], clock: time_machine.Traveller) -> None:
        self.clock = clock
        self.kevan, self.josh, self.lulu, self.raven, self.sam = self.all = [
            Player(name, open_page(), TITLE, SLUG) for name in ("Kevan", "Josh", "Lulu", "Raven", "Sam")
        ]

    def at(self, day: int, hour: int, minute: int = 0) -> None:
        """A moment of January 2026; the fifth is a Monday."""
        self.clock.move_to(datetime(2026, 1, day, hour, minute, tzinfo=UTC))

    def clerk(self, day: int, hour: int, minute: int = 0) -> None:
        """The Clerk's round, at that moment."""
        self.at(day, hour, minute)
        proposals_tasks.sweep()


# -- how it began


def a_game_is_founded(cast: Cast) -> None:
    kevan, *others = cast.all
    kevan.sign_up()
    kevan.found()
    kevan.reads("The First Dynasty of Kevan", "body")
    for each in others:
        each.sign_up()
        each.announce()
    kevan.admit(*(each.name for each in others))


def the_first_winner_hands_the_role_on(cast: Cast) -> None:
    """With the Mastermind's vote cast, twelve hours are enough."""
    number = cast.sam.declare("The oldest coin", "I have found it, and it is mine.")
    for each in (cast.kevan, cast.raven, cast.sam):
        each.vote(number)
    cast.at(6, 0)
    cast.kevan.resolve(number, "Pass", f"#{number} has passed.")

    cast.sam.go()
    cast.sam.reads("The First Dynasty of Sam begins with your words")
    cast.sam.follow("hand the role on")
    cast.sam.page.get_by_label("To whom").select_option(label="Lulu")
    cast.sam.press("Hand it on")
    cast.sam.reads("The role is handed on.", "#messages")

    cast.raven.go()
    cast.raven.reads("The First Dynasty of Lulu waits for its Ascension Address, from Lulu.")


def lulu_opens_a_dynasty(cast: Cast) -> None:
    """A theme package brings rules and columns, in this game's own words."""
    cast.at(6, 8)
    lulu = cast.lulu
    lulu.go()
    lulu.follow("write the Ascension Address")
    lulu.page.get_by_label("Theme", exact=True).fill("The Harbour")
    lulu.page.locator("textarea[name=text]").fill("Come *ashore*.")
    lulu.page.get_by_role("radio", name="The Harbour").check()
    lulu.page.get_by_label("“Agent” becomes").fill("Merchant")
    lulu.page.get_by_label("“Mastermind” becomes").fill("Harbourmaster")
    lulu.page.locator("[name=emblem]").fill("⚓")
    expect(lulu.page.get_by_role("button", name="Give the Address")).to_be_disabled()
    lulu.press("Preview")
    lulu.reads("The Lighthouse", "#preview")
    lulu.press("Give the Address")

    lulu.titled("The First Dynasty of Lulu")
    cast.josh.turn_to("Tracker")
    cast.josh.reads("Merchant by Merchant")
    expect(cast.josh.value("Gold", "Sam")).to_have_text("10")
    expect(cast.josh.value("Tide")).to_have_text("3")
    cast.josh.is_out_of_hiatus()


# -- what was played


def proposals_make_a_rule_and_its_columns(cast: Cast) -> None:
    """One is enacted by an Admin's hand, the other by the Clerk's."""
    josh, raven = cast.josh, cast.raven
    josh.compose("Proposal", "Sea: Fish")
    josh.change(1, "Enact a new rule", title="The Slips", text=SLIPS)
    josh.change(2, "Make a column of the tracker", name="Fish", standard="0", carrier_title="The Slips")
    kind = {"column_kind": "a text"}
    josh.change(3, "Make a column of the tracker", chosen=kind, name="Berth", carrier_title="The Slips")
    josh.press("Preview")
    josh.reads("The Slips", "#preview")
    fish = josh.post()
    raven.compose("Proposal", "Sound: A bell")
    raven.change(1, "Enact a new rule", title="Bells", text=BELLS)
    bell = raven.post()
    for number in (fish, bell):
        for each in (cast.lulu, cast.sam):
            each.vote(number)
    raven.vote(fish)
    josh.vote(bell)

    cast.at(6, 20)
    cast.kevan.resolve(fish, "Enact", f"#{fish} is enacted.")
    cast.clerk(6, 21)
    raven.go(f"posts/{bell}/")
    raven.reads("Enacted")


def the_tracker_is_played_with(cast: Cast) -> None:
    raven = cast.raven
    cast.at(7, 9)
    raven.choose(("Gold", "Raven"), ("Berth", "Raven"))
    raven.put("Gold of Raven", "spend", "1")
    raven.page.get_by_role("group", name="Berth of Raven").get_by_label("Value").fill("Under the crane")
    raven.because("Out with the tide: 2DICE6", "fishing (often)")
    raven.update()
    raven.page.get_by_role("link", name="2DICE6 = ").click()
    caught = raven.page.locator(".faces__total").inner_text().split()[0]
    raven.reads("This roll can be checked from")
    raven.choose(("Fish", "Raven"))
    raven.put("Fish of Raven", "gain", caught)
    raven.because("My catch.")
    raven.update()
    raven.turn_to("Tracker")
    expect(raven.value("Gold", "Raven")).to_have_text("9")
    expect(raven.value("Fish", "Raven")).to_have_text(caught)
    expect(raven.value("Berth", "Raven")).to_have_text("Under the crane")

    raven.turn_to("Duties")
    raven.reads("next allowed")
    raven.choose(("Fish", "Raven"))
    raven.reads("Next allowed at")
    raven.because("Once more: 2DICE6", "fishing (often)")
    raven.press("Update")
    raven.reads("Nothing is changed yet")


def an_update_is_undone_and_the_undoing_disputed(cast: Cast) -> None:
    """Nobody spends what e has not; and what Josh takes for a breach, the game does not."""
    sam, josh = cast.sam, cast.josh
    sam.choose(("Gold", "Sam"), ("Cargo", "Sam"))
    sam.put("Gold of Sam", "spend", "99")
    sam.put("Cargo of Sam", "gain", "3")
    sam.because("Three Cargo, the Tide at 3.")
    sam.page.get_by_label("The rule that permits it").select_option(label="2.3 Trade")
    sam.press("Update")
    sam.reads("Numbers and Spending")
    sam.put("Gold of Sam", "spend", "9")
    bought = sam.update()

    josh.turn_to("Tracker")
    josh.follow("All updates")
    josh.follow(f"Update {bought}")
    josh.follow("Undo")
    josh.page.get_by_label("The rule that it broke").select_option(label="2.3 Trade")
    josh.page.get_by_label("How").fill("The Tide had turned.")
    josh.press("Undo it")
    josh.reads(f"Update {bought} is undone.", "#messages")

    sam.turn_to("Tracker")
    expect(sam.value("Gold", "Sam")).to_have_text("10")
    sam.value("Gold", "Sam").get_by_role("link").click()
    sam.follow(f"update {bought + 1}")
    sam.press("Dispute")
    expect(sam.page.get_by_label("Title")).to_have_value(f"The undoing of update {bought}")
    expect(sam.page.get_by_role("group", name="2. Change what the tracker holds")).to_be_visible()
    call = sam.post()
    sam.reads(f"Update {bought} by Sam, under Trade, was undone by Josh")
    for each in (sam, cast.raven, cast.kevan):
        each.vote(call)
    cast.clerk(7, 11)
    sam.turn_to("Tracker")
    expect(sam.value("Gold", "Sam")).to_have_text("1")
    expect(sam.value("Cargo", "Sam")).to_have_text("3")


def somebody_calls_for_judgment_without_a_name(cast: Cast) -> None:
    lulu, raven = cast.lulu, cast.raven
    lulu.compose("Call for Judgment", "Is a fish a Fish?", "It says so nowhere.")
    lulu.page.get_by_label("Leave my name off").check()
    call = lulu.post()
    raven.go(f"posts/{call}/")
    raven.reads_not("Lulu", "article.post")
    for each in (raven, cast.sam, cast.kevan):
        each.vote(call, "AGAINST")
    cast.clerk(7, 13)
    raven.go(f"posts/{call}/")
    raven.reads("Failed", "article.post")
    raven.reads_not("Lulu", "article.post")

    lulu.go(f"posts/{call}/")
    lulu.follow("Put your name to it …")
    lulu.press("Put my name to it")
    lulu.reads(f"#{call} bears your name now.", "#messages")
    raven.go(f"posts/{call}/")
    raven.reads("by Lulu", "article.post")
