"""The dials and the mechanism of Straw Polls."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import BY, CLERK
from nomic.core.law.rules import Dial, Mechanism, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Duration

LENGTH = Dial("poll.length", Duration(), timedelta(days=1), timedelta(0), "it is over at once", "Straw Polls", "Length")
POLL_BY = Dial("poll.by", BY, CLERK, CLERK, "the Clerk", "Straw Polls", "Who closes a Straw Poll")
ASKING = Mechanism("poll.asking", "Straw Polls", "Asking a question", "nobody asks")

DIALS, MECHANISMS = each_dial(globals()), each_mechanism(globals())
