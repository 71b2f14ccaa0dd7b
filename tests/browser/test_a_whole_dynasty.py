"""From a founding to the second Ascension Address: everything that makes a Dynasty, through pages alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
import time_machine
from playwright.sync_api import expect

from tests.browser.harbour import (
    Cast,
    a_game_is_founded,
    an_update_is_undone_and_the_undoing_disputed,
    lulu_opens_a_dynasty,
    proposals_make_a_rule_and_its_columns,
    somebody_calls_for_judgment_without_a_name,
    the_first_winner_hands_the_role_on,
    the_tracker_is_played_with,
)
from tests.browser.playing import the_record_agrees

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def cast(open_page: Callable[..., Page], clock: time_machine.Traveller) -> Cast:
    return Cast(open_page, clock)


def test_a_whole_dynasty(cast: Cast) -> None:
    a_game_is_founded(cast)
    the_first_winner_hands_the_role_on(cast)
    lulu_opens_a_dynasty(cast)
    proposals_make_a_rule_and_its_columns(cast)
    the_tracker_is_played_with(cast)
    an_update_is_undone_and_the_undoing_disputed(cast)
    somebody_calls_for_judgment_without_a_name(cast)
    a_declaration_fails(cast)
    a_declaration_passes(cast)
    raven_speaks_and_words_give_way(cast)
    everything_speaks_the_new_words(cast)
    the_archive_keeps_what_was(cast)
    the_record_agrees()


# -- how it ended


def a_declaration_fails(cast: Cast) -> None:
    """In Hiatus a Proposal rests, and whatever may not be done says by which rule."""
    raven = cast.raven
    cast.at(8, 8)
    cast.sam.compose("Proposal", "Weather: Rain", "Let it rain.")
    rain = cast.sam.post()
    cast.at(8, 9)
    number = cast.josh.declare("The longest line", "Mine reaches the bottom.")

    raven.go(f"posts/{rain}/")
    raven.reads(f"Hiatus while #{number} The longest line is pending.")
    raven.reads("in hiatus", "#deciding")
    expect(raven.page.locator("input[name=vote][value=FOR]")).to_be_disabled()
    raven.reads("Victory and Ascension", "#comment-form")
    raven.turn_to("Journal").get_by_role("link", name="New post").first.click()
    resting = raven.page.locator(".notice", has_text="You may not post a Proposal now.")
    expect(resting).to_contain_text("Victory and Ascension")

    for each in (raven, cast.sam, cast.lulu):
        each.vote(number, "AGAINST")
    cast.at(8, 21)
    cast.kevan.resolve(number, "Fail", f"#{number} has failed.")
    raven.vote(rain, "FOR")
    raven.is_out_of_hiatus()


def a_declaration_passes(cast: Cast) -> None:
    cast.at(9, 9)
    number = cast.raven.declare("The full net", "More Fish than anybody.")
    for each in (cast.kevan, cast.sam, cast.lulu):
        each.vote(number)
    cast.at(9, 21)
    cast.kevan.resolve(number, "Pass", f"#{number} has passed.")
    cast.sam.go()
    cast.sam.reads("The First Dynasty of Raven waits for its Ascension Address, from Raven.")


def raven_speaks_and_words_give_way(cast: Cast) -> None:
    """Two keywords give way, four of seven rules are repealed; what holds a keyword in itself stays, unless ticked."""
    page, raven = cast.raven.page, cast.raven
    raven.go()
    raven.follow("write the Ascension Address")
    page.get_by_label("Theme", exact=True).fill("The Tower")
    page.locator("textarea[name=text]").fill("The tide is *out*.")
    for title in ("Trade", "The Lighthouse", "The Light", "Bells"):
        page.get_by_role("checkbox", name=title, exact=True).check()
    page.get_by_label("“Merchant” becomes").fill("Witch")
    page.locator("[name=row0_word]").fill("Berth")
    page.locator("[name=row0_to]").fill("Quorum")
    raven.press("Preview")
    raven.reads("“Quorum” means something in the law already")
    page.locator("[name=row0_to]").fill("Attic")
    raven.press("Preview")
    expect(page.get_by_role("group", name="Inside other words").get_by_role("checkbox")).not_to_be_checked()
    page.locator("details", has_text="The Slips").locator("summary").click()
    expect(page.locator("details", has_text="The Slips").locator("ins").first).to_be_visible()
    expect(page.locator("#preview li ins")).to_have_text("Attic")
    raven.reads("It keeps no more: Storeys.", "#preview")
    raven.press("Give the Address")
    raven.titled("The First Dynasty of Raven")
    raven.is_out_of_hiatus()


# -- what came of it


def everything_speaks_the_new_words(cast: Cast) -> None:
    sam = cast.sam
    sam.turn_to("Roster")
    sam.reads("An idle Witch has no vote")
    sam.turn_to("Tracker")
    sam.reads("Witch by Witch")
    sam.reads_not("Storeys")
    sam.reads("Attic", "thead")
    sam.turn_to("Ruleset")
    sam.reads("These rules are the law of the game, and every Witch shall keep them.")
    sam.reads("Each Witch has an Attic and keeps Fish.")
    sam.reads("A Berthold is nobody's Attic.")
    sam.reads("When two Witches or more are truly at odds")
    sam.reads_not("Merchant", "main")
    sam.reads("The Lighthouse Repealed by", "section[aria-labelledby=repealed]")
    sam.reads("and from that moment e is a Witch.")
    sam.turn_to("Log")
    sam.reads("Raven opens The First Dynasty of Raven: “The Tower”.")
    sam.reads("gives the column “Berth” of the tracker a new name: “Attic”.")


def the_archive_keeps_what_was(cast: Cast) -> None:
    """The old Dynasty's law and tracker as they stood, and its dice, which anybody can now check."""
    cast.clerk(10, 0, 5)
    josh = cast.josh
    josh.turn_to("Dynasties")
    josh.follow("The First Dynasty of Lulu")
    josh.titled("The First Dynasty of Lulu")
    josh.reads("Come ashore.")
    josh.reads("Merchant, Merchants")
    archive = josh.page.url
    josh.follow("The ruleset at its end")
    josh.reads("Each Merchant has a Berth and keeps Fish.")
    josh.reads("The Lighthouse")
    josh.page.goto(archive)
    josh.follow("The tracker at its end")
    expect(josh.value("Storeys")).to_have_text("0")
    expect(josh.value("Berth", "Raven")).to_have_text("Under the crane")
    expect(josh.value("Gold", "Sam")).to_have_text("1")
    josh.turn_to("Dice")
    josh.follow("Out with the tide: 2DICE6")
    josh.reads("Checked:")
