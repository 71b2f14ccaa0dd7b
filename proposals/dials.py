"""The dials and mechanisms of the voting rules, 1.3 to 1.9 of the starter law: those of each kind of matter, and what
all kinds share.
"""

from __future__ import annotations

from typing import Any

from nomic.core.law.rules import Dial
from nomic.core.roster.dials import CLERK_GRACE
from proposals.kinds.cfj import dials as cfj_dials
from proposals.kinds.dov import dials as dov_dials
from proposals.kinds.proposal import dials as proposal_dials
from proposals.posts.dials import POSTS_CATEGORY_WINDOW, POSTS_EDITING
from proposals.voting.dials import QUORUM_PLUS, QUORUM_SHARE

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
