"""Everything that one viewer is shown: every link followed, every address of the URLconf filled in with what was met.

Each question is asked of the same game: whatever one writes (a page was seen, a form was taken) is undone after it.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.urls import URLPattern, URLResolver, get_resolver

from tools.answers import server
from tools.answers.html import HtmlButton, HtmlForm, HtmlPage, Pairs
from tools.answers.visitor import (
    FRAGMENT,
    NOWHERE,
    PageReply,
    PageVisitor,
    RouteCoverage,
    match_of,
    resolve_link,
    route_of,
)

PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
NONSENSE = {"int": "999999", "slug": "nowhere", "str": "nowhere"}
WRONG = [("token", "x"), ("body", ""), ("title", ""), ("vote", "SIDEWAYS"), ("number", "-1")]


class CrawlDepth(NamedTuple):
    """How many addresses of one route are asked for, how many with the same query, and of how many the fragment is.

    `buttons`: how often a button of one kind is pressed; `refused`: whether empty and wrong forms are sent as well.
    """

    addresses: int
    queries: int
    fragments: int
    buttons: int
    refused: bool


@dataclass
class CrawlKnowledge:
    """What the crawls of all viewers have in common: which routes show htmx something else, what was reached.

    `absent`: routes that a game does not have, as visitors were told; `unsendable`: routes that take no forms. Nobody
    asks for these again.
    """

    coverage: RouteCoverage = field(default_factory=RouteCoverage)
    has_fragment: dict[str, bool] = field(default_factory=dict)
    absent: set[tuple[str, str]] = field(default_factory=set)
    unsendable: set[str] = field(default_factory=set)


def all_routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every route of the URLconf, ours and the libraries', as it is written there."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern).removeprefix("^" if before else "")
        if isinstance(each, URLResolver):
            yield from all_routes(each, route)
        elif isinstance(each, URLPattern):
            yield route


class RoutePlaces:
    """What the places of routes can be filled in with: values that stood there in addresses that were met."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, ...], list[str]] = {}

    def learn_address(self, address: str) -> None:
        match = match_of(urlsplit(address).path)
        if match is None:
            return
        before: tuple[str, ...] = ()
        for place in PARAMETER.finditer(match.route):
            if place[2] not in match.kwargs:
                return
            value = str(match.kwargs[place[2]])
            known = self.values.setdefault((match.route[: place.end()], *before), [])
            if value not in known:
                known.append(value)
            before = (*before, value)

    def fill_route(self, route: str, most: int, done: str = "", before: tuple[str, ...] = ()) -> Iterator[str]:
        """Addresses of a route, with the values that were met first; in every game."""
        place = PARAMETER.search(route, len(done))
        if place is None:
            yield "/" + self._put_values(route, before)
            return
        known = self.values.get((route[: place.end()], *before), [])
        for value in known[:most] if before else known:
            yield from self.fill_route(route, most, route[: place.end()], (*before, value))

    def fill_route_wrongly(self, route: str) -> str | None:
        """An address of a route whose last place names nothing that there is."""
        places = list(PARAMETER.finditer(route))
        if not places:
            return None
        *before, last = places
        values: tuple[str, ...] = ()
        for place in before:
            known = self.values.get((route[: place.end()], *values), ["1"])
            values = (*values, known[0])
        return "/" + self._put_values(route, (*values, NONSENSE[last[1] or "str"]))

    @staticmethod
    def _put_values(route: str, values: tuple[str, ...]) -> str:
        filling = iter(values)
        return PARAMETER.sub(lambda _: next(filling), route)


def game_of(address: str) -> str:
    """The slug of the game that an address is in; empty outside all games."""
    parts = address.split("/")
    return parts[2] if parts[1:2] == ["g"] else ""


class ButtonPress(NamedTuple):
    """A button on a page of which the form stands as it was shown."""

    page: str
    form: HtmlForm
    button: HtmlButton

    @property
    def address(self) -> str:
        action = self.button.action if self.button.action is not None else self.form.action
        return resolve_link(self.page, action or self.page)

    @property
    def by_script(self) -> bool:
        return self.form.by_script or self.button.by_script

    @property
    def kind(self) -> tuple[str, ...]:
        label = re.sub(r"\d+", "#", self.button.label)
        return route_of(self.address), label, self.button.name, re.sub(r"\d+", "#", self.button.value)

    @property
    def name(self) -> str:
        said = " ".join(filter(None, (f"“{self.button.label}”", self.button.name, self.button.value)))
        return f"POST {self.address} by {said} on {self.page}"


