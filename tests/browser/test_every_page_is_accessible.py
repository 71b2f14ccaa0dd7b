"""Every page there is, by whoever may see it: axe finds nothing, nothing runs off sideways, no link is dead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from nomic.core.models import Account, Agent, Game
from proposals.actions import posting
from proposals.forms.changes import FORMS
from proposals.models import Post
from tests.casting import Table
from tests.lawmaking import change, enact

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
DEMO = "the-commons"
WIDE, PHONE, SMALLEST = 1440, 390, 320
HEIGHT = 900

# Addresses without a page of ours to look at, each with the reason.
NO_PAGE = {
    "healthz": "a word for the machine that watches the server",
    "log_json": "the chain itself, as JSON",
    "account_set_password": "leads on: whoever signed up has a password",
    "account_confirm_login_code": "signing in by a mailed code is off",
    "account_request_reauthentication_code": "signing in by a mailed code is off",
    "account_confirm_reauthentication_code": "signing in by a mailed code is off",
    "account_confirm_email": "nobody's address waits to be confirmed",
    "account_email_verification_sent": "nobody's address waits to be confirmed",
    "account_reauthenticate": "leads on: nothing here asks for a password twice",
    "account_logout": "its button stands on every page; by itself it is asked for by nobody",
}
# What only a form sends; asked for as a page, each answers 405.
ACTS = {
    "admit", "ask_back", "ask_idle", "comment-on", "decline", "demo_sign_in", "discard-draft", "idle", "unidle",
    "withdraw_arrival",
}  # fmt: skip

AXE = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}});
  return found.violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html} ${node.failureSummary}`));
}"""
MARKUP = """() => [...new Set([...document.querySelectorAll("body *")].map(
  each => [each.tagName, each.getAttribute("class"), each.type, each.disabled].join(" ")))]"""
LINKS = """() => [...document.querySelectorAll("a[href]")].map(each => each.getAttribute("href"))
  .filter(each => each.startsWith("/") || each.startsWith("?")).map(each => new URL(each, location).href)"""


