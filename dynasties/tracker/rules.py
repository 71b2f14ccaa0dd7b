"""What a column of the tracker may hold, and how a value is read and shown. (Rules 1.7 and Numbers and Spending)"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.names import fold
from nomic.core.mechanics.writing import JOINERS, hidden_at

# What a cell holds; None is nothing.
Held: TypeAlias = str | int | bool | None

LARGEST = 10**12
LONGEST_TEXT = 200
MOST_CHOICES, LONGEST_CHOICE = 50, 60
NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,13}")
YES, NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0", ""})
NOTHING = "—"


class ColumnKind(StrEnum):
    """The types of a column's values."""

    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    SWITCH = "switch"


class Scope(StrEnum):
    """Whether a column has a value for each Agent, or one for the game."""

    AGENT = "agent"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Column:
    """One kind of fact, carried by the rule of id `rule`; `live` while that rule is, and until it is dropped.

    `least` and `most` bound a number. `standard` is what a cell holds until somebody sets it: what a newcomer gets.
    `made_seq` is the number of the event by which it came about.
    """

    number: int
    name: str
    kind: ColumnKind = ColumnKind.NUMBER
    scope: Scope = Scope.AGENT
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    standard: Held = None
    secret: bool = False
    rule: int = 0
    live: bool = True
    made_seq: int = 0

    @property
    def is_number(self) -> bool:
        return self.kind is ColumnKind.NUMBER

    def within(self, value: int) -> int:
        """The number, or the bound that it is beyond."""
        above = value if self.least is None else max(value, self.least)
        return above if self.most is None else min(above, self.most)

    def may_hold(self, value: Held) -> bool:
        """Whether a kept value has a meaning in this column."""
        try:
            return read(self, value) == value
        except Invalid:
            return False


def read(column: Column, typed: object) -> Held:
    """A value as somebody typed it. Raises `Invalid` at `value` for what this column cannot hold."""
    match column.kind:
        case ColumnKind.NUMBER:
            return _bounded(column, number(typed))
        case ColumnKind.SWITCH:
            return _switch(typed)
        case ColumnKind.CHOICE:
            return _choice(column, typed)
        case ColumnKind.TEXT:
            return text(typed, LONGEST_TEXT) or None


def shown(column: Column, value: Held) -> str:
    """A value for the eye."""
    if value is None:
        return NOTHING
    if column.kind is ColumnKind.SWITCH:
        return "yes" if value else "no"
    return str(value).replace("-", "\u2212", 1) if column.is_number else str(value)


def number(typed: object) -> int:
    """A whole number. A bool is none here, though Python thinks so."""
    if isinstance(typed, str) and NUMBER.fullmatch(typed.strip()):
        typed = int(typed.strip().replace("\u2212", "-"))
    if not isinstance(typed, int) or isinstance(typed, bool):
        raise Invalid("value", "This must be a whole number.", "no-number")
    if abs(typed) > LARGEST:
        raise Invalid("value", f"Numbers go up to {LARGEST:,}.", "too-large")
    return typed


def text(typed: object, longest: int) -> str:
    """One line of text, tidied."""
    if typed is None:
        return ""
    if not isinstance(typed, str):
        raise Invalid("value", "This must be text.", "no-text")
    line = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(line) > longest:
        raise Invalid("value", f"At most {longest} characters; this has {len(line)}.", "too-long")
    if hidden_at(line, JOINERS):
        raise Invalid("value", "This cannot hold control or invisible characters.", "hidden-characters")
    return line


def _bounded(column: Column, value: int) -> int:
    if column.least is not None and value < column.least:
        raise Invalid("value", f"“{column.name}” is at least {column.least}.", "too-small")
    if column.most is not None and value > column.most:
        raise Invalid("value", f"“{column.name}” is at most {column.most}.", "too-large")
    return value


def _switch(typed: object) -> bool:
    if isinstance(typed, bool):
        return typed
    word = typed.strip().lower() if isinstance(typed, str) else "no" if typed is None else ""
    if word in YES or (word in NO and not isinstance(typed, int)):
        return word in YES
    raise Invalid("value", "This must be yes or no.", "no-switch")


def _choice(column: Column, typed: object) -> str | None:
    word = text(typed, LONGEST_CHOICE)
    if not word:
        return None
    for choice in column.choices:
        if fold(choice) == fold(word):
            return choice
    raise Invalid("value", "This must be one of " + ", ".join(f"“{each}”" for each in column.choices), "no-choice")


def standard_of(column: Column, typed: object) -> Held:
    """What newcomers get; a number that nobody names is zero, or the bound next to it, and a switch is off."""
    if typed is not None and typed != "":
        return read(column, typed)
    if column.is_number:
        return column.within(0)
    return False if column.kind is ColumnKind.SWITCH else None


def choices_of(typed: tuple[str, ...]) -> tuple[str, ...]:
    """What may be chosen. Raises `Invalid` at `choices` for too few, too many, or two that look alike."""
    if not 1 < len(typed) <= MOST_CHOICES:
        raise Invalid("choices", f"There must be 2 to {MOST_CHOICES} choices.", "no-choices")
    tidy = tuple(text(each, LONGEST_CHOICE) for each in typed)
    if not all(tidy) or len({fold(each) for each in tidy}) < len(tidy):
        raise Invalid("choices", "Each choice needs words of its own.", "choices-alike")
    return tidy
