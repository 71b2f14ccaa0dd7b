"""What a change would do, as a code and plain facts, for words to be put to at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulesets.mechanics.changes import Change, EnactRule, MoveRule, Plain, ReplaceText
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.pieces import in_words

LONGEST_FACT = 80


@dataclass(frozen=True, slots=True)
class Line:
    """A change's kind and place as the code, and its values as strings: titles and names for ids, long texts cut."""

    code: str
    facts: Mapping[str, str]


def describe(change: Change, state: State) -> Line:
    """`state` gives ids their titles and names; an id that it lacks stands as “#17”."""
    read = _as_read(change)
    facts = {name: _fact(name, getattr(read, name), state) for name in change.shape}
    return Line(change.kind + _place(change), facts)


def _as_read(change: Change) -> Change:
    """Words that give way to others without the targets of their links, unless those alone tell the two apart."""
    if not isinstance(change, ReplaceText):
        return change
    find, put = in_words(change.find), in_words(change.replace)
    return change if find == put else replace(change, find=find, replace=put)


def _place(change: Change) -> str:
    """Where in its section a rule shall stand: at the end, which needs no word, at the start, or after another."""
    if not isinstance(change, EnactRule | MoveRule) or change.after is None:
        return ""
    return "-after" if change.after else "-first"


def _fact(name: str, value: Plain, state: State) -> str:
    if name in {"rule", "after"} and isinstance(value, int):
        rule = state.ruleset.rule(value)
        return rule.title if rule else f"#{value}"
    if name == "agent" and isinstance(value, int):
        seat = state.agents.get(value)
        return seat.name if seat else f"#{value}"
    text = "" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)
    return text if len(text) <= LONGEST_FACT else text[: LONGEST_FACT - 1] + "…"
