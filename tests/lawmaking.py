"""Changes of the law, made at once: through the steps that an enactment takes, on a floor of their own."""

from __future__ import annotations

from typing import Any

from nomic.core.floor import floor
from rulesets.changes import queries as changes_queries
from rulesets.changes.actions import Cause, enact_changes
from tests.casting import FOUNDER, Table


def change(table: Table, *changes: dict[str, Any], post: int = 1, by: str = FOUNDER) -> int:
    """Carry out a change list in the JSON form, as if post #`post` were enacted. Answers the last event's number."""
    with floor(table.made.pk) as the_floor:
        applied = changes_queries.try_changes(
            changes_queries.current_state(the_floor.game), changes_queries.read_changes(list(changes))
        )
        assert applied.whole, applied.problems
        enact_changes(the_floor, applied, Cause(f"post:{post}", table.agent(by)))
        return the_floor.game.last_seq


def enact(title: str, text: str, section: str = "dynastic", after: int | None = None) -> dict[str, Any]:
    """The change that brings in a new rule."""
    return {"kind": "enact", "section": section, "title": title, "text": text, "after": after}


def amend(table: Table, title: str, text: str) -> dict[str, Any]:
    """The change that gives a rule a wholly new text."""
    rule = table.rule(title)
    return {"kind": "amend", "rule": rule.id, "base": rule.text, "text": text}


def rename(table: Table, title: str, new: str) -> dict[str, Any]:
    return {"kind": "rename", "rule": table.rule(title).id, "title": new}


def move(table: Table, title: str, section: str, after: int | None = None) -> dict[str, Any]:
    return {"kind": "move", "rule": table.rule(title).id, "section": section, "after": after}
