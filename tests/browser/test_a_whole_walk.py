"""From a stranger's first click to a new law and its history, through pages alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import time_machine
from playwright.sync_api import expect

from tests.browser.conftest import NOON
from tests.casting import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
PASSWORD = "a long walk on a common"
OLD, NEW = "[48 hours](dial:enactment.timeout)", "[36 hours](dial:enactment.timeout)"
TITLE = "Time: A day and a half"


def test_a_stranger_joins_and_changes_the_law(
    page: Page, table: Table, seat: Seat, clock: time_machine.Traveller
) -> None:
    sign_up(page)
    announce(page)
    admin = seat(table.account("Josh"))
    admit(admin)
    number = propose(page)

    watch_the_vote(page, table, seat, number)

    clock.move_to(NOON + timedelta(hours=12))
    enact(page, admin, number)
    read_the_new_law(page, table, number)


def sign_up(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up and play").click()
    page.get_by_label("Username").fill("newcomer")
    page.get_by_label("Email").fill("newcomer@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("navigation", name="Account")).to_contain_text("newcomer")


def announce(page: Page) -> None:
    page.get_by_role("link", name="The Table").click()
    page.get_by_role("link", name="announce your arrival").click()
    page.get_by_label("Your name in this game").fill("Nell")
    page.get_by_label("A few words").fill("I heard that time runs slowly here.")
    page.get_by_role("button", name="Announce your arrival").click()
    expect(page.get_by_role("heading", name="Your arrival is announced")).to_be_visible()


def admit(admin: Page) -> None:
    admin.goto("/g/table/queue/")
    admin.get_by_role("link", name="Answer them on the roster").click()
    admin.get_by_role("button", name="Admit Nell").click()
    expect(admin.get_by_role("row", name="Nell")).to_contain_text("admitted by Josh")


def propose(page: Page) -> int:
    page.goto("/g/table/")
    page.get_by_role("link", name="New post").first.click()
    page.get_by_label("Title").fill(TITLE)
    page.locator("textarea[name=body]").fill("Two days are *long*.")
    page.get_by_label("Add a change").select_option("Replace words in a rule")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("group", name="1. Replace words in a rule")
    row.get_by_label("Rule").select_option("1.5 Enactment")
    row.get_by_label("Words that stand in it once").fill(OLD)
    row.get_by_label("What to put for them").fill(NEW)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    difference = page.get_by_role("region", name="What it would change")
    expect(difference.locator("del").first).to_contain_text("48")
    expect(difference.locator("ins").first).to_contain_text("36")
    return int(page.url.rstrip("/").rpartition("/")[2])


def watch_the_vote(page: Page, table: Table, seat: Seat, number: int) -> None:
    """Six are in the game, so that quorum is 4; the author's silence is the first FOR."""
    expect_tally(page, {"FOR": 1, "AGAINST": 0, "DEFERENTIAL": 0})
    expect_missing(page, "3 more FOR make a quorum")
    for name, icon, tally, missing in (
        ("Lulu", "AGAINST", {"FOR": 1, "AGAINST": 1, "DEFERENTIAL": 0}, "3 more FOR make a quorum"),
        ("Raven", "FOR", {"FOR": 2, "AGAINST": 1, "DEFERENTIAL": 0}, "2 more FOR make a quorum"),
        ("Sam", "DEFERENTIAL", {"FOR": 2, "AGAINST": 1, "DEFERENTIAL": 1}, "2 more FOR make a quorum"),
        # The Mastermind takes along whoever trusts em.
        ("Kevan", "FOR", {"FOR": 4, "AGAINST": 1, "DEFERENTIAL": 0}, "It has its quorum, and may be enacted in 12 h"),
        ("Josh", "FOR", {"FOR": 5, "AGAINST": 1, "DEFERENTIAL": 0}, "It has its quorum, and may be enacted in 12 h"),
    ):
        voter = seat(table.account(name))
        voter.goto(f"/g/table/posts/{number}/")
        voter.locator(f"input[name=vote][value={icon}]").check()
        voter.get_by_role("button", name="Vote or comment", exact=True).click()
        expect(voter.locator(".comment", has_text=name)).to_contain_text(icon)
        expect_tally(voter, tally)
        expect_missing(voter, missing)
        expect(voter.locator("#deciding")).to_contain_text("Voting goes on")
        voter.context.close()


def expect_tally(page: Page, tally: dict[str, int]) -> None:
    for icon, count in tally.items():
        column = page.locator("#deciding .tally__column").filter(has=page.get_by_text(icon, exact=True))
        expect(column.locator(".tally__count")).to_have_text(str(count))


def expect_missing(page: Page, words: str) -> None:
    expect(page.locator("#deciding .verdict__missing")).to_contain_text(words)


def enact(page: Page, admin: Page, number: int) -> None:
    page.reload()
    expect(page.locator("#deciding")).to_contain_text("It may be enacted now")
    admin.goto("/g/table/queue/")
    admin.get_by_role("link", name="Look first").click()
    expect(admin.locator("main")).to_contain_text("Quorum is reached: 5 FOR of a quorum of 4")
    expect(admin.locator("main ins").first).to_contain_text("36")
    admin.get_by_role("button", name=f"Enact #{number}").click()
    expect(admin.locator("#messages")).to_contain_text(f"#{number} is enacted.")
    expect(admin.locator("#deciding")).to_contain_text("5 FOR")


def read_the_new_law(page: Page, table: Table, number: int) -> None:
    rid = table.rule("Enactment").id
    page.goto("/g/table/ruleset/")
    expect(page.locator(f"#rule-{rid}")).to_contain_text("open for at least 36 hours")
    page.get_by_role("link", name="History of Enactment", exact=True).click()
    page.get_by_role("link", name="What version 2 changed").click()
    expect(page.locator("main del")).to_have_text("48 hours")
    expect(page.locator("main ins")).to_have_text("36 hours")
    page.get_by_role("link", name="Blame").click()
    passage = page.locator(".blame__passage", has_text="36")
    expect(passage.locator(".blame__who")).to_contain_text(f"#{number}")
    expect(page.locator(".blame__passage", has_text="12 hours").locator(".blame__who")).to_contain_text("founding")
    page.goto("/g/table/ruleset/at/2026-01-05T23:59:00Z/")
    expect(page.locator(f"#rule-{rid}")).to_contain_text("open for at least 48 hours")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("row").filter(has_text=f"Josh enacts #{number}.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text=f"#{number} amends “Enactment”.")).to_be_visible()
