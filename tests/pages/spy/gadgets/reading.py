"""The pages of Gadgets as somebody reads and answers them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

HOUR = timedelta(hours=1)
TYPED = {"name": "Skis", "description": "They are *fast*.", "licences": ["leave-prison"], "token": "form-x"}


def read(table: Table, path: str = "", who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, f"spy/gadgets/{path}"))
    return response.status_code, words(response)


def html(table: Table, path: str = "", who: str | None = None) -> str:
    found: str = browser(table, who).get(address(table, f"spy/gadgets/{path}")).content.decode()
    return found


def sent(table: Table, path: str, who: str | None, **typed: Any) -> tuple[int, str]:
    response = browser(table, who).post(address(table, f"spy/gadgets/{path}"), typed, follow=True)
    return response.status_code, words(response)


def button(page: str, label: str) -> str:
    """The tag of the button of that name, with what it says of itself."""
    found = re.search(rf"<button[^>]*(?:aria-label=\"{label}\"[^>]*>|>{label})", page)
    assert found, f"there is no button {label}"
    return found.group()


def bare(page: str) -> str:
    """A page without what differs each time: nonces and marks of forms."""
    return re.sub(r'(nonce|value|name="csrf[^"]*" value)="[^"]*"|"X-CSRFToken": "[^"]*"|req-[\w-]+', "", page)
