"""What the form of a Proposal sends."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from tests.balloting import BallotTable
from tests.pages.deciding.pages import address, browser

SUBMIT, REVISE = "ballot/submit/", "ballot/1/revise/"
HTMX = {"HX-Request": "true"}


def paper(name: str = "Cats", body: str = "Cats are green.", do: str = "post", **more: Any) -> dict[str, Any]:
    """The composer, with rows such as `row(1, "repeal", rule=5)` among `more`."""
    return {"token": "mark-1", "name": name, "body": body, "depends": "", "conflicts": "", "do": do, **more}


def send(
    table: BallotTable,
    sent: dict[str, Any],
    name: str = "Lulu",
    to: str = SUBMIT,
    headers: dict[str, str] | None = None,
) -> Any:
    """Send the form as that Player."""
    return browser(table, name).post(address(table, to), sent, headers=headers)


def value(answer: Any, name: str) -> str:
    """What stands in a field of one line."""
    field = re.search(rf'<input[^>]*name="{name}"[^>]*>', answer.content.decode())
    assert field is not None
    found = re.search(r'value="([^"]*)"', field.group())
    return unescape(found.group(1)) if found else ""
