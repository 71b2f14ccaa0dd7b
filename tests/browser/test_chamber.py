"""The chamber: a senator decides while news come by themselves, without a script, and without a mouse."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from dynasties.quorum.rounds.views import OFTEN, SELDOM
from tests.browser.accessibility import WINDOW, Examiner, install_axe
from tests.browser.keyboard import tab_to
from tests.browser.playing import Seat
from tests.browser.polls import leave_open, pass_time, renew
from tests.sitting import NAY, YEA, SenateTable

SENATE = "/g/table/quorum/"
CHAMBER = f"{SENATE}1/"
NOTE = "The geese are yours."


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    """Lulu and Raven, who have the law of Quorum and no Episode yet."""
    # Sessions live by the browser's clock as well, which goes on.
    clock.move_to(datetime(2027, 1, 5, 12, tzinfo=UTC))
    return SenateTable("Lulu", "Raven")


def expect_shares(page: Page, *shares: str) -> None:
    expect(page.locator(".weights__share")).to_have_text(shares)


def test_a_senator_weighs_clauses_and_sees_the_room_left_in_a_note(table: SenateTable, seat: Seat) -> None:
    table.senate("Lulu", "Raven", rounds=2)
    page = seat(table.account("Lulu"))
    page.goto(CHAMBER)
    number = {clause: page.get_by_label(f"Clause {clause}", exact=True) for clause in (1, 2, 3)}

    page.get_by_label("Clause 1, as a slider").fill("100")
    page.get_by_label("Clause 3, as a slider").press("Home")
    expect(number[1]).to_have_value("100")
    expect_shares(page, "67 %", "33 %", "0 %")

    for each in number.values():
        each.fill("0")
    number[2].fill("25")
    expect(page.get_by_label("Clause 2, as a slider")).to_have_value("25")
    expect_shares(page, "0 %", "100 %", "0 %")

    for each in number.values():
        each.fill("")
    expect_shares(page, "33 %", "33 %", "33 %")
    expect(page.locator(".weights__word")).to_contain_text("all three weigh the same")

    page.get_by_text("Pass a note").click()
    note, room = page.get_by_label("What it says"), page.locator("[data-counts]")
    note.fill("🪿" * 150)
    expect(room).to_have_text("50 of 200 characters left.")
    note.fill("g" * 201)
    expect(room).to_have_text("1 too many; at most 200 characters.")


def test_news_of_a_round_come_by_themselves_and_leave_form_and_focus_alone(table: SenateTable, seat: Seat) -> None:
    table.senate("Lulu", "Raven", rounds=3, decision_seconds=60)
    page = leave_open(seat(table.account("Lulu")), CHAMBER)
    head, weight = page.locator("#chamber-head"), page.get_by_label("Clause 1", exact=True)
    page.get_by_role("radio", name="nay").check()
    weight.fill("77")

    # Without news the part stays as it is.
    head.evaluate("each => { each.dataset.kept = 'yes'; }")
    with page.expect_response(lambda answer: "round=0" in answer.url) as asked:
        pass_time(page, OFTEN)
    assert asked.value.status == 304
    expect(head).to_have_attribute("data-kept", "yes")
    expect(page.get_by_role("img", name="The chamber")).to_be_visible()

    head.locator("time").focus()
    table.decides("Raven", NAY)
    renew(page, "#chamber-head", OFTEN)
    expect(head.locator("time")).to_be_focused()
    expect(head).to_contain_text("Still to decide: Lulu.")
    expect(page.get_by_role("radio", name="nay")).to_be_checked()
    expect(weight).to_have_value("77")

    table.decides("Lulu", YEA)
    pass_time(page, OFTEN)
    expect(page.locator("#desk-news")).to_contain_text("Go on to round 1")
    expect(weight).to_have_value("77")
    page.locator("#desk-news").get_by_role("link").click()
    expect(page.locator(".standfirst")).to_contain_text("Round 1, the 2nd of 3")

    # Once the round has closed nothing says that the decision may still be changed.
    page.get_by_role("radio", name="nay").check()
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator("#messages")).to_contain_text("You may change it until the round closes.")
    expect(page.locator(".desk__until")).to_be_visible()
    table.decides("Raven", NAY)
    pass_time(page, OFTEN)
    expect(page.locator("#chamber-news")).to_contain_text("Round 1 has closed: the bill failed")
    expect(page.locator("#messages")).to_be_empty()
    expect(page.locator(".desk__until")).to_be_hidden()


def test_whoever_waits_sees_seats_taken_and_the_opening_and_keeps_words_and_focus(
    table: SenateTable, seat: Seat
) -> None:
    table.convenes("Lulu", seats=3, decision_seconds=60)
    page = leave_open(seat(table.account("Lulu")), CHAMBER)
    program, script = page.locator("#more-2 summary"), page.get_by_label("Seat 2", exact=True)
    name = page.locator("#seat-2").get_by_label("What it is called")
    program.click()
    name.fill("Abac")
    script.select_option("random")

    table.sits("Raven", 0)
    pass_time(page, OFTEN)
    expect(page.locator("#seat-0")).to_contain_text("Raven")
    expect(page.locator("#taken")).to_contain_text("1 of 3 seats is taken.")
    expect(name).to_be_focused()
    expect(name).to_have_value("Abac")
    expect(script).to_have_value("random")

    table.leaves_seat("Raven", 0)
    table.sits("Lulu", 0)
    renew(page, "#gathering", OFTEN)
    buttons = [page.get_by_role("button", name=each) for each in ("Leave seat 0", "Open the Episode", "Call it off")]
    for place, each in enumerate((*buttons, program)):
        each.focus()
        (table.leaves_seat if place % 2 else table.sits)("Raven", 1)
        renew(page, "#gathering", OFTEN)
        expect(each).to_be_focused()
    expect(name).to_be_visible()
    expect(name).to_have_value("Abac")

    table.opens("Lulu", "greedy", "greedy")
    pass_time(page, OFTEN)
    page.get_by_role("link", name="Enter the chamber").click()
    expect(page.locator(".standfirst")).to_contain_text("Round 0, the 1st of 3")


def test_a_round_is_decided_changed_and_read_without_a_script(table: SenateTable, seat: Seat) -> None:
    table.senate("Lulu", "Raven", rounds=2)
    page = seat(table.account("Lulu"), java_script_enabled=False)
    page.goto(CHAMBER)

    # What is wrong is said at its field.
    page.get_by_role("radio", name="yea").check()
    page.get_by_text("Pass a note").click()
    page.get_by_label("What it says").fill(NOTE)
    page.get_by_role("button", name="Seal it").click()
    expect(page.get_by_role("alert").first).to_contain_text("Nothing is decided yet")
    expect(page.locator(".desk .field--wrong").first).to_be_visible()
    expect(page.get_by_label("What it says")).to_have_value(NOTE)

    page.goto(CHAMBER)
    page.get_by_role("radio", name="nay").check()
    page.get_by_role("button", name="Seal it").click()
    page.get_by_role("radio", name="yea").check()
    for clause, weight in (("1", "2"), ("2", "1"), ("3", "")):
        page.get_by_label(f"Clause {clause}", exact=True).fill(weight)
    page.get_by_role("radio", name="A2").check()
    page.get_by_label("Filibuster", exact=True).check()
    page.get_by_text("Pass a note").click()
    page.get_by_label("To", exact=True).select_option(label="Raven (seat 1)")
    page.get_by_label("What it says").fill(NOTE)
    page.get_by_role("button", name="Decide otherwise").click()
    expect(page.locator(".desk__own")).to_contain_text("67 % · 33 % · 0 %")

    table.decides("Raven", NAY)
    page.goto(CHAMBER)
    page.get_by_role("link", name="The bill of round 0").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 0")
    expect(page.locator(".ledger__seat", has_text="Lulu")).to_contain_text("a filibuster of a bill that failed")
    assert table.records()[0]["decisions"][0] == {
        "vote": "yea",
        "priorities": [2, 1, 0],
        "amendment": "A2",
        "filibuster": True,
        "veto": False,
    }


def test_a_round_is_decided_without_a_mouse(table: SenateTable, seat: Seat) -> None:
    table.senate("Lulu", "Raven", rounds=2)
    page = seat(table.account("Lulu"))
    page.goto(CHAMBER)
    desk = page.locator("#desk")
    desk.get_by_role("radio", name="yea").focus()

    page.keyboard.press("Space")
    tab_to(page, desk.get_by_label("Clause 1, as a slider"))
    page.keyboard.press("End")
    tab_to(page, desk.get_by_label("Clause 3", exact=True))
    page.keyboard.type("0")
    tab_to(page, desk.get_by_role("radio", name="none"))
    page.keyboard.press("ArrowRight")
    tab_to(page, desk.get_by_label("Veto, should it pass"))
    page.keyboard.press("Space")
    tab_to(page, desk.get_by_role("button", name="Seal it"))
    page.keyboard.press("Enter")

    expect(page.locator("#messages")).to_contain_text("Your decision is sealed.")
    table.decides("Raven", NAY)
    assert table.records()[0]["decisions"][0] == {
        "vote": "yea",
        "priorities": [100, 50, 0],
        "amendment": "A1",
        "filibuster": False,
        "veto": True,
    }


def test_axe_finds_nothing_on_what_the_senate_answers_and_brings_by_itself(table: SenateTable, seat: Seat) -> None:
    examiner, page = Examiner(), install_axe(seat(table.account("Lulu"), **WINDOW))
    page.goto(f"{SENATE}senate/")
    expect(page.get_by_text("The chamber is empty")).to_be_visible()
    examiner.examine(page)

    page.goto(f"{SENATE}convene/")
    page.get_by_label("Seats").fill("seven")
    page.get_by_label("Threshold").fill("half")
    page.get_by_role("button", name="Convene it").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is convened yet")
    examiner.examine(page)

    table.convenes("Lulu", seats=4)
    page.goto(CHAMBER)
    bench = page.locator("#seat-1")
    bench.get_by_text("Seat a program").click()
    bench.get_by_label("What it is called").fill("a\u200bb")
    bench.locator("form", has_text="What it is called").get_by_role("button", name="Seat it").click()
    expect(bench.locator(".field__errors")).to_be_visible()
    examiner.examine(page)

    bench.get_by_label("What it is called").fill("Abacus")
    bench.locator("form", has_text="What it is called").get_by_role("button", name="Seat it").click()
    expect(page.get_by_label("Token", exact=True)).to_be_visible()
    examiner.examine(page)

    table.senate("Lulu", "Raven", rounds=2)
    page.clock.install()
    page.goto(f"{SENATE}2/")
    page.get_by_text("Pass a note").click()
    page.get_by_label("What it says").fill(NOTE)
    page.get_by_role("button", name="Seal it").click()
    expect(page.get_by_role("alert").first).to_contain_text("Nothing is decided yet")
    examiner.examine(page)

    page.get_by_role("radio", name="yea").check()
    page.get_by_role("radio", name="A1").check()
    page.get_by_label("To", exact=True).select_option(label="Raven (seat 1)")
    for extra in ("Filibuster", "Veto, should it pass"):
        page.get_by_label(extra, exact=True).check()
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator(".desk__own")).to_contain_text("a note to Raven")
    examiner.examine(page)

    table.decides("Raven", NAY)
    pass_time(page, SELDOM)
    expect(page.get_by_role("link", name="Go on to round 1").first).to_be_visible()
    examiner.examine(page)

    assert examiner.problems == []
