"""The Administrator's desk: how it is read, and how something is done at it."""

from __future__ import annotations

from typing import Any

from tests.casting import Table
from tests.pages.deciding.pages import address, browser

DESK = "ballot/desk/"
WHY = "The server moves house."


def page(table: Table, who: str | None = "Kevan", asked: str = "") -> Any:
    return browser(table, who).get(address(table, DESK) + asked)


def send(table: Table, act: str, who: str | None = "Kevan", **typed: object) -> Any:
    return browser(table, who).post(address(table, DESK), {"act": act, "why": WHY, **typed})
