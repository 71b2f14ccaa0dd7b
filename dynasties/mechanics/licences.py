"""Who may edit a gamestate page, as the rule that carries it says. (Rule 1.7)"""

from __future__ import annotations

from enum import StrEnum


class Editors(StrEnum):
    """The licences that a rule can give."""

    AGENTS = "agents"
    ADMINS = "admins"
    MASTERMIND = "mastermind"
    NOBODY = "nobody"
