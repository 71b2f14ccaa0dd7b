"""What a cell becomes in a file that a spreadsheet opens."""

from __future__ import annotations

from dynasties.mechanics.columns import Column, Held, shown

# What a spreadsheet would take for the beginning of a formula, in full width too, or for a gap before one.
FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe before it says that it is none."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


def written(column: Column, value: Held) -> str | int:
    """A value for a table: numbers stay numbers, nothing is an empty cell."""
    if value is None:
        return ""
    if column.is_number and isinstance(value, int):
        return value
    return harmless(shown(column, value))
