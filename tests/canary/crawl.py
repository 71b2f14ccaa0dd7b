"""Every address that the URLconf knows, filled in with every value that could fit, and every link found on the way.

A crawl is one viewer's walk. It answers what e was shown, address by address, bodies and headers together.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from typing import Any
from unittest.mock import patch
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import HttpHeaders
from django.http.response import HttpResponseBase
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from nomic import context, middleware_games

MOST_FILLED, MOST_FOLLOWED = 6, 2  # addresses tried of one route by filling it in, and by links that lead to it
# Sent in turn to the addresses of a route, and both of them to the first: to as many as there are forms, and one more.
FORMS: tuple[dict[str, str], ...] = ({}, {"token": "x", "body": "", "title": "", "vote": "SIDEWAYS", "number": "-1"})
MOST_FORMS = 3
HREF = re.compile(r"""(?:href|src|action|hx-get|hx-post)=["']([^"'#]+)""")
FRAME = '<nav class="gamenav"'
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Route:
    """One line of the URLconf: its name, and its whole address with the places to fill in."""

    name: str
    address: str

    @property
    def parameters(self) -> list[tuple[str, str]]:
        return [(kind or "str", name) for kind, name in PARAMETER.findall(self.address)]

    def filled(self, values: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Addresses of this route, by parameter name, else by the kind of the parameter."""
        choices = [values.get(name) or values.get(kind, ["1"]) for kind, name in self.parameters]
        for choice in product(*choices):
            yield PARAMETER.sub("{}", self.address).format(*choice)


def routes(resolver: URLResolver | None = None, before: str = "/") -> Iterator[Route]:
    """Every route, ours and the libraries'."""
    for each in (resolver or get_resolver()).url_patterns:
        address = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, address)
        elif isinstance(each, URLPattern):
            yield Route(each.name or address, _plain(address))


def _plain(address: str) -> str:
    """A route written as a regular expression (the accounts' are), as a plain one."""
    address = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<str:\1>", address)
    return address.replace("^", "").replace("$", "").replace("\\Z", "").replace("\\", "")


@dataclass
class Crawl:
    """What one viewer was shown: `shown` by address (and `HX` for a fragment's), `reached` the names of routes.

    `framed`: the modules of which a page was shown with all that stands around it, and whether an answer to a form was.
    `once`: a route that was reached, by whomever, is left alone from then on. `elsewhere`: how the names of routes
    begin whose pages another canary looks at; here one address of each is asked for, and no form is sent to it.
    """

    client: Client
    shown: dict[str, str] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    followed: dict[str, int] = field(default_factory=dict)
    framed: set[str] = field(default_factory=set)
    once: bool = False
    elsewhere: tuple[str, ...] = ()

    def walk(self, values: Mapping[str, Sequence[str]], starts: Iterable[str] = ()) -> None:
        """Ask for every address there could be, then for every link found, as a page and as a fragment."""
        ahead = deque(starts)
        for route in routes():
            ahead.extend(islice(route.filled(values), 1 if route.name.startswith(self.elsewhere) else MOST_FILLED))
        known = set(ahead)
        while ahead:
            address = ahead.popleft()
            if self.once and _name(address) in self.reached:
                continue
            for link in self.look_at(address):
                if link not in known and self._worth_following(link):
                    known.add(link)
                    ahead.append(link)

    def look_at(self, address: str) -> list[str]:
        links: list[str] = []
        for mark, headers in (("", {}), ("HX ", {"HX-Request": "true", "HX-Target": "main"})):
            with _overhearing() as asked, self._framing("GET", address):
                answer = self.client.get(address, headers=headers)
            self._keep(mark, "GET", address, answer)
            if answer.status_code == 404:
                break
            self.reached.add(_name(address))
            links += [_led_to(address, each.replace("&amp;", "&")) for each in HREF.findall(self.shown[mark + address])]
            if "Location" in answer:
                links.append(_led_to(address, answer["Location"]))
            # Where nobody asked whether it is for htmx, htmx is shown the same.
            if not asked:
                break
        return links

    def send_nothing(self, begins: str = "") -> None:
        """Send an empty form and a nonsensical one to every route that was there: errors are pages too.

        `begins`: only where the route's name begins so.
        """
        sent: dict[str, int] = {}
        for address in [each for each in self.shown if not each.startswith("HX ")]:
            name = _name(address)
            if name not in self.reached or not name.startswith(begins) or name.startswith(self.elsewhere):
                continue
            before = sent.get(name, 0)
            if name in NOT_SENT or before >= MOST_FORMS:
                continue
            for form in FORMS if before == 0 else [FORMS[before % len(FORMS)]]:
                sent[name] = sent.get(name, 0) + 1
                with _overhearing(), self._framing("POST", address):
                    answer = self.client.post(address, form)
                self._keep(f"POST {len(form)} ", "POST", address, answer)
                if answer.status_code == 405:
                    sent[name] = MOST_FORMS  # whatever is sent, and wherever else the route leads
                    break

    def _framing(self, method: str, address: str) -> AbstractContextManager[object]:
        """What stands around a page knows the request, and nothing of what is on the page: one page of each module of
        views is looked at with it, and one answer to a form after each that may have done something."""
        return without_frame() if _frame(method, address) in self.framed else nullcontext()

    def _keep(self, mark: str, method: str, address: str, answer: HttpResponseBase) -> None:
        self.shown[mark + address] = whole(answer)
        if FRAME in self.shown[mark + address]:
            self.framed.add(_frame(method, address))
        if method == "POST" and answer.status_code == 302:
            self.framed.clear()  # something may have been done: it is looked at anew

    def _worth_following(self, link: str) -> bool:
        name = _name(link)
        self.followed[name] = self.followed.get(name, 0) + 1
        return bool(name) and self.followed[name] <= (0 if name.startswith(self.elsewhere) else MOST_FOLLOWED)


# Even an empty form to these is a whole act: the viewer would be signed out or somebody else, or eir secret no secret.
NOT_SENT = {"account_logout", "ask_back", "ask_idle", "demo_sign_in", "leave", "own-post", "resign"}


@contextmanager
def _overhearing() -> Iterator[set[str]]:
    """Which headers of htmx are asked for meanwhile, until the answer stands: who was shown it, is noted after that."""
    asked: set[str] = set()
    find, is_a_look = HttpHeaders.__getitem__, middleware_games._is_a_look

    def overheard(headers: HttpHeaders, name: str) -> str:
        if name.upper().startswith("HX"):
            asked.add(name)
        return find(headers, name)

    def noted(request: HttpRequest, answer: HttpResponse) -> bool:
        before = frozenset(asked)
        looked = is_a_look(request, answer)
        asked.intersection_update(before)
        return looked

    with (
        patch.object(HttpHeaders, "__getitem__", overheard),
        patch.object(middleware_games, "_is_a_look", noted),
        # Nobody looks at the contexts of templates: to copy each takes longer than to search the answers.
        patch("django.test.client.store_rendered_templates", lambda *_, **__: None),
    ):
        yield asked


# The parts of the frame; the nameplate is for pages too.
FRAMELESS = {"unread": 0, "game_nav": [], "glance": None, "strip": {}, "awaited": {}, "hiatus": {}}


@contextmanager
def without_frame() -> Iterator[None]:
    """Pages are drawn without what stands around them: that takes three quarters of the time."""
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)

    def frameless(request: HttpRequest) -> dict[str, Any]:
        return context.site(request) | FRAMELESS

    processors = tuple(
        frameless if each is context.site else each for each in backend.engine.template_context_processors
    )
    assert frameless in processors
    with patch.dict(vars(backend.engine), template_context_processors=processors):
        yield


def whole(answer: HttpResponseBase) -> str:
    """Everything that leaves with an answer."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.items() if name != "Set-Cookie")
    return f"{answer.status_code}\n{head}\n\n{answer.getvalue().decode('utf-8', 'replace')}"


def _led_to(address: str, link: str) -> str:
    """Where a link leads; one that names the site, as in mail and feeds, to the same place as one that does not."""
    return urljoin(address, link.removeprefix(settings.NOMIC_SITE_URL) or "/")


def _frame(method: str, address: str) -> str:
    return _route_at(urlsplit(address).path)[1] if method == "GET" else method


def _name(address: str) -> str:
    return _route_at(urlsplit(address).path)[0]


@lru_cache(maxsize=10_000)
def _route_at(path: str) -> tuple[str, str]:
    """The name of the route that leads there, and the module of its view; nothing where none does."""
    try:
        found = resolve(path)
    except Resolver404:
        return "", ""
    return found.url_name or "", found.func.__module__
