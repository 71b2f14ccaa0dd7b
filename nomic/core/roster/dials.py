"""What the roster asks of rules that the proposals' dials list: the Clerk's patience, and the rule on hiatus."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Duration

CLERK_GRACE = Dial(
    "clerk.grace",
    Duration(),
    timedelta(hours=1),
    timedelta(hours=0),
    "the Clerk acts at once",
    "Enactment",
    "How long the Clerk leaves it to an Admin",
)

DOV_DECLARING = Mechanism(
    "dov.declaring",
    "Victory and Ascension",
    "Declaring victory, hiatus, and a new Mastermind",
    "there are no Declarations of Victory",
    in_hiatus="Declarations of Victory, and ascension",
)
