"""What a page asks by itself, and a vote that is cast meanwhile: the vote is what the page shows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from playwright.sync_api import Route, expect

from tests.balloting import BallotTable
from tests.casting import Table

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Page

Seat = Callable[..., "Page"]
BALLOT, PAPER = "/g/table/ballot/", "/g/table/ballot/1/"
PAGES = pytest.mark.parametrize("address", [BALLOT, PAPER])
MINUTE = 60_000  # in milliseconds, after which a page asks anew
SOON = timedelta(days=8)  # the nday at which what is Pending opens


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> BallotTable:
    """Four Proposals that are Open."""
    table = BallotTable("Lulu", "Raven")
    for name in ("Tea", "Coffee", "Milk", "Biscuits"):
        table.submits("Raven", name)
    clock.shift(SOON)
    return table


class Crossing:
    """A page whose own question has been answered by the server, and the answer is on its way as long as it is held."""

    def __init__(self, page: Page, address: str, asks: str = "") -> None:
        self.page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.clock.install()
        page.goto(address)
        page.route(f"**{asks or address}*", self._take)
        page.clock.run_for(MINUTE + 1000)
        self.until(lambda: bool(self._held))

    def _take(self, route: Route) -> None:
        if self._held:
            route.continue_()
        else:
            self._held.append((route, route.fetch()))

    def until(self, done: Callable[[], bool]) -> None:
        for _ in range(200):
            if done():
                return
            self.page.evaluate("new Promise(done => fetch('/static/favicon.svg').then(done, done))")
        raise AssertionError("It did not ask.")

    def votes(self, vote: str, number: int = 1) -> None:
        self.page.locator(f"#proposal-{number}").get_by_role("button", name=vote).click()

    def arrives(self) -> None:
        """What was asked before arrives, if anybody still waits for it."""
        [(route, answer)] = self._held
        route.fulfill(response=answer)
        self.page.evaluate("new Promise(done => fetch('/static/favicon.svg').then(done, done))")

    def overtakes(self, vote: str) -> Route:
        """A vote is cast, and before it is answered what was asked before arrives; answers the vote's request."""
        votes: list[Route] = []
        self.page.route("**/vote/", lambda route: votes.append(route))
        self.votes(vote)
        self.until(lambda: bool(votes))
        self.arrives()
        return votes[0]

    def shows(self, vote: str, number: int = 1) -> None:
        expect(self.page.locator(f"#proposal-{number}")).to_contain_text(f"Your Final Vote is {vote}.")


@PAGES
def test_an_answer_from_before_a_vote_does_not_take_it_from_the_page(
    table: BallotTable, seat: Seat, address: str
) -> None:
    crossing = Crossing(seat(table.account("Lulu")), address)

    crossing.votes("FOR")
    crossing.shows("FOR")
    crossing.arrives()

    crossing.shows("FOR")


@PAGES
def test_a_vote_is_shown_though_the_part_came_anew_while_it_was_on_its_way(
    table: BallotTable, seat: Seat, address: str
) -> None:
    crossing = Crossing(seat(table.account("Lulu")), address)

    crossing.overtakes("FOR").continue_()

    crossing.shows("FOR")


@PAGES
@pytest.mark.breaks_down("htmx:sendError", "net::ERR_FAILED")
def test_who_votes_again_after_a_vote_that_got_no_answer_has_voted(
    table: BallotTable, seat: Seat, address: str
) -> None:
    crossing = Crossing(seat(table.account("Lulu")), address)

    crossing.overtakes("FOR").abort()
    crossing.page.unroute("**/vote/")
    crossing.votes("AGAINST")

    crossing.shows("AGAINST")


def test_every_vote_that_is_pressed_within_one_answer_is_cast(table: BallotTable, seat: Seat) -> None:
    crossing = Crossing(seat(table.account("Lulu")), BALLOT)
    votes: list[Route] = []
    crossing.page.route("**/1/vote/", lambda route: votes.append(route))

    for number in range(1, 5):
        crossing.votes("AGAINST", number)
    crossing.until(lambda: bool(votes))
    votes[0].continue_()

    for number in range(1, 5):
        crossing.shows("AGAINST", number)


def test_a_verdict_counts_the_readers_vote_though_it_asked_just_before(live_server: Any, seat: Seat) -> None:
    table = Table("Lulu", "Raven")
    table.propose("Raven", "Sooner")
    crossing = Crossing(seat(table.account("Lulu")), "/g/table/posts/1/", "/g/table/posts/1/deciding/")

    crossing.page.get_by_role("radio", name="AGAINST").check()
    crossing.page.get_by_role("button", name="Vote or comment").click()
    expect(crossing.page.locator(".comments")).to_contain_text("AGAINST")
    crossing.arrives()

    expect(crossing.page.locator("#trail tr", has_text="Lulu")).to_contain_text("AGAINST")
