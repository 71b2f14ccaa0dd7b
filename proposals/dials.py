"""The dials and mechanisms of the voting rules, 1.3 to 1.9 of the starter law: those of each kind of matter, and what
all kinds share.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from nomic.core.law.dials import CLERK_GRACE
from nomic.core.law.rules import Dial, Mechanism, dial
from nomic.core.law.rules_wordings import Duration
from proposals.kinds.cfj import dials as cfj_dials
from proposals.kinds.dov import dials as dov_dials
from proposals.kinds.proposal import dials as proposal_dials
from proposals.voting.dials import QUORUM_PLUS, QUORUM_SHARE

POSTS_CATEGORY_WINDOW = dial(
    "posts.category_window", Duration(most=timedelta(days=7)), timedelta(minutes=5), timedelta(0)
).carried_by("Gamestate Tracking", "How long a post's category may be changed", "a category is never changed")

POSTS_EDITING = Mechanism(
    "posts.editing",
    "Gamestate Tracking",
    "Altering or withdrawing one's own official post",
    "an official post stands as posted",
    in_hiatus="plain posts, comments and the tracker",
)

# In the order in which the pages about dials list them; those of further kinds of matter follow these.
DIALS: tuple[Dial[Any], ...] = (
    *proposal_dials.DIALS,
    CLERK_GRACE,
    QUORUM_SHARE,
    QUORUM_PLUS,
    *cfj_dials.DIALS,
    *dov_dials.DIALS,
    POSTS_CATEGORY_WINDOW,
)

MECHANISMS = (*proposal_dials.MECHANISMS, *cfj_dials.MECHANISMS, POSTS_EDITING, *dov_dials.MECHANISMS)
