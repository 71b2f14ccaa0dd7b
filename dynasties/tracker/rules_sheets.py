"""The rows of the tracker sorted and filtered as a reader asks, and cells as a spreadsheet gets them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from dynasties.tracker.rules import LARGEST, ColumnFacts, ColumnKind, Held, value_text
from nomic.core.decision import Invalid

Row = TypeVar("Row")
Compare: TypeAlias = Callable[[int, int], bool]

WHOLE = r"[+\-\u2212]?[0-9]{1,13}"
COMPARISON = re.compile(rf"(?P<sign><=|>=|≤|≥|<|>|=)?\s*(?P<number>{WHOLE})")
RANGE = re.compile(rf"(?P<least>{WHOLE})\s*(?:\.\.|–|to)\s*(?P<most>{WHOLE})")
SIGNS: dict[str, Compare] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "≤": operator.le,
    "≥": operator.ge,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class FilteredRows(Generic[Row]):
    """Some rows: each with what the column that they go by holds in it. None: the reader may not see it, or nothing."""

    row: Row
    name: str
    value: Held


def sort_rows(
    rows: Sequence[FilteredRows[Row]], column: ColumnFacts | None, *, falling: bool
) -> list[FilteredRows[Row]]:
    """The rows by a column, or by name without one; what holds nothing comes last either way, and equals go by name."""
    by_name = sorted(rows, key=lambda each: each.name.casefold(), reverse=falling and column is None)
    if column is None:
        return by_name
    there = [each for each in by_name if each.value is not None]
    # A stable sort keeps equals in their order, in reverse too.
    there.sort(key=lambda each: _rank(column, each.value), reverse=falling)
    return there + [each for each in by_name if each.value is None]


def _rank(column: ColumnFacts, value: Held) -> tuple[int, str]:
    if column.kind is ColumnKind.CHOICE and value in column.choices:
        return column.choices.index(str(value)), ""
    return (value, "") if isinstance(value, int) else (0, str(value).casefold())


def filter_rows(words: str, column: ColumnFacts | None) -> Callable[[str, Held], bool]:
    """What says of a row's name and value whether it stays. Without a column, what is asked is a part of the name.

    A number is asked for as “3”, “>= 3”, “< 0” or “2..5”. Raises `Invalid` at `where` for anything else there.
    """
    wanted = words.strip().casefold()
    if not wanted:
        return lambda name, value: True
    if column is None:
        return lambda name, value: wanted in name.casefold()
    if column.is_number:
        holds = _comparison(words.strip())
        return lambda name, value: isinstance(value, int) and holds(value)
    of = column
    return lambda name, value: value is not None and wanted in value_text(of, value).casefold()


def _comparison(words: str) -> Callable[[int], bool]:
    if found := RANGE.fullmatch(words):
        least, most = _number(found["least"]), _number(found["most"])
        return lambda value: least <= value <= most
    if found := COMPARISON.fullmatch(words):
        compare, bound = SIGNS[found["sign"] or "="], _number(found["number"])
        return lambda value: compare(value, bound)
    raise Invalid("where", "A number is asked for as “3”, “>= 3”, “< 0” or “2..5”.", "no-comparison")


def _number(words: str) -> int:
    return max(min(int(words.replace("\u2212", "-")), LARGEST), -LARGEST)


# What a cell becomes in a file that a spreadsheet opens.

# What a spreadsheet would take for the beginning of a formula, in full width too, or for a gap before one.
FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")


def escape_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe before it says that it is none."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


def spreadsheet_value(column: ColumnFacts, value: Held) -> str | int:
    """A value for a table: numbers stay numbers, nothing is an empty cell."""
    if value is None:
        return ""
    if column.is_number and isinstance(value, int):
        return value
    return escape_formula(value_text(column, value))
