"""What all procedures and themes do with tables and pages, in one table."""

from __future__ import annotations

from collections import Counter

from dynasties.workings import WORKINGS as THEMES
from nomic.core.mechanics.parts import Workings
from proposals import procedures
from proposals import queries as matters

WORKINGS: tuple[Workings, ...] = (*procedures.workings().values(), *THEMES.values())


def pending_counts() -> dict[int, int]:
    """How much waits to be decided in each game, whatever decides it."""
    counted = Counter(matters.pending_counts())
    for part in WORKINGS:
        counted.update(part.pending())
    return dict(counted)
