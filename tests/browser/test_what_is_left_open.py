"""A page that is left open brings a part of itself anew, and takes nothing from who reads it: what has the focus keeps
it, and what is unfolded stays so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import expect

from dynasties.quorum.rounds.views import OFTEN, SELDOM
from proposals.voting.rules import Vote
from tests.balloting import BallotTable
from tests.casting import Table
from tests.openings import opened
from tests.sitting import YEA, SenateTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
MINUTE = 60
TO_OPENING = timedelta(days=8)
REACHED = """part => [...document.querySelectorAll(`${part} :is(a[href], button, input, select, summary, [tabindex])`)]
  .filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())"""
HOW_MANY = f"part => ({REACHED})(part).length"
FOCUS = f"([part, place]) => ({REACHED})(part)[place].focus()"
FOCUSED = f"part => ({REACHED})(part).indexOf(document.activeElement)"


@pytest.fixture
def ballot(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Four Proposals in a web of lists: three of them Open, and Lulu's fourth Pending."""
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Tea")
    table.submits("Raven", "Coffee", conflicts="Tea")
    table.submits("Lulu", "Biscuits", depends="Tea")
    clock.shift(TO_OPENING)
    table.submits("Lulu", "Milk", depends="Tea; Lemon", conflicts="Coffee")
    return table


def left_open(page: Page, address: str) -> Page:
    page.clock.install()
    page.goto(address)
    return page


def renewed(page: Page, part: str, seconds: int = MINUTE) -> None:
    """The page asks for the part, and has got it."""
    page.evaluate("part => document.querySelectorAll(`${part} *`).forEach(each => { each.old = true; })", part)
    page.clock.fast_forward(seconds * 1000)
    page.wait_for_function(
        "part => [...document.querySelectorAll(`${part} *`)].some(each => !each.old && !each.closest('time'))", arg=part
    )


def lost(page: Page, part: str, news: Callable[[], object] = lambda: None, seconds: int = MINUTE) -> list[int]:
    """Of everything in the part that may have the focus, what loses it when the part is made anew. `news`: what happens
    each time before."""
    missing = []
    for place in range(page.evaluate(HOW_MANY, part)):
        news()
        page.evaluate(FOCUS, [part, place])
        assert page.evaluate(FOCUSED, part) == place
        renewed(page, part, seconds)
        if page.evaluate(FOCUSED, part) != place:
            missing.append(place)
    return missing


def test_the_ballot_takes_the_focus_from_nothing(ballot: BallotTable, seat: Seat) -> None:
    page = left_open(seat(ballot.account("Lulu")), "/g/table/ballot/")

    assert lost(page, "#ballot") == []


@pytest.mark.parametrize("number", [1, 4])
def test_a_proposals_own_page_takes_the_focus_from_nothing(ballot: BallotTable, seat: Seat, number: int) -> None:
    ballot.votes(1, Raven="AGAINST", Lulu="FOR")
    page = left_open(seat(ballot.account("Lulu")), f"/g/table/ballot/{number}/")

    assert lost(page, "#standing") == []


def test_the_focus_stays_while_others_votes_come_in(ballot: BallotTable, seat: Seat) -> None:
    page = left_open(seat(ballot.account("Lulu")), "/g/table/ballot/")
    page.get_by_role("link", name="Revise").focus()
    ballot.votes(1, Raven="FOR")

    page.clock.fast_forward(MINUTE * 1000)

    expect(page.locator("#proposal-1")).to_contain_text("If it closed now: Won")
    expect(page.get_by_role("link", name="Revise")).to_be_focused()


def test_a_picture_that_is_wider_than_its_frame_stays_where_it_was_moved_to(ballot: BallotTable, seat: Seat) -> None:
    page = left_open(seat(ballot.account("Lulu"), viewport={"width": 240, "height": 800}), "/g/table/ballot/4/")
    frame = page.locator("#standing .web__frame")
    moved = frame.evaluate("each => { each.scrollLeft = 40; return each.scrollLeft; }")
    assert moved > 0

    renewed(page, "#standing")

    assert frame.evaluate("each => each.scrollLeft") == moved


@pytest.fixture
def matter(live_server: Any, clock: time_machine.Traveller) -> Table:
    """A Proposal of the journal's, on which Raven has voted."""
    table = opened("left open", lambda: Table("Lulu", "Raven", "Sam"))
    table.propose("Lulu", "Sooner")
    table.comment("Raven", 1, vote=Vote.AGAINST)
    return table


def test_a_verdict_takes_the_focus_from_nothing(matter: Table, seat: Seat) -> None:
    page = left_open(seat(matter.account("Kevan")), "/g/table/posts/1/")
    page.locator("#deciding summary").click()

    assert lost(page, "#deciding") == []


def test_how_each_vote_counts_stays_unfolded_while_votes_come_in(matter: Table, seat: Seat) -> None:
    page = left_open(seat(matter.account("Lulu")), "/g/table/posts/1/")
    trail = page.locator("#deciding details")
    trail.locator("summary").click()
    matter.comment("Sam", 1, vote=Vote.AGAINST)

    page.clock.fast_forward(MINUTE * 1000)

    expect(trail).to_contain_text("Sam")
    expect(trail).to_have_attribute("open", "")


def test_the_head_of_a_matter_says_what_became_of_it(matter: Table, seat: Seat) -> None:
    page = left_open(seat(matter.account("Lulu")), "/g/table/posts/1/")
    expect(page.locator(".post__head .status")).to_have_text("Pending")
    matter.comment("Lulu", 1, vote=Vote.AGAINST)
    matter.fail("Kevan", 1)

    page.clock.fast_forward(MINUTE * 1000)

    expect(page.locator(".verdict__headline")).to_contain_text("Failed")
    expect(page.locator(".post__head .status")).to_have_text("Failed")


@pytest.fixture
def senate(live_server: Any, clock: time_machine.Traveller) -> SenateTable:
    # Sessions live by the browser's clock as well, which goes on.
    clock.move_to(datetime(2027, 1, 5, 12, tzinfo=UTC))
    return SenateTable("Lulu", "Raven")


def test_the_chamber_takes_the_focus_from_nothing(senate: SenateTable, seat: Seat) -> None:
    senate.senate("Lulu", "Raven", rounds=2, decision_seconds=60)
    page = left_open(seat(senate.account("Lulu")), "/g/table/quorum/1/")
    page.locator("#chamber-head time").focus()
    senate.decides("Raven", YEA)

    renewed(page, "#chamber-head", OFTEN)

    expect(page.locator("#chamber-head time")).to_be_focused()


def test_seats_that_are_taken_take_the_focus_from_nothing(senate: SenateTable, seat: Seat) -> None:
    senate.convenes("Lulu", seats=3)
    senate.sits("Lulu", 0)
    page = left_open(seat(senate.account("Lulu")), "/g/table/quorum/1/")

    def news() -> None:
        """Raven sits down in the last seat, or gets up again."""
        if senate.episode().seats.filter(number=2, account=senate.account("Raven")).exists():
            senate.leaves_seat("Raven", 2)
        else:
            senate.sits("Raven", 2)

    for name in ("Leave seat 0", "Open the Episode", "Call it off"):
        news()
        page.get_by_role("button", name=name).focus()
        renewed(page, "#gathering", SELDOM)
        expect(page.get_by_role("button", name=name)).to_be_focused()
    page.locator("#more-1 summary").click()
    news()
    renewed(page, "#gathering", SELDOM)
    expect(page.locator("#more-1 summary")).to_be_focused()
    expect(page.get_by_label("What it is called").first).to_be_visible()
