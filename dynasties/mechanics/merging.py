"""Two who change one cell: the second sees what the first did, and nothing is lost in silence. (Rule 1.7)

A cell's `base` is how often it had been changed when the form was opened. Adding and taking away join with what others
did meanwhile; giving a value takes the place of what somebody may have meant to stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dynasties.mechanics.cells import Op
from dynasties.mechanics.columns import Column, Held
from nomic.core.mechanics.decision import Invalid


@dataclass(frozen=True, slots=True)
class Conflict:
    """A cell that somebody else changed meanwhile: what is wanted for it, what it holds now, and its base now.

    `index` is its place among the cells that were sent.
    """

    index: int
    column: Column
    agent: int | None
    yours: Held
    now: Held
    base: int


class Moved(Invalid):
    """Cells have changed since the form was opened: both values stand here, to choose from. Nothing has been done."""

    def __init__(self, conflicts: Sequence[Conflict]) -> None:
        self.conflicts = tuple(conflicts)
        first = self.conflicts[0]
        said = f"“{first.column.name}” was changed meanwhile: look at both values, and choose."
        super().__init__(f"cells/{first.index}/value", said, "moved-meanwhile")


def clashes(op: Op, wanted: Held, now: Held, base: int | None, changes: int) -> bool:
    """Whether an edit drafted at `base` contradicts what became of its cell, which has had so many changes."""
    # Nobody has touched it; or whoever writes says that e does not mind.
    if base is None or base >= changes:
        return False
    # Adding and taking away mean the same on any number.
    if op is not Op.SET:
        return False
    # Both gave it the same value.
    return wanted != now
