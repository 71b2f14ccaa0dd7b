"""The dials and mechanisms of the voting rules, 1.3 to 1.9 of the starter law: those of each kind of matter, and what
all kinds share.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Count, Duration, Share
from proposals.kinds.cfj import dials as cfj_dials
from proposals.kinds.dov import dials as dov_dials
from proposals.kinds.proposal import dials as proposal_dials

DECIDING = (
    Dial(
        "clerk.grace",
        Duration(),
        timedelta(hours=1),
        timedelta(hours=0),
        "the Clerk acts at once",
        "Enactment",
        "How long the Clerk leaves it to an Admin",
    ),
    Dial("quorum.share", Share(), Fraction(1, 2), Fraction(1, 2), "half", "Keywords", "Quorum: share of the Agents"),
    Dial("quorum.plus", Count(most=100), 1, 0, "nothing is added", "Keywords", "Quorum: added to the share"),
)

POSTS = (
    Dial(
        "posts.category_window",
        Duration(most=timedelta(days=7)),
        timedelta(minutes=5),
        timedelta(0),
        "a category is never changed",
        "Gamestate Tracking",
        "How long a post's category may be changed",
    ),
)

# In the order in which the pages about dials list them; those of further kinds of matter follow these.
DIALS = (*proposal_dials.DIALS, *DECIDING, *cfj_dials.DIALS, *dov_dials.DIALS, *POSTS)

EDITING = (
    Mechanism(
        "posts.editing",
        "Gamestate Tracking",
        "Altering or withdrawing one's own official post",
        "an official post stands as posted",
    ),
)

MECHANISMS = (*proposal_dials.MECHANISMS, *cfj_dials.MECHANISMS, *EDITING, *dov_dials.MECHANISMS)