class ViewerCrawl:
    """One viewer's walk. `shown`, `pressed` and `refused`: what was answered, by what was asked."""

    def __init__(self, visitor: PageVisitor, known: CrawlKnowledge, depth: CrawlDepth, games: list[str]) -> None:
        self.visitor, self.known, self.depth, self.games = visitor, known, depth, games
        self.shown: dict[str, str] = {}
        self.pressed: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.presses: list[ButtonPress] = []
        self.there: list[str] = []
        self.places = RoutePlaces()
        self.ahead: deque[str] = deque()
        self.met: set[str] = set()
        self.counts: Counter[tuple[object, ...]] = Counter()

    def look_around(self) -> None:
        """Ask for every address that there is to ask for, as a page and as a fragment."""
        for start in ("/", "/accounts/", "/inbox/", *(f"/g/{slug}/" for slug in self.games)):
            self._note_address(start)
        self._look_ahead()
        for route in all_routes():
            if "(?P" in route:
                continue
            for address in self.places.fill_route(route, self.depth.addresses):
                self._note_address(address)
            self._look_ahead()
        wrong = [self.places.fill_route_wrongly(route) for route in all_routes() if "(?P" not in route]
        for address in filter(None, wrong if self.depth.refused else ()):
            if address not in self.met:
                self._look_at(address)

    def press_buttons(self) -> None:
        """Press every button that was shown, with its form as it stands, and see what comes of it."""
        counts: Counter[tuple[str, ...]] = Counter()
        for press in self.presses:
            counts[press.kind] += 1
            if counts[press.kind] > self.depth.buttons or press.name in self.pressed:
                continue
            pairs = press.form.standing_values(press.button)
            self.pressed[press.name] = self._send_form(press.address, pairs, by_script=False)
            if press.by_script and counts[press.kind] == 1:
                self.pressed[f"{press.name} (fragment)"] = self._send_form(press.address, pairs, by_script=True)

    def send_wrong_forms(self) -> None:
        """Send an empty form and a wrong one to an address of each route that takes any."""
        asked: set[str] = set()
        for address in self.there if self.depth.refused else ():
            path, route = urlsplit(address).path, route_of(address)
            if route in asked or route in self.known.unsendable:
                continue
            asked.add(route)
            for pairs in ([], WRONG):
                with server.rollback_after():
                    reply = self.visitor.send_form(path, pairs)
                    self.known.coverage.note("POST", path, reply)
                self.visitor.reset_cookies()
                self.refused[f"POST {path} {'empty' if not pairs else 'wrong'}"] = reply.text
                if reply.status == 405:
                    self.known.unsendable.add(route)
                    break

    def _send_form(self, address: str, pairs: Pairs, *, by_script: bool) -> str:
        """What is answered to a form, what is shown after it, and what was written."""
        with server.rollback_after():
            before = server.last_rows()
            reply = self.visitor.send_form(address, pairs, by_script=by_script)
            self.known.coverage.note("POST", address, reply)
            written = server.new_rows(before)
            after = self.visitor.get_page(reply.leads_to) if reply.leads_to else None
        self.visitor.reset_cookies()
        parts = [f"sent: {urlencode(pairs)}", reply.text, f"written:\n{written}"]
        return "\n\n".join([*parts, *([f"then {reply.leads_to}:\n{after.text}"] if after else [])])

    def _note_address(self, address: str) -> None:
        """Note an address that may be asked for, unless enough of its kind were."""
        if not address or address in self.met:
            return
        parts = urlsplit(address)
        route, slug = route_of(address), game_of(address)
        if route == NOWHERE or (slug and slug not in self.games) or (slug, route) in self.known.absent:
            return
        self.met.add(address)
        self.places.learn_address(address)
        names = tuple(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}))
        self.counts[slug, route, names] += 1
        if self.counts[slug, route, names] <= (self.depth.queries if names else self.depth.addresses):
            self.ahead.append(address)

    def _look_ahead(self) -> None:
        while self.ahead:
            self._look_at(self.ahead.popleft())

    def _look_at(self, address: str) -> None:
        reply = self._fetch(address, fragment=False)
        route = route_of(address)
        if reply.status == 404:
            if not self.visitor.name and len(PARAMETER.findall(route)) == 1:
                self.known.absent.add((game_of(address), route))
            return
        self.there.append(address)
        self.counts["fragments", route] += 1
        has_fragment, enough = self.known.has_fragment, self.counts["fragments", route] > self.depth.fragments
        if reply.page and has_fragment.get(route, True) and not enough:
            part = self._fetch(address, fragment=True)
            has_fragment[route] = has_fragment.get(route, False) or part.text != reply.text
        self._note_address(reply.leads_to)
        if reply.page and reply.status != 405:
            self._read_page(address, reply.page)

    def _fetch(self, address: str, *, fragment: bool) -> PageReply:
        with server.rollback_after():
            reply = self.visitor.get_page(address, FRAGMENT if fragment else None)
            self.known.coverage.note("GET", address, reply)
        self.visitor.reset_cookies()
        self.shown[f"GET {address}{' (fragment)' if fragment else ''}"] = reply.text
        return reply

    def _read_page(self, address: str, page: HtmlPage) -> None:
        for link in page.links:
            self._note_address(resolve_link(address, link))
        for form in page.forms:
            if form.is_get:
                self._note_searches(address, form)
                continue
            for button in form.buttons or [HtmlButton()]:
                press = ButtonPress(address, form, button)
                if press.address:
                    self.places.learn_address(press.address)
                    self.presses.append(press)
                    self._note_address(press.address)

    def _note_searches(self, address: str, form: HtmlForm) -> None:
        """A form that only asks: as it stands, and with the last choice of each list."""
        where = resolve_link(address, form.action or address).partition("?")[0]
        standing = form.standing_values(form.buttons[0] if form.buttons else HtmlButton())
        self._note_address(f"{where}?{urlencode(standing)}")
        for control in form.controls:
            if control.kind == "select" and control.options:
                chosen = [(name, control.options[-1][0] if name == control.name else value) for name, value in standing]
                self._note_address(f"{where}?{urlencode(chosen)}")
