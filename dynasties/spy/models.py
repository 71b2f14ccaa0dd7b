"""What the spy dynasty keeps: its stretches of play, its spies and eir covers, Gadgets, missions, and what is asked of
the Mastermind. Rows are added to or closed, never deleted.

What is top secret is `sealed`: all of it, who it is about included, in blocks that are as long for one answer as for
another. What stands beside it in the clear is no more than what every act of its kind leaves there.
"""

from __future__ import annotations

from dynasties.spy.models.errands import Attempt, Disclosure, Errand
from dynasties.spy.models.gadgets import Gadget, GadgetRequest, Holding, RequestVote
from dynasties.spy.models.missions import Claim, Completion, Mission, Team
from dynasties.spy.models.theatres import Cover, Spy, Theatre

__all__ = [
    "Attempt",
    "Claim",
    "Completion",
    "Cover",
    "Disclosure",
    "Errand",
    "Gadget",
    "GadgetRequest",
    "Holding",
    "Mission",
    "RequestVote",
    "Spy",
    "Team",
    "Theatre",
]
