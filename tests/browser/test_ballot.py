"""The ballot: voted on by people in a hurry, by keyboard and without a script; left open; and what axe finds on it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Route, expect

from tests.balloting import BallotTable
from tests.browser.accessibility import WINDOW, Examiner, install_axe
from tests.browser.keyboard import tab_through, tab_to
from tests.browser.playing import Seat, mark, still_marked
from tests.browser.polls import Crossing, leave_open, lost_focus, pass_time, renew

BALLOT = "/g/table/ballot/"
TO_OPENING, TO_COUNT = timedelta(days=8), timedelta(days=4)
PRESS_THREE = """() => ["#proposal-1 [value=AGAINST]", "#proposal-2 [value=FOR]", "#proposal-3 [value=ABSTAIN]"]
  .forEach(each => document.querySelector(each).click())"""


@pytest.fixture
def pending(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Kevan, the Administrator, with Lulu and Raven; Lulu’s Tea is Pending, and so is Raven’s Coffee."""
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Tea", changes=table.new_rule("Tea"))
    table.submits("Raven", "Coffee", changes=table.new_rule("Coffee"), conflicts="Tea", depends="Beans")
    return table


@pytest.fixture
def ballot(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Four Proposals in a web of lists: three of them Open, and Lulu's fourth Pending."""
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Tea")
    table.submits("Raven", "Coffee", conflicts="Tea")
    table.submits("Lulu", "Biscuits", depends="Tea")
    clock.shift(TO_OPENING)
    table.submits("Lulu", "Milk", changes=table.new_rule("Milk"), depends="Tea; Lemon", conflicts="Coffee")
    return table


# -- in a hurry


def test_votes_are_cast_and_their_outcome_is_worked_out_in_place(ballot: BallotTable, seat: Seat) -> None:
    page = seat(ballot.account("Lulu"))
    page.goto(f"{BALLOT}4/")
    mark(page)
    page.get_by_role("link", name="Show what would happen").click()
    expect(page.locator("#rehearsal")).to_contain_text("If it Passed now, this would be done and nothing else.")
    assert still_marked(page)

    page.goto(f"{BALLOT}1/")
    mark(page)
    page.locator("#standing").get_by_role("button", name="FOR").click()
    expect(page.locator("#standing .verdict__headline")).to_have_text("Won")
    expect(page.locator("#standing")).to_contain_text("Your Final Vote is FOR.")
    assert still_marked(page)

    page.goto(BALLOT)
    expect(page.locator("#ballot-panel")).to_contain_text("not voted yet")
    page.evaluate(PRESS_THREE)
    for number, vote in ((1, "AGAINST"), (2, "FOR"), (3, "ABSTAIN")):
        expect(page.locator(f"#proposal-{number}")).to_contain_text(f"Your Final Vote is {vote}.")
    expect(page.locator("#ballot")).to_contain_text("You have voted on all of them")
    expect(page.locator("#ballot-panel")).not_to_contain_text("not voted yet")
    votes = [[each.vote for each in ballot.proposal(number).votes.all()] for number in (1, 2, 3)]
    assert votes == [["FOR", "AGAINST"], ["FOR"], ["ABSTAIN"]]


@pytest.mark.parametrize("address", [BALLOT, f"{BALLOT}1/"])
@pytest.mark.breaks_down("htmx:sendError", "net::ERR_FAILED")
def test_the_page_shows_the_last_vote_whatever_it_asked_for_before(
    live_server: Any, clock: time_machine.Traveller, seat: Seat, address: str
) -> None:
    table = BallotTable("Lulu", "Raven")
    for name in ("Tea", "Coffee", "Milk", "Biscuits"):
        table.submits("Raven", name)
    clock.shift(TO_OPENING)
    crossing = Crossing(seat(table.account("Lulu")), address)

    crossing.hold()
    crossing.vote("FOR")
    crossing.expect_vote("FOR")
    crossing.release()
    crossing.expect_vote("FOR")

    crossing.hold()
    crossing.vote_before_release("AGAINST").continue_()
    crossing.expect_vote("AGAINST")

    crossing.hold()
    crossing.vote_before_release("FOR").abort()
    crossing.vote("ABSTAIN")
    crossing.expect_vote("ABSTAIN")

    if address == BALLOT:
        expect_every_vote_pressed_within_one_answer(crossing)


def expect_every_vote_pressed_within_one_answer(crossing: Crossing) -> None:
    first: list[Route] = []
    crossing.page.route("**/1/vote/", lambda route: first.append(route), times=1)
    crossing.hold()
    for number in range(1, 5):
        crossing.vote("AGAINST", number)
    crossing.wait_until(lambda: bool(first))
    first[0].continue_()
    for number in range(1, 5):
        crossing.expect_vote("AGAINST", number)


# -- left open


def test_a_ballot_left_open_shows_votes_and_its_close_and_keeps_the_focus(
    ballot: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    page = leave_open(seat(ballot.account("Lulu")), BALLOT)
    tea, revise = page.locator("#proposal-1"), page.get_by_role("link", name="Revise")

    assert lost_focus(page, "#ballot") == []

    revise.focus()
    ballot.votes(1, Raven="FOR")
    pass_time(page)
    expect(tea).to_contain_text("If it closed now: Won")
    expect(revise).to_be_focused()

    clock.shift(TO_COUNT)
    pass_time(page)
    expect(page.get_by_role("heading", name="To be counted")).to_be_visible()
    expect(tea.get_by_role("button")).to_have_count(0)

    ballot.sweep()
    pass_time(page)
    expect(page.locator("#ballot")).to_contain_text("that of nweek 1")


def test_a_proposal_left_open_shows_what_became_of_it_and_keeps_the_focus(
    ballot: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    ballot.votes(1, Raven="AGAINST", Lulu="FOR")
    page = leave_open(seat(ballot.account("Lulu")), f"{BALLOT}4/")
    assert lost_focus(page, "#standing") == []
    # A picture that is wider than its frame stays where it was moved to.
    page.set_viewport_size({"width": 240, "height": 800})
    frame = page.locator("#standing .web__frame")
    moved = frame.evaluate("each => { each.scrollLeft = 40; return each.scrollLeft; }")
    assert moved > 0
    renew(page, "#standing")
    assert frame.evaluate("each => each.scrollLeft") == moved

    page.goto(f"{BALLOT}1/")
    assert lost_focus(page, "#standing") == []
    state, writing = page.locator("#paper .status"), page.get_by_role("textbox", name="Your comment")
    expect(state).to_have_text("Open")
    writing.fill("At last.")
    ballot.votes(1, Raven="FOR")
    clock.shift(TO_COUNT)
    pass_time(page)
    expect(state).to_have_text("By the count: Won")

    ballot.sweep()
    pass_time(page)
    expect(state).to_have_text("Won")
    expect(page.locator("#paper")).to_contain_text("what it says in prose is for an Administrator to carry out")
    expect(page.locator("#standing .verdict__headline")).to_have_text("Won")
    expect(writing).to_be_focused()
    expect(writing).to_have_value("At last.")


# -- without a script, or a mouse


def test_a_proposal_is_submitted_voted_on_and_counted_without_a_script(
    pending: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    page = seat(pending.account("Lulu"), java_script_enabled=False)
    page.goto(f"{BALLOT}submit/")
    field = {name: page.locator(f"#composer-form [name={name}]") for name in ("name", "body", "depends")}
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
    assert [(each.relation, each.means) for each in pending.proposal(3).listed.all()] == [("depends", 1)]
    page.goto("/g/table/drafts/")
    expect(page.get_by_text("No drafts")).to_be_visible()

    clock.shift(TO_OPENING)
    page.goto(BALLOT)
    tea = page.locator("#proposal-1")
    for vote in ("AGAINST", "FOR"):
        tea.get_by_role("button", name=vote).click()
        expect(page.locator("#messages")).to_contain_text(f"Your Final Vote on Proposal 1 is {vote}.")
    expect(tea.get_by_role("button", name="FOR")).to_have_attribute("aria-pressed", "true")
    expect(tea).to_contain_text("If it closed now: Won")
    clock.shift(TO_COUNT)
    # The button is still there, and the refusal has a page of its own.
    tea.get_by_role("button", name="AGAINST").click()
    expect(page.locator("main")).to_contain_text("The ballot on this Proposal is closed.")

    pending.sweep()
    assert pending.states() == {1: "Won", 2: "Lost", 3: "Lost"}
    page.goto(f"{BALLOT}nweeks/1/?step=0")
    frame = page.locator("#count-frame")
    for step in ("1", "2"):
        page.get_by_role("link", name="Next", exact=True).click()
        expect(frame).to_have_attribute("data-step", step)
    page.get_by_role("link", name="Last", exact=True).click()
    expect(frame.locator("table").get_by_role("row", name="Tea")).to_contain_text("Passed")


def test_the_administrator_pauses_the_clock_without_a_script(pending: BallotTable, seat: Seat) -> None:
    page = seat(pending.account("Kevan"), java_script_enabled=False)
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


def test_votes_are_cast_and_a_count_is_read_without_a_mouse(
    pending: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    clock.shift(TO_OPENING)
    pending.submits("Lulu", "Milk")
    page = seat(pending.account("Lulu"))
    page.goto(BALLOT)
    tea, coffee = (page.locator(f"#proposal-{number}") for number in (1, 2))

    tab_through(page)

    tea.get_by_role("link", name="Tea").focus()
    tab_to(page, tea.get_by_role("button", name="FOR"))
    page.keyboard.press("Enter")
    expect(tea).to_contain_text("Your Final Vote is FOR.")
    expect(tea.get_by_role("button", name="FOR")).to_be_focused()
    tab_to(page, coffee.get_by_role("button", name="AGAINST"))
    page.keyboard.press("Space")
    expect(coffee).to_contain_text("Your Final Vote is AGAINST.")
    votes = [(each.voter.name, each.vote) for number in (1, 2) for each in pending.proposal(number).votes.all()]
    assert votes == [("Lulu", "FOR"), ("Lulu", "AGAINST")]

    clock.shift(TO_COUNT)
    pending.sweep()
    page.goto(f"{BALLOT}nweeks/1/?step=0")
    frame = page.locator("#count-frame")
    page.get_by_role("link", name="First", exact=True).focus()
    tab_to(page, page.get_by_role("link", name="Next", exact=True))
    page.keyboard.press("Enter")
    expect(frame).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(frame).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    expect(frame).to_have_attribute("data-step", "1")
    tab_to(page, page.get_by_role("slider"))
    page.keyboard.press("End")
    expect(frame.locator("table").get_by_role("row", name="Tea")).to_contain_text("Passed")
    expect(page.locator("#count-news")).not_to_be_empty()


# -- what axe finds on what is answered to a form, and on what time makes


def test_axe_finds_nothing_where_proposals_are_written_and_voted_on(
    pending: BallotTable, seat: Seat, clock: time_machine.Traveller
) -> None:
    examiner, page = Examiner(), install_axe(seat(pending.account("Lulu"), **WINDOW))
    page.goto(f"{BALLOT}submit/")
    page.locator("#composer-form [name=name]").fill("14")
    page.get_by_text("Choose from the 2").click()
    page.get_by_role("button", name="Depends on Proposal 2", exact=True).click()
    expect(page.locator("#composer-form [name=depends]")).to_have_value("#2")
    page.get_by_role("button", name="Conflicts with Proposal 2", exact=True).click()
    # It cannot have both, and the page says so.
    expect(page.locator(".submit-listed")).to_contain_text("Conflicts with it")
    page.get_by_label("Add a change").select_option("Enact a new rule")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("group", name="1. Enact a new rule")
    row.locator("[name$='-title']").fill("Beans")
    row.locator("[name$='-text']").fill("There are beans.")
    examiner.examine(page)

    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("alert").first).to_be_visible()
    examiner.examine(page)

    page.locator("#composer-form [name=name]").fill("Beans")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#preview")).to_contain_text("There are beans.")
    examiner.examine(page)

    clock.shift(TO_OPENING)
    page.goto(BALLOT)
    examiner.examine(page)
    tea = page.locator("#proposal-1")
    tea.get_by_role("button", name="FOR").click()
    expect(tea).to_contain_text("Your Final Vote is FOR.")
    examiner.examine(page)

    clock.shift(TO_COUNT)
    tea.get_by_role("button", name="AGAINST").click()
    expect(page.locator("#refused-1")).to_contain_text("closed")
    examiner.examine(page)
    page.reload()
    expect(page.get_by_role("heading", name="To be counted")).to_be_visible()
    examiner.examine(page)

    assert examiner.problems == []


def test_axe_finds_nothing_while_the_clock_pauses_or_is_off(pending: BallotTable, seat: Seat) -> None:
    examiner, page = Examiner(), install_axe(seat(pending.account("Kevan"), **WINDOW))
    pending.desk("turn_off")
    page.goto(f"{BALLOT}desk/")
    examiner.examine(page)

    page.locator("#set [name=nday]").fill("99")
    page.locator("#set [name=nweek]").fill("1")
    page.locator("#set [name=why]").fill("Why not?")
    page.locator("#set").get_by_role("button").click()
    expect(page.locator("#set")).to_contain_text("has 12 ndays")
    examiner.examine(page)

    pending.desk("turn_on")
    pending.desk("pause", until=pending.game.founded_at + timedelta(days=3))
    for path in ("", "calendar/"):
        page.goto(f"{BALLOT}{path}")
        expect(page.locator("main")).to_contain_text("pauses")
        examiner.examine(page)

    assert examiner.problems == []
