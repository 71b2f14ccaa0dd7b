"""The dials and mechanisms of the roster and of time: the rules Agents and Timespans of the starter law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.rules import Mechanism, dial, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Choice, Duration

ADMIN, CLERK, EITHER = "an Admin", "the Clerk", "an Admin or the Clerk"
BY = Choice((ADMIN, CLERK, EITHER))

IDLE_AFTER = dial("idle.after", Duration(), timedelta(days=7), None).carried_by(
    "Agents", "Silence longer than this may be idled", "silence idles nobody"
)
IDLE_BY = dial("idle.by", BY, EITHER, ADMIN).carried_by("Agents", "Who idles the silent", "an Admin")
OFTEN_SPACING = dial("often.spacing", Duration(), timedelta(hours=6), timedelta(0)).carried_by(
    "Timespans", "Time between two doings of what may be done often", "no time need lie between"
)
OCCASIONALLY_SPACING = dial("occasionally.spacing", Duration(), timedelta(hours=24), timedelta(0)).carried_by(
    "Timespans", "Time between two doings of what may be done occasionally", "no time need lie between"
)

DIALS = each_dial(globals())

AGENTS_ADMISSION = Mechanism(
    "agents.admission", "Agents", "Joining", "nobody may join", in_hiatus="joining, leaving, idling and resigning"
)
AGENTS_IDLING = Mechanism("agents.idling", "Agents", "Going idle and coming back", "nobody goes idle or comes back")
AGENTS_LEAVING = Mechanism("agents.leaving", "Agents", "Leaving the game", "nobody may leave")
DICE_ROLLING = Mechanism("dice.rolling", "Dice", "Rolling dice", "nobody rolls dice")
OFTEN_DAILY = Mechanism("often.daily", "Timespans", "Often: once a day", "often is as many times a day as one likes")
OCCASIONALLY_WEEKLY = Mechanism(
    "occasionally.weekly", "Timespans", "Occasionally: once a week", "occasionally is as many times a week as one likes"
)
ENACTMENT_TRIGGERS = Mechanism(
    "enactment.triggers",
    "Enactment and Its Effects",
    "What a rule asks of whoever enacts or fails",
    "an enactment or failure sets off no rule",
)
DUTIES_OWING = Mechanism(
    "duties.owing", "Shall and May", "Keeping a list of what Agents owe", "nobody's duties are kept"
)

MECHANISMS = each_mechanism(globals())

# Of rules that the proposals' dials list: the Clerk's patience, and the rule on hiatus.
CLERK_GRACE = dial("clerk.grace", Duration(), timedelta(hours=1), timedelta(hours=0)).carried_by(
    "Enactment", "How long the Clerk leaves it to an Admin", "the Clerk acts at once"
)

DOV_DECLARING = Mechanism(
    "dov.declaring",
    "Victory and Ascension",
    "Declaring victory, hiatus, and a new Mastermind",
    "there are no Declarations of Victory",
    in_hiatus="Declarations of Victory, and ascension",
)
