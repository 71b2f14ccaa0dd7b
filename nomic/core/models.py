"""The bottom of the house: games, who plays in them, the numbered log of what happened, and what is kept from it.

Rows that state history (`Standing`, `Reign`, `LawSnapshot`, `Event`) are only ever added. `seq` on a row is the
number of the event in which it came about: what held after event N is the newest row with `seq` up to N.
"""

from __future__ import annotations

from nomic.core.models.duties import Deed, Duty
from nomic.core.models.history import Event, Hiatus, LawSnapshot, Reign, Standing
from nomic.core.models.people import (
    IN_GAME,
    Account,
    Agent,
    AgentState,
    Application,
    ApplicationState,
    Game,
    Pronouns,
)
from nomic.core.models.secrets import Day, Message, PrivateEvent, Roll, SecretRoll, SecretSeed
from nomic.core.models.tidings import Mail, Notice, NoticeChoice, Reach, Visit

__all__ = [
    "IN_GAME",
    "Account",
    "Agent",
    "AgentState",
    "Application",
    "ApplicationState",
    "Day",
    "Deed",
    "Duty",
    "Event",
    "Game",
    "Hiatus",
    "LawSnapshot",
    "Mail",
    "Message",
    "Notice",
    "NoticeChoice",
    "PrivateEvent",
    "Pronouns",
    "Reach",
    "Reign",
    "Roll",
    "SecretRoll",
    "SecretSeed",
    "Standing",
    "Visit",
]
