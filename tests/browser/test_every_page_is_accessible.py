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
from tests.browser.accessibility import WINDOW, Examiner, install_axe
from tests.browser.playing import Seat
from tests.browser.worlds import WORLDS

if TYPE_CHECKING:
    from playwright.sync_api import Page


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


EVERY_NAME = set(names(get_resolver()))


def names_in(world: str) -> set[str]:
    """The names of all kinds of address that must be met in this world."""
    elsewhere = tuple(begin for other in WORLDS.values() for begin in other.begin)
    if begin := WORLDS[world].begin:
        return {each for each in EVERY_NAME if each.startswith(begin)}
    return {each for each in EVERY_NAME if not each.startswith(elsewhere)}


@pytest.fixture(scope="module")
def examined_templates() -> set[str]:
    """What has been examined in any world: each template is examined in full where it is met first."""
    return set()


@pytest.mark.parametrize("world", WORLDS)
def test_axe_finds_nothing_on_any_page(
    world: str,
    live_server: Any,
    client: Client,
    seat: Seat,
    open_page: Callable[..., Page],
    examined_templates: set[str],
) -> None:
    mine = names_in(world)
    # Of the other worlds' pages, this one has some as well.
    visited, examiner = EVERY_NAME - mine, Examiner(examined_templates)

    for walk in WORLDS[world].walks():
        page = seat(Account.objects.get(username=walk.username), **WINDOW) if walk.username else open_page(**WINDOW)
        Walker(install_axe(page), examiner, visited).walk(walk.addresses, walk.onwards)
        page.context.close()

    assert examiner.problems == []
    assert [name for name in mine - visited - set(NO_PAGE) if is_page(name, client)] == []


def is_page(name: str, client: Client) -> bool:
    """Whether an address is for more than what a form sends."""
    template, parameters = get_resolver().reverse_dict.getlist(name)[0][0][0]
    return client.get("/" + template % dict.fromkeys(parameters, "1")).status_code != 405


def test_every_reason_to_have_no_page_is_of_an_address_there_is() -> None:
    assert set(NO_PAGE) <= EVERY_NAME
