"""What a mission's reward or penalty changes in the tracker. (Rules Missions, Numbers and Spending)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dynasties.mechanics.cells import Op, outcome
from dynasties.mechanics.columns import Column, Held, Scope, number
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.names import fold

MOST_CHANGES, MOST_ADDED = 30, 1_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """By how much a number of each Agent changes: the column's number and its name of then; `add` may be below 0."""

    column: int
    name: str
    add: int

    @property
    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)


def may_change(column: Column) -> bool:
    """Whether a mission may change this column: a number that each Agent has for everybody to see."""
    return column.live and column.is_number and column.scope is Scope.AGENT and not column.secret


def read_changes(entries: object, path: str, columns: Sequence[Column]) -> tuple[Change, ...]:
    """Changes from plain JSON, `{"column": number or name, "add": number}`; one by nothing is left out.

    Raises `Invalid` at `gains/0/column` and the like, where `path` is `gains`.
    """
    if not isinstance(entries, Sequence) or isinstance(entries, str) or len(entries) > MOST_CHANGES:
        raise Invalid(path, f"At most {MOST_CHANGES} numbers can change.", "no-changes")
    read = [_change(entry, f"{path}/{place}", columns) for place, entry in enumerate(entries)]
    if len({each.column for each in read}) < len(read):
        raise Invalid(path, "Each number changes once.", "changed-twice")
    return tuple(each for each in read if each.add)


def _change(entry: object, path: str, columns: Sequence[Column]) -> Change:
    wanted = entry.get("column") if isinstance(entry, Mapping) else None
    found = next((each for each in columns if may_change(each) and _means(wanted, each)), None)
    if found is None or not isinstance(entry, Mapping):
        raise Invalid(f"{path}/column", "The tracker keeps no such number for everybody to see.", "no-number-column")
    try:
        add = number(entry.get("add"))
    except Invalid as error:
        raise Invalid(f"{path}/add", error.text, error.code) from None
    if abs(add) > MOST_ADDED:
        raise Invalid(f"{path}/add", f"By at most {MOST_ADDED:,}.", "too-large")
    return Change(found.number, found.name, add)


def _means(wanted: object, column: Column) -> bool:
    if isinstance(wanted, str):
        return fold(wanted) == fold(column.name)
    return wanted == column.number and not isinstance(wanted, bool)


def loaded(kept: Sequence[Mapping[str, Any]]) -> tuple[Change, ...]:
    """Changes as they were kept."""
    return tuple(Change(each["column"], each["name"], each["add"]) for each in kept)


def changed(column: Column, before: Held, add: int) -> Held:
    """What the cell holds afterwards: it gains, or loses, and stays at its least where it would go below. No rule bars
    that, for nobody spends anything here."""
    op = Op.GAIN if add > 0 else Op.LOSE
    (after,) = outcome(column, op, before, abs(add), None).outcome
    return after
