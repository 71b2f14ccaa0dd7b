"""The states of a Proposal; a Historical one is told by its substate."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Pending as submitted, Open to votes, and then Historical: Won or Lost."""

    PENDING = "Pending"
    OPEN = "Open"
    WON = "Won"
    LOST = "Lost"

    @property
    def historical(self) -> bool:
        return self in (State.WON, State.LOST)
