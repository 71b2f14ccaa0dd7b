"""The dials and mechanisms of Dynasties, the tracker and its pages, and of numbers."""

from __future__ import annotations

from nomic.core.law.rules import Dial, Mechanism

DIALS: tuple[Dial, ...] = ()

MECHANISMS = (
    Mechanism(
        "tracker.updating",
        "Gamestate Tracking",
        "Changing the facts in the tracker",
        "only enactments change the tracker",
    ),
    Mechanism(
        "tracker.undoing",
        "Gamestate Tracking",
        "Undoing a change of the tracker",
        "a change of the tracker is not undone",
    ),
    Mechanism(
        "tracker.spending",
        "Numbers and Spending",
        "Nobody spends what e has not",
        "what is spent may be more than is there, and the number stops at its least",
    ),
)
