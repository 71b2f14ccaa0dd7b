"""How the Map is read and used in a browser."""

from __future__ import annotations

import re

from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

MOVE = re.compile(r'<input type="radio" name="to" value="([A-Z]{3})"')


def html(table: SpyTable, who: str | None = None, path: str = "") -> str:
    response = browser(table, who).get(address(table, f"spy/map/{path}"))
    assert response.status_code == 200
    found: str = response.content.decode()
    return found


def read(table: SpyTable, who: str | None = None, path: str = "") -> str:
    return words(browser(table, who).get(address(table, f"spy/map/{path}")))
