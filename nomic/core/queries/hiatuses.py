"""When the game stood still. Reads only."""

from __future__ import annotations

from datetime import datetime

from nomic.core.mechanics.timespans import Interval
from nomic.core.models import Hiatus
from nomic.core.queries.single import single


def hiatus_intervals(game_id: int, seq: int | None = None) -> tuple[Interval, ...]:
    """All hiatuses of a game as they were known after event `seq`: one that had not ended is open."""
    rows = Hiatus.objects.filter(game_id=game_id)
    if seq is not None:
        rows = rows.filter(began_seq__lte=seq)
    return tuple(Interval(row.began_at, row.ended_at if _ended(row, seq) else None) for row in rows)


def _ended(row: Hiatus, seq: int | None) -> bool:
    return row.ended_seq is not None and (seq is None or row.ended_seq <= seq)


def open_hiatus(game_id: int) -> Hiatus | None:
    return single(Hiatus.objects.filter(game_id=game_id, ended_at__isnull=True))


def hiatus_since(game_id: int) -> datetime | None:
    """Since when the game is in hiatus; None while it is not."""
    found = open_hiatus(game_id)
    return found.began_at if found else None
