"""A browser that runs no script does all that the game asks of anybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import time_machine
from playwright.sync_api import expect

from proposals.voting.rules import Vote
from tests.browser.conftest import NOON
from tests.casting import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
OLD, NEW = "[48 hours](dial:enactment.timeout)", "[36 hours](dial:enactment.timeout)"


def test_a_proposal_is_drafted_previewed_and_posted_without_a_script(table: Table, seat: Seat) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto("/g/table/posts/new/")
    page.get_by_label("Title").fill("Time: A day and a half")

    page.get_by_label("Add a change").select_option("Replace words in a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Rule", exact=True).select_option("1.5 Enactment")
    page.get_by_label("Words that stand in it once").fill(OLD)
    page.get_by_label("What to put for them").fill(NEW)
    page.get_by_role("button", name="Preview", exact=True).click()
    preview = page.get_by_role("region", name="Preview")
    expect(preview.locator("ins").first).to_contain_text("36")
    page.get_by_role("button", name="Keep as a draft").click()
    expect(page.locator("#messages")).to_contain_text("Kept as a draft")
    expect(page.get_by_label("What to put for them")).to_have_value(NEW)
    page.get_by_role("button", name="Post", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Time: A day and a half")
    assert table.status(1) == "pending"
    page.goto("/g/table/drafts/")
    expect(page.get_by_text("No drafts")).to_be_visible()


def test_an_amendment_takes_up_the_text_of_its_rule_without_a_script(table: Table, seat: Seat) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto("/g/table/posts/new/")
    page.get_by_label("Title").fill("Spelling: tidier")

    page.get_by_label("Add a change").select_option("Amend a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Rule", exact=True).select_option("3.8 Spelling")
    page.get_by_role("button", name="Take up its text").click()
    text = page.get_by_label("Its text, as it shall be")
    text.fill(text.input_value() + "\n\nNor does a slip of the pen.")
    page.get_by_role("button", name="Post", exact=True).click()

    expect(page.locator(".changes ins")).to_contain_text("Nor does a slip of the pen.")


def test_votes_and_comments_are_cast_and_tried_without_a_script(table: Table, seat: Seat) -> None:
    table.propose("Raven", "A matter", [table.amend("Enactment", OLD, NEW)])
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto("/g/table/posts/1/")

    page.get_by_label("Your comment").fill("I *do* like it.")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#comment-preview em")).to_have_text("do")
    assert table.verdict(1).verdict.tally.for_ == 1
    page.locator("input[name=vote][value=FOR]").check()
    page.get_by_role("button", name="Vote or comment", exact=True).click()

    expect(page.locator(".comment")).to_contain_text("I do like it.")
    assert table.verdict(1).verdict.tally.for_ == 2
    page.get_by_text("What if …").click()
    page.get_by_role("link", name="Try votes, idlings and times").click()
    page.get_by_label("Sam’s vote").select_option("FOR")
    page.get_by_label("At what moment").fill("+12")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".whatif__outcome")).to_contain_text("It may be enacted now")
    assert table.verdict(1).verdict.tally.for_ == 2


def test_an_admin_enacts_without_a_script(table: Table, seat: Seat, clock: time_machine.Traveller) -> None:
    table.propose("Raven", "A matter", [table.amend("Enactment", OLD, NEW)])
    for name in ("Lulu", "Sam"):
        table.vote(name, 1, Vote.FOR)
    clock.move_to(NOON + timedelta(hours=12))
    page = seat(table.account("Josh"), java_script_enabled=False)

    page.goto("/g/table/queue/")
    page.get_by_role("link", name="Look first").click()
    expect(page.get_by_role("region", name="What will change").locator("ins").first).to_contain_text("36")
    page.get_by_role("button", name="Enact #1").click()

    expect(page.locator("#messages")).to_contain_text("#1 is enacted.")
    assert NEW in table.rule("Enactment").text
