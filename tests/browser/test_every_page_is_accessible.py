"""Every page there is, by whoever may see it: axe finds nothing, nothing runs off sideways, no link is dead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import time_machine
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse

from nomic.changes import CHANGES
from nomic.core import clock, queries
from nomic.core.actions import dice
from nomic.core.models import Account, Agent, Game
from proposals.actions import drafts, owning, posting
from proposals.mechanics.votes import Vote
from proposals.models import Post
from tests.browser import ballotworlds, senateworlds, spyworlds
from tests.casting import Table
from tests.lawmaking import change, enact

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seat = Callable[..., "Page"]
DEMO = "the-commons"
BEFORE_SIGNING_IN = (
    "inactive", "confirm-email", "confirm-email/no:key",
    *(f"password/reset/{each}" for each in ("done", "key/done", "key/1-none")),
)  # fmt: skip
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
    "admit", "ask_idle", "comment-on", "decline", "demo_sign_in", "discard-draft", "duty-done", "idle", "pronouns",
    "read_all", "resign", "rule-reverse", "tracker_dispute", "withdraw_arrival",
    "spy_mission_close", "spy_mission_cancel", "spy_mission_claim", "spy_team_found", "spy_team_invite",
    "spy_team_join", "spy_team_leave", "spy_claim_accept", "spy_claim_refuse", "spy_raise_gadgets",
    "spy_request_say", "spy_request_add", "spy_request_deny", "spy_gadget_price", "spy_gadget_buy", "spy_gadget_claim",
    "spy_gadget_discard", "spy_move", "spy_exchange", "spy_supplies",
    "spy_deal", "spy_assign", "spy_correct", "spy_rule_on", "spy_checkpoint_post", "spy_declare", "spy_capture",
    "spy_rescue", "spy_turn",
    "quorum_decide", "quorum_open", "quorum_call_off", "quorum_seat", "quorum_leave", "quorum_program", "quorum_token",
    "quorum_bench", "ballot_vote",
}  # fmt: skip

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

    def walk(self, starts: Iterable[str], onwards: bool) -> None:
        """Look at these, and `onwards` from there."""
        ahead = deque(starts)
        known = {kind(url) for url in ahead}
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


@pytest.fixture
def starts(live_server: Any) -> dict[str, list[str]]:
    """The demo game and a small one beside it. By role: where to begin, and what no link found from there leads to."""
    call_command("seed_demo", verbosity=0)
    game, bramble = Game.objects.get(slug=DEMO), Agent.objects.get(game__slug=DEMO, name="Bramble")
    fresh, founded = _edited_post(bramble), game.founded_at
    drafts.save_draft(
        actor_id=bramble.pk, game_id=game.pk, token="every-kind", title="One of each", body="Look.",
        category="proposal", changes=[{"kind": each} for each in CHANGES],
    )  # fmt: skip
    idle = Agent.objects.filter(game=game, state="idle").first() or bramble
    annexe = _annexe()
    rock = annexe.rule("The Rock").id
    dice.roll(actor_id=bramble.pk, game_id=game.pk, notation="3DICE6", purpose="a third pond", token="third-pond")
    posts = list(Post.objects.filter(game=game, matter__isnull=False).select_related("matter").order_by("-number"))
    by_status = {each.matter.status: f"/posts/{each.number}/" for each in posts}
    beyond = {
        "visitor": [],
        "Agent": [
            *by_status.values(),
            *(f"/posts/{fresh}/{page}/" for page in ("edit", "withdraw", "versions", "versions/2")),
            "/roster/back/", f"/posts/{fresh}/what-if/?tried=1&when=%2B48", "/posts/new/?draft=every-kind",
        ],
        "Admin": [
            f"{by_status['pending']}?dry-run=1", f"{by_status['pending']}illegal/",
            f"/roster/{idle.pk}/unidle/", f"{by_status['pending']}note/", f"{by_status['failed']}reopen/",
            f"{by_status['pending']}deciding/", f"/ruleset/diff/?from=1&to={game.last_seq}",
            f"/ruleset/at/?date={founded:%Y-%m-%d}&time=23:59", f"/ruleset/at/{founded:%Y-%m-%d}T23:59:00Z/",
        ],
    }  # fmt: skip
    outside = {
        "visitor": [
            *(f"/accounts/{page}/" for page in BEFORE_SIGNING_IN),
            _way_to_a_new_password("bramble"), *spyworlds.open_to_all(), *senateworlds.open_to_all(),
            *ballotworlds.open_to_all(),
        ],
        "Agent": [
            "/games/new/", "/inbox/", queries.stop_url(Account.objects.get(username="bramble").pk, "comment"),
            *(f"/accounts/{page}/" for page in ("email", "reauthenticate", "logout")),
        ],
        "Admin": [
            f"/g/annexe/{page}"
            for page in ("", "pending/", "drafts/", "posts/1/fail/", f"ruleset/{rock}/", *_tracked(annexe))
        ] + _lodge() + _ascent() + spyworlds.addresses(),
    }  # fmt: skip
    return {
        role: ["/", f"/g/{DEMO}/", *(f"/g/{DEMO}{path}" for path in beyond[role]), *outside[role]] for role in beyond
    }


def _annexe() -> Table:
    """A game where little has happened: its one Proposal may be failed, and an Admin might find a rule of it void."""
    table = Table("Mudlark", slug="annexe", title="The Annexe", founder="Quillon")
    table.propose("Mudlark", "Geology: The Rock")
    table.vote("Mudlark", 1, Vote.AGAINST)
    change(table, enact("The Rock", "This rule may not be repealed."), by="Quillon")
    return table


def _lodge() -> list[str]:
    """The pages of a game that is two days old: messages in it, opened and not, acts with a budget, and duties."""
    with time_machine.travel(clock.now() - timedelta(days=2), tick=False):
        table = Table("Mudlark", slug="lodge", title="The Lodge", founder="Quillon")
        cakes = "[Often](often:cake) an Agent bakes; [for each enactment](trigger:enacted) there is cake."
        owed = {"kind": "oblige", "agent": table.agent("Quillon").pk, "text": "bake a cake", "hours": 24}
        change(table, enact("Cakes", cakes), owed, by="Quillon")
        nameless = [table.call("Quillon", f"Who Ate Cake {n}?", anonymous=True).number for n in (1, 2)]
        owning.own_up(actor_id=table.agent("Quillon").pk, game_id=table.made.pk, number=nameless[1])
        opened, waiting = (table.message("Mudlark", "Quillon", "It is *all* in the tin.") for _ in range(2))
        table.open_message("Quillon", opened)
    table.sweep()
    pages = (
        "duties/", "messages/", "messages/?tab=sent", "messages/new/", "messages/check/", f"messages/{opened.uid}/",
        f"messages/{waiting.uid}/", f"messages/{opened.uid}/proof/?show=text", "dials/",
        *(f"posts/{number}/" for number in nameless), f"posts/{nameless[0]}/own/", "posts/new/?category=dov",
    )  # fmt: skip
    return [f"/g/lodge/{page}" for page in pages]


def _ascent() -> list[str]:
    """The pages of a game in which Quillon is the new Mastermind, and has yet to speak."""
    with time_machine.travel(clock.now() - timedelta(days=2), tick=False) as traveller:
        table = Table("Mudlark", slug="ascent", title="The Ascent", founder="Quillon")
        table.enact_rule("Stones", "An Agent may hold a Stone.")
        table.win("Mudlark", traveller)
        table.pass_role("Mudlark", "Quillon")
    return [f"/g/ascent/{page}" for page in ("", "ascend/", "ascend/hand-on/", "dynasties/1/")]


def _tracked(table: Table) -> list[str]:
    """The pages of a tracker that holds every kind of value, and of a page of the Gamestate, in the same small game."""
    for kind, more in (("number", {}), ("text", {"secret": True}), ("choice", {"choices": ["a", "b"]}), ("switch", {})):
        table.column(f"A {kind}", kind=kind, **more)
    table.column("Round", scope="game")
    table.update("Mudlark", table.cell("A number", "Mudlark", "gain", "3"), comment="2DICE6")
    table.undo("Quillon", 1)
    made = {"kind": "make-page", "title": "Map", "rule": table.rule("Coins").id, "editors": "agents", "text": "# North"}
    change(table, made, by="Quillon")
    whose = table.agent("Quillon").pk
    cells = "&".join(f"cell={number}:{whose}" for number in range(1, 5))
    end = table.game.last_seq
    return [
        "tracker/", "tracker/?choose=1", "tracker/?column=1&where=1", f"tracker/edit/?{cells}&cell=5:game",
        f"tracker/cell/1/{table.agent('Mudlark').pk}/", "tracker/updates/", "tracker/updates/2/",
        "tracker/updates/2/undo/", f"tracker/diff/?from=1&to={end}", f"tracker/?after={end}", "pages/", "pages/1/",
        "pages/1/edit/", "pages/1/history/", "pages/1/versions/1/", "pages/1/diff/?from=1&to=1",
    ]  # fmt: skip


def _way_to_a_new_password(username: str) -> str:
    account = Account.objects.get(username=username)
    account.set_password("forgotten soon after")
    account.save()
    key = default_token_generator.make_token(account)
    return reverse("account_reset_password_from_key", args=[user_pk_to_url_str(account), key])


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


def test_axe_finds_nothing_on_any_page(
    starts: dict[str, list[str]], seat: Seat, open_page: Callable[..., Page]
) -> None:
    visited: set[str] = set()
    markup: set[str] = set()
    found: list[str] = []
    accounts = {"visitor": None, "Agent": "bramble", "Admin": "quillon"}
    players = spyworlds.of_their_own() | senateworlds.of_their_own() | ballotworlds.of_their_own()

    for role, addresses in (starts | players).items():
        # Colours that fade into those of the other scheme would be judged half way.
        looks: dict[str, Any] = {"reduced_motion": "reduce"}
        windows = [
            _window(accounts.get(role, role), seat, open_page, viewport={"width": width, "height": HEIGHT}, **looks)
            for width in (WIDE, PHONE)
        ]
        walker = Walker(windows[0], windows[1], visited, markup)
        walker.walk(addresses, onwards=role in starts)
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
