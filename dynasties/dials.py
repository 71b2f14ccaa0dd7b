"""The dials and mechanisms of Dynasties, the tracker and its pages, and of numbers."""

from __future__ import annotations

from typing import Any

from nomic.core.law.rules import Dial, Mechanism, each_mechanism

DIALS: tuple[Dial[Any], ...] = ()

UPDATING = Mechanism(
    "tracker.updating", "Gamestate Tracking", "Changing the facts in the tracker", "only enactments change the tracker"
)
UNDOING = Mechanism(
    "tracker.undoing", "Gamestate Tracking", "Undoing a change of the tracker", "a change of the tracker is not undone"
)
SPENDING = Mechanism(
    "tracker.spending",
    "Numbers and Spending",
    "Nobody spends what e has not",
    "what is spent may be more than is there, and the number stops at its least",
)

MECHANISMS = each_mechanism(globals())
