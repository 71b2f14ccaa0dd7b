"""How the tests read and send the pages of the tracker."""

from __future__ import annotations

import re
from typing import Any

from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

SECRET = "zebra-crossing"


def read(table: Table, path: str = "", who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, f"tracker/{path}"))
    return response.status_code, words(response)


def key(table: Table, column: str, whose: str | None) -> str:
    return f"{table.column_number(column)}:{table.agent(whose).pk if whose else 'game'}"


def typed(table: Table, *cells: tuple[str, str | None, str, str, int], **more: str) -> dict[str, Any]:
    """What the form sends: of each cell its column, whose it is, what to do, the value and its base."""
    sent: dict[str, Any] = {"cell": [], "comment": "", "rule_id": "", "nonce": "", "token": table.token(), **more}
    for column, whose, op, value, base in cells:
        name = key(table, column, whose)
        prefix = "c" + name.replace(":", "-")
        sent["cell"].append(name)
        sent |= {f"{prefix}-op": op, f"{prefix}-value": value, f"{prefix}-base": base}
    return sent


def sent(table: Table, who: str, *cells: tuple[str, str | None, str, str, int], **more: str) -> tuple[int, str]:
    response = browser(table, who).post(address(table, "tracker/edit/"), typed(table, *cells, **more), follow=True)
    return response.status_code, words(response)


def rows(told: str) -> list[str]:
    return re.findall(r"\b(Josh|Kevan|Rodney)\b", told.partition("Agent by Agent")[2].partition("Another moment")[0])
