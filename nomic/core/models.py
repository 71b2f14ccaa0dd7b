"""The tables of the core, by noun. Import a model from its noun's own module."""

from __future__ import annotations

from nomic.core.dice.models import Roll
from nomic.core.dice.models import SecretRoll
from nomic.core.duties.models import Deed
from nomic.core.duties.models import Duty
from nomic.core.games.models import Account
from nomic.core.games.models import Agent
from nomic.core.games.models import AgentState
from nomic.core.games.models import Game
from nomic.core.games.models import IN_GAME
from nomic.core.games.models import Pronouns
from nomic.core.law.models import LawSnapshot
from nomic.core.log.models import Event
from nomic.core.log.models import PrivateEvent
from nomic.core.messages.models import Message
from nomic.core.notifications.models import Mail
from nomic.core.notifications.models import Notice
from nomic.core.notifications.models import NoticeChoice
from nomic.core.notifications.models import Reach
from nomic.core.notifications.models import Visit
from nomic.core.roster.models import Application
from nomic.core.roster.models import ApplicationState
from nomic.core.roster.models import Hiatus
from nomic.core.roster.models import Reign
from nomic.core.roster.models import Standing
from nomic.core.secrets.models import Day
from nomic.core.secrets.models import SecretSeed

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
