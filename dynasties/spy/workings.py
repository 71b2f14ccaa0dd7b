"""What the spy dynasty does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from dynasties.mechanics.themes import Look, Workings
from dynasties.spy.actions.mustering import muster
from dynasties.spy.queries import theatres
from nomic.core.mechanics.effects import CameBack, LawChanged, RosterChanged
from nomic.core.views.entering import law_of


def due(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: each with its key, as the sweep takes it."""
    yield from ()


def entries(request: Any) -> list[tuple[str, str]]:
    """Its pages in the game's bar, while the law is of spies."""
    if not theatres.is_played(law_of(request)):
        return []
    return []


WORKINGS = Workings(
    urls="dynasties.spy.urls",
    handlers={LawChanged: (muster,), RosterChanged: (muster,), CameBack: (muster,)},
    due=due,
    entries=entries,
)
