"""Somebody who asks for pages: what e is answered, written down so that it can be compared."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

from django.conf import settings
from django.core.cache import cache
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, ResolverMatch, resolve

from tools.answers.chance import CHANCE
from tools.answers.html import HtmlPage, Pairs

# What protects forms: it is another one on every page, and is drawn sign by sign.
CSRF = re.compile(r"""(csrfmiddlewaretoken" value="|X-CSRFToken": ")[A-Za-z0-9]{64}""")
FRAGMENT = {"HX-Request": "true", "HX-Target": "main"}
NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class PageReply:
    """`body` as it came; `text`: the whole answer as it is compared; `leads_to`: where a redirection leads.

    `page`: what leads further on it; None where it is no page.
    """

    status: int
    body: str
    text: str
    leads_to: str
    page: HtmlPage | None


class PageVisitor:
    """`name`: of the account, empty for who has none. E brings the cookies that e kept, and no others."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.client = Client(raise_request_exception=False)
        self.kept: SimpleCookie = SimpleCookie()

    def keep_cookies(self) -> PageVisitor:
        """Whoever e is signed in as now, e is at every question from here on."""
        self.kept = SimpleCookie(self.client.cookies)
        return self

    def reset_cookies(self) -> None:
        """Forget what came in cookies since they were kept."""
        self.client.cookies = SimpleCookie(self.kept)

    def sign_in(self) -> PageVisitor:
        """By the demo's open door."""
        self.send_form("/demo/sign-in/", [("username", self.name)])
        return self.keep_cookies()

    def get_page(self, address: str, headers: dict[str, str] | None = None) -> PageReply:
        return self.request("GET", address, headers=headers)

    def send_form(self, address: str, pairs: Pairs, *, by_script: bool = False) -> PageReply:
        """Send a form."""
        kind = "application/x-www-form-urlencoded"
        return self.request("POST", address, urlencode(pairs), kind, FRAGMENT if by_script else None)

    def request(
        self, method: str, address: str, body: str = "", kind: str = "", headers: dict[str, str] | None = None
    ) -> PageReply:
        """Ask for an address, as if nobody had asked for anything before."""
        cache.clear()
        CHANCE.begin_streams(f"{self.name} {method} {address}")
        answer = self.client.generic(method, address, body, kind or "application/octet-stream", headers=headers)
        return _reply(answer, address)


def _reply(answer: HttpResponseBase, address: str) -> PageReply:
    body = answer.getvalue().decode("utf-8", "backslashreplace")
    heads = [f"{name}: {_sort_directives(name, value)}" for name, value in sorted(answer.items())]
    cookies = [f"Set-Cookie: {name}" for name in sorted(answer.cookies)]
    text = "\n".join(
        [str(answer.status_code), *heads, *cookies, "", _expand_json(body, answer.get("Content-Type", ""))]
    )
    leads_to = resolve_link(address, answer["Location"]) if "Location" in answer else ""
    page = HtmlPage(body, CHANCE.redact_draws) if answer.get("Content-Type", "").startswith("text/html") else None
    return PageReply(answer.status_code, body, CHANCE.redact_draws(CSRF.sub(r"\1…", text)), leads_to, page)


def _sort_directives(name: str, value: str) -> str:
    """The content policy with its directives in order: the library that writes it keeps them in a set."""
    return "; ".join(sorted(value.split("; "))) if name == "Content-Security-Policy" else value


def _expand_json(body: str, kind: str) -> str:
    """JSON in the order and with the spaces that it has, and below it once more over lines, so that one can see what
    differs."""
    if not kind.startswith("application/json"):
        return body
    try:
        return f"{body}\n\n{json.dumps(json.loads(body), indent=1, ensure_ascii=False)}"
    except ValueError:
        return body


def resolve_link(address: str, link: str) -> str:
    """Where a link on a page leads within the site; empty if it leads elsewhere, or to a file."""
    if link.startswith(settings.NOMIC_SITE_URL):
        link = link.removeprefix(settings.NOMIC_SITE_URL) or "/"
    whole = urljoin(address, link)
    parts = urlsplit(whole)
    if parts.scheme or parts.netloc or whole.startswith(settings.STATIC_URL):
        return ""
    return parts._replace(fragment="").geturl()


@lru_cache(maxsize=50_000)
def match_of(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def route_of(address: str) -> str:
    """The line of the URLconf that an address belongs to."""
    match = match_of(urlsplit(address).path)
    return match.route if match else NOWHERE


class RouteCoverage:
    """Which routes were asked for by which methods, and what the answers were like."""

    def __init__(self) -> None:
        self.seen: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))

    def note(self, method: str, address: str, reply: PageReply) -> None:
        self.seen[route_of(address)][method].add(reply.status)

    def answers(self, routes: list[str]) -> dict[str, str]:
        """Of each route a line for each method: with which statuses it was answered."""
        return {
            route: "\n".join(f"{method} {sorted(statuses)}" for method, statuses in sorted(self.seen[route].items()))
            for route in sorted({*routes, *self.seen})
        }

    def unreached_routes(self, routes: list[str]) -> list[str]:
        """Routes at which nobody was shown or did anything."""
        reached = {200, 201, 204, 302, 304, 401, 409, 422}
        return [route for route in routes if not reached.intersection(*[set().union(*self.seen[route].values())])]
