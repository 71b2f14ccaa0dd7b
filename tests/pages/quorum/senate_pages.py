"""The pages of the Senate as somebody gets them, and what is sent from them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from dynasties.quorum.rounds import queries as rounds_queries
from tests.pages.deciding.pages import address, browser, words
from tests.sitting import SenateTable

# What differs each time that a page is made, though nothing has happened.
CHANGING = re.compile(r'nonce="[^"]*"|csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|If-None-Match[^}]*')
DECISION: dict[str, object] = {
    "round": 0,
    "vote": "yea",
    "weight_1": "2",
    "weight_2": "1",
    "weight_3": "1",
    "amendment": "A2",
}


def url(table: SenateTable, path: str = "") -> str:
    """Of a page of the newest Episode."""
    return address(table, f"quorum/{table.number}/{path}")


def got(table: SenateTable, who: str | None = None, path: str = "", **more: Any) -> Any:
    return browser(table, who).get(url(table, path), **more)


def html(table: SenateTable, who: str | None = None, path: str = "") -> str:
    response = got(table, who, path)
    assert response.status_code == 200
    found: str = response.content.decode()
    return found


def bare(table: SenateTable, who: str | None = None, path: str = "") -> str:
    """A page without what differs each time."""
    return CHANGING.sub("", html(table, who, path))


def read(table: SenateTable, who: str | None = None, path: str = "") -> str:
    return words(got(table, who, path))


def sent(table: SenateTable, who: str | None, path: str, **typed: object) -> Any:
    return browser(table, who).post(url(table, path), typed)


def decided(table: SenateTable, who: str, **typed: object) -> Any:
    """Somebody sends eir decision from the page."""
    return sent(table, who, "decide/", **DECISION | typed)


def part(table: SenateTable, who: str | None, tag: str = "", round: int = 0) -> Any:
    """The part that moves, as htmx asks for it."""
    client: Client = browser(table, who)
    return client.get(f"{url(table)}?round={round}", headers={"HX-Request": "true", "If-None-Match": tag})


def field_errors(page: str) -> list[str]:
    """What stands at the fields of a form."""
    found = re.findall(r'class="field__errors".*?</div>', page, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", each.partition(">")[2])).strip() for each in found]


def own(table: SenateTable, name: str) -> object:
    """What somebody has decided in the open round, raw."""
    seat = rounds_queries.viewing_seat(table.episode(), account_id=table.account(name).pk)
    return rounds_queries.observation(table.episode(), seat)["own"]
