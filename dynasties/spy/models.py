"""The models of the spy dynasty, for Django: each is defined in its noun. Rows are added to or closed, never deleted.

What is top secret is `sealed`: all of it, who it is about included, in blocks that are as long for one answer as for
another. What stands beside it in the clear is no more than what every act of its kind leaves there.
"""

from __future__ import annotations

from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestVote
from dynasties.spy.missions.models import Claim, Completion, Mission, Team
from dynasties.spy.theatre.models import Attempt, Cover, Disclosure, Errand, Spy, Theatre

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
