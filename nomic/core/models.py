"""The tables of the core, by noun. Import a model from its noun's own module."""

from __future__ import annotations

from nomic.core.dice.models import Roll, SecretRoll
from nomic.core.duties.models import Deed, Duty
from nomic.core.games.models import IN_GAME, Account, Agent, AgentState, Game, Pronouns
from nomic.core.law.models import LawSnapshot
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.messages.models import Message
from nomic.core.notifications.models import Mail, Notice, NoticeChoice, Reach, Visit
from nomic.core.roster.models import Application, ApplicationState, Hiatus, Reign, Standing
from nomic.core.secrets.models import Day, SecretSeed

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
