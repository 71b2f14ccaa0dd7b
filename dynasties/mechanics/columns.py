"""What a column of the tracker may hold. (Rules 1.7 and Numbers and Spending)"""

from __future__ import annotations

from enum import StrEnum


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
