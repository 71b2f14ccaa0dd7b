"""A post's page: read, voted on, debated and left open; by keyboard, in place, and without a script."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from playwright.sync_api import expect

from proposals.voting.rules import Vote
from tests.browser.conftest import NOON
from tests.browser.keyboard import tab_through
from tests.browser.playing import Seat, mark, still_marked
from tests.browser.polls import Crossing, leave_open, lost_focus, pass_time
from tests.casting import Table

OLD, NEW = "[48 hours](dial:enactment.timeout)", "[36 hours](dial:enactment.timeout)"
POST = "/g/table/posts/1/"


@pytest.fixture
def table(table: Table) -> Table:
    """With a Proposal of Raven's."""
    table.propose("Raven", "A matter", [table.amend("Enactment", OLD, NEW)])
    return table


def test_a_post_is_read_and_voted_on_without_a_mouse(table: Table, seat: Seat) -> None:
    page = seat(table.account("Josh"))
    page.goto(POST)

    tab_through(page)

    first = page.locator("[data-place='0']")
    expect(first).to_have_text("Skip to the text")
    first.press("Enter")
    expect(page.locator("#main")).to_be_focused()

    page.get_by_label("Your comment").focus()
    page.keyboard.type("By hand.")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator("input[name=vote][value=FOR]")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Vote or comment", exact=True)).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator(".comment--vote")).to_contain_text("By hand.")
    assert table.verdict(1).verdict.tally.for_ == 2


def test_votes_and_comments_change_the_page_in_place(table: Table, seat: Seat, clock: time_machine.Traveller) -> None:
    page = seat(table.account("Lulu"))
    page.goto(POST)
    mark(page)
    comment, verdict = page.get_by_label("Your comment"), page.locator("#deciding .verdict__missing")
    send = page.get_by_role("button", name="Vote or comment", exact=True)
    expect(page.locator("#glance")).to_contain_text("not voted yet")

    with page.expect_response(re.compile("/comments/$")) as answer:
        send.click()
    assert answer.value.status == 422
    expect(page.locator("#comment-form .field__errors")).to_be_visible()

    comment.fill("I *do* like it.")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#comment-preview em")).to_have_text("do")
    expect(comment).to_have_value("I *do* like it.")

    page.locator("input[name=vote][value=FOR]").check()
    send.click()
    expect(page.locator(".comment--vote")).to_contain_text("Lulu")
    expect(verdict).to_contain_text("One more FOR makes a quorum")
    expect(page.locator(".ballot__cast")).to_contain_text("You have voted FOR")
    expect(page.locator("#glance")).not_to_contain_text("not voted yet")
    expect(page.locator("input[name=vote][value='']")).to_be_checked()

    page.locator("input[name=vote][value=AGAINST]").check()
    send.click()
    expect(page.locator(".comment--vote")).to_have_count(2)
    expect(page.locator(".comment--superseded")).to_contain_text("FOR")
    expect(verdict).to_contain_text("2 more FOR make a quorum")
    assert table.verdict(1).verdict.tally.against == 1

    table.vote("Sam", 1, Vote.FOR)
    page.evaluate("htmx.trigger(document.body, 'voted')")
    expect(verdict).to_contain_text("One more FOR makes a quorum")

    table.vote("Kevan", 1, Vote.FOR)
    clock.move_to(NOON + timedelta(hours=12))
    table.enact("Josh", 1)
    comment.fill("Stop!")
    page.locator("input[name=vote][value=AGAINST]").check()
    send.click()
    expect(page.get_by_role("alert")).to_contain_text("already enacted")
    expect(comment).to_have_value("Stop!")
    assert still_marked(page)


def test_back_and_forward_show_whole_pages_and_not_their_parts(table: Table, seat: Seat) -> None:
    page = seat(table.account("Lulu"))
    page.goto(f"{POST}what-if/")
    page.goto(POST)
    page.get_by_text("What if …").click()
    expect(page.get_by_label("Sam’s vote")).to_be_visible()

    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("What if …")
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("A matter")
    page.goto(f"{POST}deciding/")
    page.go_back()
    page.evaluate("htmx.trigger(document.body, 'voted')")
    page.go_forward()

    expect(page.get_by_role("navigation", name="The Table")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("A matter")


def test_a_post_left_open_renews_its_verdict_and_keeps_focus_and_folds(table: Table, seat: Seat) -> None:
    table.comment("Lulu", 1, vote=Vote.AGAINST)
    page = leave_open(seat(table.account("Kevan")), POST)
    status, trail = page.locator(".post__head .status"), page.locator("#deciding details")
    expect(status).to_have_text("Pending")
    trail.locator("summary").click()

    assert lost_focus(page, "#deciding") == []

    table.comment("Sam", 1, vote=Vote.AGAINST)
    pass_time(page)
    expect(trail).to_contain_text("Sam")
    expect(trail).to_have_attribute("open", "")

    table.comment("Raven", 1, vote=Vote.AGAINST)
    table.fail("Kevan", 1)
    pass_time(page)
    expect(page.locator(".verdict__headline")).to_contain_text("Failed")
    expect(status).to_have_text("Failed")


def test_a_verdict_asked_for_just_before_a_vote_counts_the_vote(table: Table, seat: Seat) -> None:
    crossing = Crossing(seat(table.account("Lulu")), POST, f"{POST}deciding/")
    page = crossing.page
    crossing.hold()

    page.get_by_role("radio", name="AGAINST").check()
    page.get_by_role("button", name="Vote or comment").click()
    expect(page.locator(".comments")).to_contain_text("AGAINST")
    crossing.release()

    expect(page.locator("#trail tr", has_text="Lulu")).to_contain_text("AGAINST")


def test_a_law_is_drafted_debated_and_enacted_without_a_script(
    table: Table, seat: Seat, clock: time_machine.Traveller
) -> None:
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto("/g/table/posts/new/")
    page.get_by_label("Title").fill("Time: A day and a half")
    page.get_by_label("Add a change").select_option("Replace words in a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Rule", exact=True).select_option("1.5 Enactment")
    page.get_by_label("Words that stand in it once").fill(OLD)
    page.get_by_label("What to put for them").fill(NEW)
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_role("region", name="Preview").locator("ins").first).to_contain_text("36")
    page.get_by_role("button", name="Keep as a draft").click()
    expect(page.locator("#messages")).to_contain_text("Kept as a draft")
    expect(page.get_by_label("What to put for them")).to_have_value(NEW)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Time: A day and a half")
    assert table.status(2) == "pending"
    page.goto("/g/table/drafts/")
    expect(page.get_by_text("No drafts")).to_be_visible()

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

    page.goto(POST)
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

    table.vote("Sam", 1, Vote.FOR)
    clock.move_to(NOON + timedelta(hours=12))
    page = seat(table.account("Josh"), java_script_enabled=False)
    page.goto("/g/table/queue/")
    page.get_by_role("link", name="Look first").click()
    expect(page.get_by_role("region", name="What will change").locator("ins").first).to_contain_text("36")
    page.get_by_role("button", name="Enact #1").click()
    expect(page.locator("#messages")).to_contain_text("#1 is enacted.")
    assert NEW in table.rule("Enactment").text
