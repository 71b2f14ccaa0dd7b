"""Pages that ask for news by themselves: what they do to their readers, and to what readers do meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import Route, expect

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Page

MINUTE = 60  # seconds, after which most pages ask anew
MOST_ANSWERS = 200  # of another address, while something is awaited
FETCH = "new Promise(done => fetch('/static/favicon.svg').then(done, done))"
REACHED = """part => [...document.querySelectorAll(`${part} :is(a[href], button, input, select, summary, [tabindex])`)]
  .filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())"""
HOW_MANY = f"part => ({REACHED})(part).length"
FOCUS = f"([part, place]) => ({REACHED})(part)[place].focus()"
FOCUSED = f"part => ({REACHED})(part).indexOf(document.activeElement)"


def leave_open(page: Page, address: str) -> Page:
    """Open a page whose timers wait for `pass_time`."""
    page.clock.install()
    page.goto(address)
    return page


def pass_time(page: Page, seconds: int = MINUTE) -> None:
    page.clock.fast_forward(seconds * 1000)


def renew(page: Page, part: str, seconds: int = MINUTE) -> None:
    """Let the page ask for the part, and get it."""
    page.evaluate("part => document.querySelectorAll(`${part} *`).forEach(each => { each.old = true; })", part)
    pass_time(page, seconds)
    page.wait_for_function(
        "part => [...document.querySelectorAll(`${part} *`)].some(each => !each.old && !each.closest('time'))", arg=part
    )


def lost_focus(page: Page, part: str) -> list[int]:
    """Of everything in the part that may have the focus, the places of what loses it when the part is renewed."""
    lost = []
    for place in range(page.evaluate(HOW_MANY, part)):
        page.evaluate(FOCUS, [part, place])
        assert page.evaluate(FOCUSED, part) == place
        renew(page, part)
        if page.evaluate(FOCUSED, part) != place:
            lost.append(place)
    return lost


class Crossing:
    """A page, and an answer to what it asked by itself, which is held back while its reader votes."""

    def __init__(self, page: Page, address: str, asks: str = "") -> None:
        self.page = page
        self._held: list[tuple[Route, APIResponse]] = []
        self._holds = False
        leave_open(page, address)
        page.route(f"**{asks or address}*", self._take)

    def hold(self) -> None:
        """The page asks; the server answers at once, and its answer is on its way until `release`."""
        self._holds = True
        self.page.clock.run_for((MINUTE + 1) * 1000)
        self.wait_until(lambda: bool(self._held))

    def _take(self, route: Route) -> None:
        if self._holds:
            self._holds = False
            self._held.append((route, route.fetch()))
        else:
            route.continue_()

    def release(self) -> None:
        """The answer arrives, if anybody still waits for it."""
        [(route, answer)] = self._held
        self._held.clear()
        route.fulfill(response=answer)
        self.page.evaluate(FETCH)

    def wait_until(self, done: Callable[[], bool]) -> None:
        for _ in range(MOST_ANSWERS):
            if done():
                return
            self.page.evaluate(FETCH)
        raise AssertionError("Nothing was asked.")

    def vote(self, vote: str, number: int = 1) -> None:
        self.page.locator(f"#proposal-{number}").get_by_role("button", name=vote).click()

    def vote_before_release(self, vote: str) -> Route:
        """Vote, and let the answer that was held back arrive before that to the vote; answers the vote's request."""
        votes: list[Route] = []
        self.page.route("**/vote/", lambda route: votes.append(route), times=1)
        self.vote(vote)
        self.wait_until(lambda: bool(votes))
        self.release()
        return votes[0]

    def expect_vote(self, vote: str, number: int = 1) -> None:
        expect(self.page.locator(f"#proposal-{number}")).to_contain_text(f"Your Final Vote is {vote}.")
