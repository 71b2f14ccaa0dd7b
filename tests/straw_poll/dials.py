"""The dials and the mechanism of Straw Polls."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import BY, CLERK
from nomic.core.law.rules import Mechanism, dial, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Duration

LENGTH = dial("poll.length", Duration(), timedelta(days=1), timedelta(0)).carried_by(
    "Straw Polls", "Length", "it is over at once"
)
POLL_BY = dial("poll.by", BY, CLERK, CLERK).carried_by("Straw Polls", "Who closes a Straw Poll", "the Clerk")
ASKING = Mechanism("poll.asking", "Straw Polls", "Asking a question", "nobody asks")

DIALS, MECHANISMS = each_dial(globals()), each_mechanism(globals())
