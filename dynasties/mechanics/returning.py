"""What an Agent who comes back from idleness finds in the tracker. (Rule 1.2: Agents)"""

from __future__ import annotations

from dataclasses import dataclass

from dynasties.mechanics.columns import Column, Held

KEPT, NEW_COLUMN, NO_MEANING = "kept", "new-column", "no-meaning"


@dataclass(frozen=True, slots=True)
class Returning:
    """What a column holds for em from now on, whether that is what e left, and why: one of the codes above."""

    column: Column
    value: Held
    why: str

    @property
    def kept(self) -> bool:
        return self.why == KEPT


def returning(column: Column, value: Held, *, given: bool, idle_from: int) -> Returning:
    """What becomes of one cell. `given`: somebody has set it; `idle_from`: the number of the event that idled em."""
    # What has no meaning any more becomes what a newcomer gets, provided that newcomers get something.
    if given and not column.may_hold(value) and column.standard is not None:
        return Returning(column, column.standard, NO_MEANING)
    # Of what did not exist when e went, e has left nothing.
    if not given and column.made_seq > idle_from and column.standard is not None:
        return Returning(column, column.standard, NEW_COLUMN)
    # E finds eir own part of the Gamestate as e left it.
    return Returning(column, value, KEPT)
