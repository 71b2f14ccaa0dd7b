"""What B Nomic does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial

from nomic.core.mechanics.effects import HiatusChanged, LawChanged
from nomic.core.mechanics.parts import Look, Workings
from proposals.bnomic.actions.striking import strike, strokes, wound
from proposals.bnomic.queries import clocks


def due(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: Clocks whose next stroke is due."""
    for game_id in clocks.due(now):
        yield ("clock", game_id), partial(strike, game_id=game_id)


WORKINGS = Workings(
    urls="proposals.bnomic.urls",
    strokes=strokes,
    handlers={LawChanged: (wound,), HiatusChanged: (wound,)},
    due=due,
)
