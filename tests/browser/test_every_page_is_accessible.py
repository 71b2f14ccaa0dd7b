"""Every page there is, by whoever may see it: axe finds nothing, nothing runs off sideways, no link is dead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from django.template.base import Template
from django.test import Client
from django.test.signals import template_rendered
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from nomic.core.games.models import Account
from nomic.demo.ballot import LITTLE_SOAKING_PIER
from nomic.demo.commons import THE_COMMONS
from nomic.demo.play import play
from nomic.demo.senate import THE_DRAUGHTY_HOUSE
from tests.browser import ballotworlds, commonsworlds, senateworlds, smallworlds, spyworlds
from tests.browser.accessibility import WINDOW, Examiner

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]

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

LINKS = """() => [...document.querySelectorAll("a[href]")].map(each => each.getAttribute("href"))
  .filter(each => each.startsWith("/") || each.startsWith("?")).map(each => new URL(each, location).href)"""


def names(resolver: URLResolver) -> Iterator[str]:
    """Every name of an address, ours and the libraries'."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from names(each)
        elif isinstance(each, URLPattern) and each.name:
            yield each.name


@contextmanager
def rendered_templates() -> Iterator[list[str]]:
    """The names of the templates that the server renders in the meantime; that of a page comes before its parts."""
    found: list[str] = []

    def note(template: Template, **more: Any) -> None:
        found.append(str(template.name))

    template_rendered.connect(note)
    yield found
    template_rendered.disconnect(note)


def kind(url: str) -> str:
    """The name of the kind of page that an address leads to."""
    return resolve(urlsplit(url).path).url_name or ""


@dataclass
class Walker:
    """Somebody who looks at pages, and may follow every kind of link once. `visited`: kinds of page, by anybody."""

    page: Page
    examiner: Examiner
    visited: set[str]

    def walk(self, starts: Iterable[str], onwards: bool) -> None:
        """Look at these, and `onwards` from there at every kind of page that nobody has looked at yet."""
        ahead = deque(starts)
        known = {kind(url) for url in ahead} | self.visited
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
        """Look at one page; answers its links."""
        with rendered_templates() as templates:
            answer = self.page.goto(url)
        assert answer is not None
        assert answer.status < 400, f"{url} is a dead link: {answer.status}"
        self.examiner.examine(self.page, templates[0])
        links: list[str] = self.page.evaluate(LINKS)
        return links


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
    yield Walk(commonsworlds.AGENT, commonsworlds.of_the_agent())
    yield Walk(commonsworlds.ADMIN, commonsworlds.of_the_admin())
    yield Walk(None, commonsworlds.open_to_all())


def _small() -> Iterator[Walk]:
    yield Walk("quillon", smallworlds.addresses())


def _spies() -> Iterator[Walk]:
    yield Walk("quillon", spyworlds.addresses())
    yield Walk(None, spyworlds.open_to_all())


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


@pytest.fixture(scope="module")
def examiner() -> Examiner:
    """One for all worlds: each template is examined in full where it is met first."""
    return Examiner()


@pytest.mark.parametrize("world", WORLDS)
def test_axe_finds_nothing_on_any_page(
    world: str, live_server: Any, seat: Seat, open_page: Callable[..., Page], examiner: Examiner
) -> None:
    mine = owed(world)
    # Of the other worlds' pages, this one has some as well.
    visited = EVERY_NAME - mine

    for walk in WORLDS[world][0]():
        page = seat(Account.objects.get(username=walk.username), **WINDOW) if walk.username else open_page(**WINDOW)
        Walker(page, examiner, visited).walk(walk.addresses, walk.onwards)
        page.context.close()

    assert examiner.problems == []
    assert mine - visited == (mine & set(NO_PAGE) - visited) | (mine & ACTS)


def test_every_address_there_is_has_to_be_found_by_a_walk_and_no_other() -> None:
    assert set().union(*map(owed, WORLDS)) == EVERY_NAME
    assert set(NO_PAGE) | ACTS <= EVERY_NAME


@pytest.mark.parametrize("name", sorted(ACTS))
def test_what_only_a_form_sends_is_no_page(name: str, client: Client) -> None:
    template, parameters = get_resolver().reverse_dict.getlist(name)[0][0][0]

    answer = client.get("/" + template % dict.fromkeys(parameters, "1"))

    assert answer.status_code == 405