def names(resolver: URLResolver) -> Iterator[str]:
    """Every name of an address, ours and the libraries'."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from names(each)
        elif isinstance(each, URLPattern) and each.name:
            yield each.name


def kind(url: str) -> tuple[str, frozenset[str]]:
    """What kind of page an address leads to: its name, and which parameters it takes."""
    asked = urlsplit(url)
    return resolve(asked.path).url_name or "", frozenset(name for name, _ in parse_qsl(asked.query))


@dataclass
class Walker:
    """Somebody who follows every kind of link once, with a wide window and a phone."""

    wide: Page
    phone: Page
    visited: set[str]
    markup: set[str]
    found: list[str] = field(default_factory=list)

    def walk(self, starts: Iterable[str]) -> None:
        ahead = deque(starts)
        known = {kind(url) for url in ahead}
        while ahead:
            url = ahead.popleft()
            self.visited.add(kind(url)[0])
            if kind(url)[0] in NO_PAGE:
                continue
            for link in self.look_at(url):
                if _ours(link) and kind(link) not in known:
                    known.add(kind(link))
                    ahead.append(link)

    def look_at(self, url: str) -> list[str]:
        """Look at one page, closely where it holds anything not seen yet; answers its links."""
        answer = self.wide.goto(url)
        assert answer is not None
        assert answer.status < 400, f"{url} is a dead link: {answer.status}"
        markup = {f"{kind(url)[0]}", *self.wide.evaluate(MARKUP)}
        if markup - self.markup:
            self.markup |= markup
            self.phone.goto(url)
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
            for page in both.values():
                page.emulate_media(color_scheme=scheme)
                page.evaluate(f"() => {{ window.looking = ({AXE})() }}")
            for width, page in both.items():
                yield from (f"{scheme} at {width} px: {each}" for each in page.evaluate("looking"))


def _ours(url: str) -> bool:
    try:
        resolve(urlsplit(url).path)
    except Resolver404:
        return False
    return True


@pytest.fixture
def beyond(live_server: Any) -> dict[str, list[str]]:
    """The demo game and a small one beside it; by role, what no link from the lobby leads to."""
    call_command("seed_demo", verbosity=0)
    game = Game.objects.get(slug=DEMO)
    bramble = Agent.objects.get(game=game, name="Bramble")
    fresh = _edited_post(bramble)
    posting.save_draft(
        actor_id=bramble.pk, game_id=game.pk, token="every-kind", title="One of each", body="Look.",
        category="proposal", changes=[{"kind": each} for each in FORMS],
    )  # fmt: skip
    table = Table("Mudlark", slug="annexe", title="The Annexe", founder="Quillon")
    table.propose("Mudlark", "Geology: The Rock")
    change(table, enact("The Rock", "This rule may not be repealed."), by="Quillon")
    own, posts = f"/g/{DEMO}/posts/{fresh}/", {each.matter.status: each for each in _matters(game)}
    first = next(each for each in _matters(game) if each.matter.status == "pending")
    return {
        "visitor": ["/", f"/g/{DEMO}/", "/accounts/password/reset/done/", "/accounts/password/reset/key/done/",
                    "/accounts/password/reset/key/1-none/", "/accounts/inactive/"],
        "Agent": ["/", f"/g/{DEMO}/", "/accounts/email/", "/games/new/", own, f"{own}edit/", f"{own}withdraw/", f"{own}versions/2/",
                  f"/g/{DEMO}/posts/new/?draft=every-kind", f"{own}what-if/?tried=1&when=%2B48",
                  *(f"/g/{DEMO}/posts/{each.number}/" for each in posts.values())],
        "Admin": ["/", f"/g/{DEMO}/", f"/g/{DEMO}/posts/{first.number}/?dry-run=1", f"/g/{DEMO}/posts/{first.number}/illegal/",
                  f"/g/annexe/ruleset/{table.rule('The Rock').id}/", "/g/annexe/", "/g/annexe/pending/",
                  "/g/annexe/drafts/", f"/g/{DEMO}/ruleset/diff/?from=1&to={game.last_seq}"],
    }  # fmt: skip


def _edited_post(author: Agent) -> int:
    made = posting.post(
        actor_id=author.pk, game_id=author.game_id, category="proposal", title="Water: A second pond", body="One more.",
        changes=[{"kind": "rename-agent", "agent": author.pk, "name": "Brambling"}], token="second-pond",
    )  # fmt: skip
    posting.edit(
        actor_id=author.pk, game_id=author.game_id, number=made.number, title=made.title, body="One more, *deeper*.",
        category="proposal", changes=made.changes, base_version=1,
    )  # fmt: skip
    return made.number


def _matters(game: Game) -> Iterable[Post]:
    return Post.objects.filter(game=game, matter__isnull=False).select_related("matter").order_by("number")


def test_axe_finds_nothing_on_any_page(
    beyond: dict[str, list[str]], seat: Seat, open_page: Callable[..., Page]
) -> None:
    visited: set[str] = set()
    markup: set[str] = set()
    found: list[str] = []
    accounts = {"visitor": None, "Agent": "bramble", "Admin": "quillon"}

    for role, starts in beyond.items():
        windows = [
            # Colours that fade into those of the other scheme would be judged half way.
            _window(
                accounts[role], seat, open_page, viewport={"width": width, "height": HEIGHT}, reduced_motion="reduce"
            )
            for width in (WIDE, PHONE)
        ]
        walker = Walker(windows[0], windows[1], visited, markup)
        walker.walk(starts)
        found += [f"{role}: {each}" for each in walker.found]

    assert not found, "\n".join(found)
    assert set(names(get_resolver())) - visited == (set(NO_PAGE) - visited) | ACTS


def _window(username: str | None, seat: Seat, open_page: Callable[..., Page], **options: Any) -> Page:
    return seat(Account.objects.get(username=username), **options) if username else open_page(**options)


@pytest.mark.parametrize("name", sorted(ACTS))
def test_what_only_a_form_sends_is_no_page(name: str, client: Client) -> None:
    template, parameters = get_resolver().reverse_dict.getlist(name)[0][0][0]

    answer = client.get("/" + template % dict.fromkeys(parameters, "1"))

    assert answer.status_code == 405
