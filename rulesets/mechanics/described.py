"""What a change would do, as a code and plain facts, for words to be put to at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.mechanics.changes import Change, EnactRule, MoveRule
from rulesets.mechanics.gamestate import State

LONGEST_FACT = 80


@dataclass(frozen=True, slots=True)
class Line:
    """A change's kind and place as the code, and its values as strings: titles and names for ids, long texts cut."""

    code: str
    facts: Mapping[str, str]


def describe(change: Change, state: State) -> Line:
    """`state` gives ids their titles and names; an id that it lacks stands as “#17”."""
    facts = {name: _fact(name, getattr(change, name), state) for name in change.shape}
    return Line(change.kind + _place(change), facts)


def _place(change: Change) -> str:
    """Where in its section a rule shall stand: at the end, which needs no word, at the start, or after another."""
    if not isinstance(change, EnactRule | MoveRule) or change.after is None:
        return ""
    return "-after" if change.after else "-first"


def _fact(name: str, value: str | int | None, state: State) -> str:
    if name in {"rule", "after"} and isinstance(value, int):
        rule = state.ruleset.rule(value)
        return rule.title if rule else f"#{value}"
    if name == "agent" and isinstance(value, int):
        seat = state.agents.get(value)
        return seat.name if seat else f"#{value}"
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST_FACT else text[: LONGEST_FACT - 1] + "…"
