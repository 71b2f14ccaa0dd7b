"""What Quorum does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial

from dynasties.mechanics.themes import Look, Workings
from dynasties.quorum.actions.closing import close_if_due
from dynasties.quorum.actions.standing import adjourn, time_stands
from dynasties.quorum.queries import episodes
from nomic.core.mechanics.effects import HiatusChanged, LawChanged


def due(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: rounds whose time is over."""
    for game_id, number, key in episodes.due(now):
        yield ("round", key), partial(close_if_due, game_id=game_id, number=number)


WORKINGS = Workings(
    urls="dynasties.quorum.urls",
    handlers={LawChanged: (adjourn,), HiatusChanged: (time_stands,)},
    due=due,
)
