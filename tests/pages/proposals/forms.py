"""What the forms of these pages send."""

from __future__ import annotations

from typing import Any

from tests.casting import Table
from tests.pages.deciding.pages import address, browser

NEW = "posts/new/"


def remark(body: str = "A word.", vote: str = "", token: str = "mark-1", **more: str) -> dict[str, str]:
    return {"body": body, "vote": vote, "token": token, "do": "post", **more}


def sheet(title: str = "Time: Sooner", body: str = "Why wait?", do: str = "post", **more: Any) -> dict[str, Any]:
    """The composer, with rows such as `row(1, "repeal", rule=5)` among `more`."""
    return {"token": "mark-1", "category": "proposal", "title": title, "body": body, "do": do, **more}


def row(key: int, kind: str, **fields: Any) -> dict[str, Any]:
    """One change in the composer's page."""
    return {"row": [key], f"r{key}-kind": kind, **{f"r{key}-{name}": value for name, value in fields.items()}}


def rows(*each: dict[str, Any]) -> dict[str, Any]:
    """Several changes, in this order."""
    joined = {name: value for one in each for name, value in one.items()}
    return {**joined, "row": [key for one in each for key in one["row"]]}


def amendment(table: Table, title: str, find: str, replace: str, key: int = 1) -> dict[str, Any]:
    """A rule's text taken up and edited in place."""
    rule = table.rule(title)
    text = rule.text.replace(find, replace)
    return row(key, "amend", rule=rule.id, loaded=rule.id, version=1, text=text)


def send(table: Table, sent: dict[str, Any], name: str = "Lulu", headers: dict[str, str] | None = None) -> Any:
    """Send the composer's form as that Agent."""
    return browser(table, name).post(address(table, NEW), sent, headers=headers)
