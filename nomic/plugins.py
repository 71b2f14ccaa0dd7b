"""What all procedures and themes do with tables and pages, in one table."""

from __future__ import annotations

from collections import Counter

from dynasties.plugins import WORKINGS as THEMES
from nomic.core.plugin import Plugin
from proposals import procedures
from proposals.deciding import queries as deciding_queries

PLUGINS: tuple[Plugin, ...] = (*procedures.procedure_plugins().values(), *THEMES.values())


def pending_counts() -> dict[int, int]:
    """How much waits to be decided in each game, whatever decides it."""
    counted = Counter(deciding_queries.pending_counts())
    for part in PLUGINS:
        counted.update(part.pending())
    return dict(counted)
