"""The icons, by the names that the scripts call them by."""

from __future__ import annotations

from proposals.mechanics.votes import Vote

FOR, AGAINST, DEFERENTIAL, VETO = Vote.FOR, Vote.AGAINST, Vote.DEFERENTIAL, Vote.VETO
