"""What the log tells of each Episode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynasties.quorum.models import Episode
from nomic.core.models import Event, Game
from proposals.recounting.differences import Log

CONVENED, SEATED, LEFT, CALLED_OFF, OPENED, CLOSED, ENDED, ADJOURNED = (
    f"quorum.{each}"
    for each in ("convened", "seated", "left", "called-off", "opened", "round-closed", "ended", "adjourned")
)
OURS = "quorum."


def told(log: Log) -> dict[str, list[Event]]:
    """The events about each Episode, by its code in the log, in their order."""
    found: dict[str, list[Event]] = {}
    for event in log.values():
        if event.kind.startswith(OURS):
            found.setdefault(event.subject, []).append(event)
    return found


def each_told(game: Game, log: Log) -> Iterator[tuple[Episode, Sequence[Event]]]:
    """Every Episode that there is, with the events about it."""
    events = told(log)
    for row in Episode.objects.filter(game=game).select_related("convener").order_by("number"):
        yield row, events.get(f"episode:{row.number}", ())


def only(events: Sequence[Event], *kinds: str) -> Event | None:
    """The last event of these kinds."""
    return next((event for event in reversed(events) if event.kind in kinds), None)
