"""The dials and mechanisms of the roster: rule 1.2 of the starter law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.mechanics.law import Dial, Mechanism
from nomic.core.mechanics.wordings import Choice, Duration

ADMIN, CLERK, EITHER = "an Admin", "the Clerk", "an Admin or the Clerk"
BY = Choice((ADMIN, CLERK, EITHER))

DIALS = (
    Dial("idle.after", Duration(), timedelta(days=7), None, "silence idles nobody",
         "Agents", "Silence longer than this may be idled"),
    Dial("idle.by", BY, EITHER, ADMIN, "an Admin",
         "Agents", "Who idles the silent"),
)  # fmt: skip

MECHANISMS = (
    Mechanism("agents.admission", "Agents", "Joining", "nobody may join"),
    Mechanism("agents.idling", "Agents", "Going idle and coming back", "nobody goes idle or comes back"),
    Mechanism("agents.leaving", "Agents", "Leaving the game", "nobody may leave"),
)  # fmt: skip
