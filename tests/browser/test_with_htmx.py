"""With scripts the pages are quicker: parts are swapped in, refusals told where one looks; Back shows whole pages."""

from __future__ import annotations

import re
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


def matter(table: Table) -> None:
    table.propose("Raven", "A matter", [table.amend("Enactment", OLD, NEW)])


def opened(page: Page, address: str) -> Page:
    """The page, marked: a reload would wipe the mark out."""
    page.goto(address)
    page.evaluate("window.marked = true")
    return page


def still_the_same(page: Page) -> bool:
    return bool(page.evaluate("window.marked === true"))


def test_a_vote_changes_the_comments_and_the_verdict_in_place(table: Table, seat: Seat) -> None:
    matter(table)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")

    page.locator("input[name=vote][value=FOR]").check()
    page.get_by_role("button", name="Vote or comment", exact=True).click()

    expect(page.locator(".comment--vote")).to_contain_text("Lulu")
    expect(page.locator("#deciding .verdict__missing")).to_contain_text("One more FOR makes a quorum")
    assert still_the_same(page)


def test_who_has_voted_in_place_is_asked_for_it_no_more(table: Table, seat: Seat) -> None:
    matter(table)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")
    expect(page.locator("#glance")).to_contain_text("not voted yet")

    page.locator("input[name=vote][value=FOR]").check()
    page.get_by_role("button", name="Vote or comment", exact=True).click()

    expect(page.locator(".ballot__cast")).to_contain_text("You have voted FOR")
    expect(page.locator("#glance")).not_to_contain_text("not voted yet")
    expect(page.locator("input[name=vote][value='']")).to_be_checked()


def test_two_votes_in_a_row_need_no_reload(table: Table, seat: Seat) -> None:
    matter(table)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")

    for place, icon in enumerate(("FOR", "AGAINST"), 1):
        page.locator(f"input[name=vote][value={icon}]").check()
        page.get_by_role("button", name="Vote or comment", exact=True).click()
        expect(page.locator(".comment--vote")).to_have_count(place)

    expect(page.locator(".comment--superseded")).to_contain_text("FOR")
    assert table.verdict(1).verdict.tally.against == 1
    assert still_the_same(page)


def test_a_comment_is_previewed_in_place_and_stays_in_its_field(table: Table, seat: Seat) -> None:
    matter(table)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")

    page.get_by_label("Your comment").fill("I *do* like it.")
    page.get_by_role("button", name="Preview", exact=True).click()

    expect(page.locator("#comment-preview em")).to_have_text("do")
    expect(page.get_by_label("Your comment")).to_have_value("I *do* like it.")
    assert still_the_same(page)


def test_a_post_is_composed_previewed_and_kept_in_place(table: Table, seat: Seat) -> None:
    page = opened(seat(table.account("Lulu")), "/g/table/posts/new/")
    page.get_by_label("Title").fill("Time: A day and a half")

    page.get_by_label("Add a change").select_option("Replace words in a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Rule", exact=True).select_option("1.5 Enactment")
    page.get_by_label("Words that stand in it once").fill(OLD)
    page.get_by_label("What to put for them").fill(NEW)
    page.get_by_role("button", name="Preview", exact=True).click()

    expect(page.get_by_role("region", name="Preview").locator("ins").first).to_contain_text("36")
    expect(page.locator("#draft-kept")).to_contain_text("Draft kept at 12:00 UTC")
    assert still_the_same(page)
    page.goto("/g/table/drafts/")
    page.get_by_role("link", name="Time: A day and a half").click()
    expect(page.get_by_label("What to put for them")).to_have_value(NEW)


def test_an_amendment_shows_its_difference_while_it_is_typed(table: Table, seat: Seat) -> None:
    page = opened(seat(table.account("Lulu")), "/g/table/posts/new/")
    page.get_by_label("Add a change").select_option("Amend a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Rule", exact=True).select_option("3.8 Spelling")
    page.get_by_role("button", name="Take up its text").click()

    text = page.get_by_label("Its text, as it shall be")
    text.press("Control+End")
    text.press_sequentially(" Ahem.")

    expect(page.locator(".row__diff ins")).to_contain_text("Ahem.")
    expect(text).to_be_focused()
    assert still_the_same(page)


def test_the_verdict_is_renewed_once_others_have_voted(table: Table, seat: Seat) -> None:
    matter(table)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")
    table.vote("Sam", 1, Vote.FOR)

    page.evaluate("htmx.trigger(document.body, 'voted')")

    expect(page.locator("#deciding .verdict__missing")).to_contain_text("One more FOR makes a quorum")
    assert still_the_same(page)


def test_a_vote_on_what_was_resolved_meanwhile_is_refused_where_it_was_cast(
    table: Table, seat: Seat, clock: time_machine.Traveller
) -> None:
    matter(table)
    for name in ("Kevan", "Sam"):
        table.vote(name, 1, Vote.FOR)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")
    clock.move_to(NOON + timedelta(hours=12))
    table.enact("Josh", 1)

    page.get_by_label("Your comment").fill("Stop!")
    page.locator("input[name=vote][value=AGAINST]").check()
    page.get_by_role("button", name="Vote or comment", exact=True).click()

    expect(page.get_by_role("alert")).to_contain_text("already enacted")
    expect(page.get_by_label("Your comment")).to_have_value("Stop!")
    assert still_the_same(page)


def test_an_empty_comment_is_answered_at_its_field(table: Table, seat: Seat) -> None:
    matter(table)
    page = opened(seat(table.account("Lulu")), "/g/table/posts/1/")

    with page.expect_response(re.compile("/comments/$")) as answer:
        page.get_by_role("button", name="Vote or comment", exact=True).click()

    assert answer.value.status == 422
    expect(page.locator("#comment-form .field__errors")).to_be_visible()
    assert still_the_same(page)


def test_back_and_forward_show_whole_pages_where_parts_came_from_the_same_addresses(table: Table, seat: Seat) -> None:
    matter(table)
    page = seat(table.account("Lulu"))
    page.goto("/g/table/posts/1/what-if/")
    page.goto("/g/table/posts/1/")
    page.get_by_text("What if …").click()
    expect(page.get_by_label("Sam’s vote")).to_be_visible()

    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("What if …")
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("A matter")
    page.goto("/g/table/posts/1/deciding/")
    page.go_back()
    page.evaluate("htmx.trigger(document.body, 'voted')")
    page.go_forward()

    expect(page.get_by_role("navigation", name="The Table")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("A matter")
