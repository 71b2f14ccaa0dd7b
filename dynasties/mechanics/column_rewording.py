"""Columns of the tracker are called in the new keywords too, as the rules that carry them are worded. (Rule 1.9)"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from dynasties.mechanics.column_changes import read_name
from dynasties.mechanics.columns import Column
from dynasties.mechanics.renaming import Rename, reworded
from dynasties.mechanics.rewording import NOTHING
from nomic.core.mechanics.decision import Invalid, Reason
from rulesets.mechanics.steps import Fold


@dataclass(frozen=True, slots=True)
class ColumnReworded:
    """A column, and what it will be called."""

    column: Column
    name: str


def reword_columns(columns: Iterable[Column], renames: Sequence[Rename]) -> tuple[ColumnReworded, ...]:
    """The columns that a keyword stands in the names of."""
    named = (ColumnReworded(each, reworded(each.name, renames, NOTHING)) for each in columns)
    return tuple(each for each in named if each.name != each.column.name)


def unfit_columns(
    named: Sequence[ColumnReworded], columns: Collection[Column], words: Iterable[str], rule: str, fold: Fold
) -> Iterator[Reason]:
    """What the new words make of a column that no column may be called. `columns` are all there are, by old names."""
    new = {each.column.number: each.name for each in named}
    called = [fold(new.get(each.number, each.name)) for each in columns]
    reserved = {fold(word) for word in words}
    for each in named:
        if said := _against(each.name, called.count(fold(each.name)) > 1, fold(each.name) in reserved):
            yield Reason("column-badly-called", rule, {"name": each.column.name, "after": each.name, "said": said})


def _against(name: str, is_taken: bool, is_reserved: bool) -> str:
    try:
        read_name(name)
    except Invalid as error:
        return error.text
    if is_taken:
        return "another column is called so"
    return "that means something in the law already" if is_reserved else ""
