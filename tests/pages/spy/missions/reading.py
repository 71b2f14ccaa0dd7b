"""The pages of missions as somebody reads and answers them."""

from __future__ import annotations

import re
from typing import Any

from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

CHECKS = [
    {"kind": "be-in", "places": ["LON", "PAR"]},
    {"kind": "agents-in", "places": ["LON"], "count": 2},
    {"kind": "hold", "ticket": "air", "count": 3},
]
PARTS = {
    "description": "A *red* door.",
    "goals": "Open it.",
    "reward": "Air.",
    "closing": "When it is shut.",
    "penalty": "Sea.",
    "title": "The Door",
    "token": "form-x",
}


def read(table: SpyTable, path: str, who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, f"spy/{path}"))
    return response.status_code, words(response)


def html(table: SpyTable, path: str, who: str | None = None) -> str:
    found: str = browser(table, who).get(address(table, f"spy/{path}")).content.decode()
    return found


def sent(table: SpyTable, path: str, who: str | None, **typed: Any) -> tuple[int, str]:
    response = browser(table, who).post(address(table, f"spy/{path}"), typed, follow=True)
    return response.status_code, words(response)


def bare(page: str) -> str:
    """A page without what differs each time: nonces and marks of forms."""
    return re.sub(r'(nonce|value|name="csrf[^"]*" value)="[^"]*"|"X-CSRFToken": "[^"]*"|req-[\w-]+', "", page)


def number(table: SpyTable, column: str) -> int:
    return table.column_number(column)
