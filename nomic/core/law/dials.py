"""The dials and mechanisms of the roster and of time: the rules Agents and Timespans of the starter law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Choice, Duration

ADMIN, CLERK, EITHER = "an Admin", "the Clerk", "an Admin or the Clerk"
BY = Choice((ADMIN, CLERK, EITHER))

DIALS = (
    Dial(
        "idle.after",
        Duration(),
        timedelta(days=7),
        None,
        "silence idles nobody",
        "Agents",
        "Silence longer than this may be idled",
    ),
    Dial("idle.by", BY, EITHER, ADMIN, "an Admin", "Agents", "Who idles the silent"),
    Dial(
        "often.spacing",
        Duration(),
        timedelta(hours=6),
        None,
        "no time need lie between",
        "Timespans",
        "Time between two doings of what may be done often",
    ),
    Dial(
        "occasionally.spacing",
        Duration(),
        timedelta(hours=24),
        None,
        "no time need lie between",
        "Timespans",
        "Time between two doings of what may be done occasionally",
    ),
)

MECHANISMS = (
    Mechanism("agents.admission", "Agents", "Joining", "nobody may join"),
    Mechanism("agents.idling", "Agents", "Going idle and coming back", "nobody goes idle or comes back"),
    Mechanism("agents.leaving", "Agents", "Leaving the game", "nobody may leave"),
    Mechanism("dice.rolling", "Dice", "Rolling dice", "nobody rolls dice"),
    Mechanism("often.daily", "Timespans", "Often: once a day", "often is as many times a day as one likes"),
    Mechanism(
        "occasionally.weekly",
        "Timespans",
        "Occasionally: once a week",
        "occasionally is as many times a week as one likes",
    ),
    Mechanism(
        "enactment.triggers",
        "Enactment and Its Effects",
        "What a rule asks of whoever enacts or fails",
        "an enactment or failure sets off no rule",
    ),
    Mechanism("duties.owing", "Shall and May", "Keeping a list of what Agents owe", "nobody's duties are kept"),
)
