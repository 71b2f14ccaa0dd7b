"""Every page there is, by whoever may see it: axe finds nothing, nothing runs off sideways, no link is dead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from nomic.core.games.models import Account
from nomic.demo.ballot import LITTLE_SOAKING_PIER
from nomic.demo.commons import THE_COMMONS
from nomic.demo.play import play
from nomic.demo.senate import THE_DRAUGHTY_HOUSE
from nomic.demo.spies_story import THE_COLD_BUFFET
from tests.browser import ballotworlds, commonsworlds, senateworlds, smallworlds, spyworlds

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
WIDE, PHONE, SMALLEST = 1440, 390, 320
HEIGHT = 900

# Addresses without a page of ours to look at, each with the reason.
NO_PAGE = {
    "healthz": "a word for the machine that watches the server",
    "log_json": "the chain itself, as JSON",
    "journal_feed": "the journal for feed readers",
    "decisions_feed": "the decisions for feed readers",
    "ballot_feed": "openings and counts for calendar programs",
    "dynasty_css": "a stylesheet",
    "tracker_csv": "the tracker for a spreadsheet",
    "tracker_json": "the tracker for a program",
    "spy_revealed_json": "the secret story, to be checked by a program",
    "quorum_client": "a file for whoever writes a program",
    "quorum_bot": "a file for whoever writes a program",
    "quorum_openings": "a file of what was committed to",
    "quorum_replay_json": "the replay, to be checked by a program",
    "quorum_api": "what programs may ask, for programs",
    "quorum_api_episode": "what a seat sees, for its program",
    "quorum_api_decision": "what a program decides",
    "quorum_api_replay": "the replay, for programs",
    "account_set_password": "leads on: whoever signed up has a password",
    "account_confirm_login_code": "signing in by a mailed code is off",
    "account_request_reauthentication_code": "signing in by a mailed code is off",
    "account_confirm_reauthentication_code": "signing in by a mailed code is off",
}
# What only a form sends; asked for as a page, each answers 405.
ACTS = {
    "admit",
    "ask_idle",
    "comment-on",
    "decline",
    "demo_sign_in",
    "discard-draft",
    "duty-done",
    "idle",
    "pronouns",
    "read_all",
    "resign",
    "rule-reverse",
    "tracker_dispute",
    "withdraw_arrival",
    "spy_mission_close",
    "spy_mission_cancel",
    "spy_mission_claim",
    "spy_team_found",
    "spy_team_invite",
    "spy_team_join",
    "spy_team_leave",
    "spy_claim_accept",
    "spy_claim_refuse",
    "spy_raise_gadgets",
    "spy_request_say",
    "spy_request_add",
    "spy_request_deny",
    "spy_gadget_price",
    "spy_gadget_buy",
    "spy_gadget_claim",
    "spy_gadget_discard",
    "spy_move",
    "spy_exchange",
    "spy_supplies",
    "spy_deal",
    "spy_assign",
    "spy_correct",
    "spy_rule_on",
    "spy_checkpoint_post",
    "spy_declare",
    "spy_capture",
    "spy_rescue",
    "spy_turn",
    "quorum_decide",
    "quorum_open",
    "quorum_call_off",
    "quorum_seat",
    "quorum_leave",
    "quorum_program",
    "quorum_token",
    "quorum_bench",
    "ballot_vote",
}

# What axe finds: all there is, or only what has to do with colours, or all but the contrast of colours.
AXE = """async looks => {
  const rules = {"target-size": {enabled: true}, "color-contrast": {enabled: looks !== "all but contrast"}};
  const colours = {runOnly: ["color-contrast", "link-in-text-block"]};
  const wanted = looks === "colours" ? colours : {rules};
  const found = await axe.run(document, {resultTypes: ["violations"], ...wanted});
  return found.violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html} ${node.failureSummary}`));
}"""
MARKUP = """() => [...new Set([...document.querySelectorAll("body *")].map(
  each => [each.tagName, each.getAttribute("class"), each.type, each.disabled].join(" ")))]"""
LINKS = """() => [...document.querySelectorAll("a[href]")].map(each => each.getAttribute("href"))
  .filter(each => each.startsWith("/") || each.startsWith("?")).map(each => new URL(each, location).href)"""

# What is folded away is looked at as well; what the server is asked for on unfolding has an address of its own.
UNFOLD = """() => document.querySelectorAll("details:not([hx-get])").forEach(each => { each.open = true; })"""


def names(resolver: URLResolver) -> Iterator[str]:
    """Every name of an address, ours and the libraries'."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from names(each)
        elif isinstance(each, URLPattern) and each.name:
            yield each.name


def kind(url: str) -> str:
    """The name of the kind of page that an address leads to."""
    return resolve(urlsplit(url).path).url_name or ""


@dataclass
class Walker:
    """Somebody who follows every kind of link once, with a wide window and a phone."""

    wide: Page
    phone: Page
    visited: set[str]
    markup: set[str]
    found: list[str] = field(default_factory=list)

    def walk(self, starts: Iterable[str], onwards: bool, elsewhere: set[str]) -> None:
        """Look at these, and `onwards` from there, but for the kinds of page that are `elsewhere` to be looked at."""
        ahead = deque(starts)
        known = {kind(url) for url in ahead} | elsewhere
        while ahead:
            url = ahead.popleft()
            self.visited.add(kind(url))
            if kind(url) in NO_PAGE:
                continue
            for link in self.look_at(url):
                if onwards and _ours(link) and kind(link) not in known:
                    known.add(kind(link))
                    ahead.append(link)

    def look_at(self, url: str) -> list[str]:
        """Look at one page, closely where it holds anything not seen yet; answers its links."""
        answer = self.wide.goto(url)
        assert answer is not None
        assert answer.status < 400, f"{url} is a dead link: {answer.status}"
        markup = {kind(url), *self.wide.evaluate(MARKUP)}
        if markup - self.markup:
            self.markup |= markup
            self.phone.goto(url)
            for page in (self.wide, self.phone):
                page.evaluate(UNFOLD)
            self.found += [f"{url} {each}" for each in (*self.sideways(), *self.examined())]
        links: list[str] = self.wide.evaluate(LINKS)
        return links

    def sideways(self) -> Iterator[str]:
        """Where the page is wider than its window."""
        for width in (SMALLEST, PHONE):
            self.phone.set_viewport_size({"width": width, "height": HEIGHT})
            over = self.phone.evaluate("document.documentElement.scrollWidth - innerWidth")
            if over > 0:
                yield f"runs {over} px off sideways at {width} px"

    def examined(self) -> Iterator[str]:
        """What axe finds in light and dark, wide and narrow; the two windows work side by side."""
        both = {WIDE: self.wide, PHONE: self.phone}
        for page in both.values():
            page.evaluate(Axe().axe_script)
        for scheme in ("light", "dark"):
            for width, page in both.items():
                page.emulate_media(color_scheme=scheme)
                # Only colours are others in the dark. They cost more than all the rest, and three of the four ways to
                # look tell all there is of them.
                looks = "colours" if scheme == "dark" else "all" if width == WIDE else "all but contrast"
                page.evaluate(f"looks => {{ window.looking = ({AXE})(looks) }}", looks)
            for width, page in both.items():
                yield from (f"{scheme} at {width} px: {each}" for each in page.evaluate("looking"))


def _ours(url: str) -> bool:
    try:
        resolve(urlsplit(url).path)
    except Resolver404:
        return False
    return True


@dataclass(frozen=True)
class Walk:
    """What one person looks at, None for a visitor; `onwards` from there by links, or no further."""

    username: str | None
    addresses: list[str]
    onwards: bool = True


def _commons() -> Iterator[Walk]:
    play(THE_COMMONS)
    yield Walk(None, commonsworlds.open_to_all())
    yield Walk(commonsworlds.AGENT, commonsworlds.of_the_agent())
    yield Walk(commonsworlds.ADMIN, commonsworlds.of_the_admin())


def _small() -> Iterator[Walk]:
    yield Walk("quillon", smallworlds.addresses())


def _spies() -> Iterator[Walk]:
    play(THE_COLD_BUFFET)
    yield Walk(None, spyworlds.open_to_all())
    yield Walk("quillon", spyworlds.addresses())
    yield from _of_their_own(spyworlds.of_their_own())


def _senate() -> Iterator[Walk]:
    play(THE_DRAUGHTY_HOUSE)
    yield Walk(None, senateworlds.open_to_all())
    yield from _of_their_own(senateworlds.of_their_own())


def _ballot() -> Iterator[Walk]:
    play(LITTLE_SOAKING_PIER)
    yield Walk(None, ballotworlds.open_to_all())
    yield from _of_their_own(ballotworlds.of_their_own())


def _of_their_own(players: dict[str, list[str]]) -> Iterator[Walk]:
    for username, addresses in players.items():
        yield Walk(username, addresses, onwards=False)


# Worlds are walked apart, so that two may be walked at the same time; the longest walk first. For each its people, and
# how the names of the kinds of page begin that must be found there. All others must be found in the Commons.
WORLDS: dict[str, tuple[Callable[[], Iterator[Walk]], tuple[str, ...]]] = {
    "commons": (_commons, ()),
    "small": (_small, ("ascend", "fail", "hand_on", "message", "page", "rule-find-void", "tracker")),
    "spies": (_spies, ("spy_",)),
    "ballot": (_ballot, ("ballot",)),
    "senate": (_senate, ("quorum_",)),
}
EVERY_NAME = set(names(get_resolver()))


def owed(world: str) -> set[str]:
    """The names of all kinds of page that must be found in this world, with those of addresses that are no page."""
    apart = {each: begin for each, (_, begin) in WORLDS.items() if begin}
    if world in apart:
        return {each for each in EVERY_NAME if each.startswith(apart[world])}
    return {each for each in EVERY_NAME if not any(each.startswith(begin) for begin in apart.values())}


@pytest.mark.parametrize("world", WORLDS)
def test_axe_finds_nothing_on_any_page(
    world: str, live_server: Any, seat: Seat, open_page: Callable[..., Page]
) -> None:
    visited: set[str] = set()
    markup: set[str] = set()
    found: list[str] = []
    mine = owed(world)
    # Of the other worlds' pages, the Commons has some as well.
    elsewhere = set() if world == "commons" else EVERY_NAME - mine

    for walk in WORLDS[world][0]():
        # Colours that fade into those of the other scheme would be judged half way.
        looks: dict[str, Any] = {"reduced_motion": "reduce"}
        windows = [
            _window(walk.username, seat, open_page, viewport={"width": width, "height": HEIGHT}, **looks)
            for width in (WIDE, PHONE)
        ]
        walker = Walker(windows[0], windows[1], visited, markup)
        walker.walk(walk.addresses, walk.onwards, elsewhere)
        found += [f"{walk.username}: {each}" for each in walker.found]

    assert not found, "\n".join(found)
    assert mine - visited == (mine & set(NO_PAGE) - visited) | (mine & ACTS)


def test_every_address_there_is_has_to_be_found_by_a_walk_and_no_other() -> None:
    assert set().union(*map(owed, WORLDS)) == EVERY_NAME
    assert set(NO_PAGE) | ACTS <= EVERY_NAME


def _window(username: str | None, seat: Seat, open_page: Callable[..., Page], **options: Any) -> Page:
    return seat(Account.objects.get(username=username), **options) if username else open_page(**options)


@pytest.mark.parametrize("name", sorted(ACTS))
def test_what_only_a_form_sends_is_no_page(name: str, client: Client) -> None:
    template, parameters = get_resolver().reverse_dict.getlist(name)[0][0][0]

    answer = client.get("/" + template % dict.fromkeys(parameters, "1"))

    assert answer.status_code == 405
