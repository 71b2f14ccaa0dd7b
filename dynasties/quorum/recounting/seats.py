"""Every seat told anew from the log: who sat down in it, and who left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynasties.quorum.models import Seat, SeatKind
from dynasties.quorum.recounting.episodes import is_who
from dynasties.quorum.recounting.telling import LEFT, SEATED, each_told
from nomic.core.models import Event, Game
from proposals.recounting.differences import Difference, Log, compare


def seats(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each seat as the last event about it left it, and as many as were convened."""
    for episode, events in each_told(game, log):
        rows = list(Seat.objects.filter(episode=episode).select_related("account").order_by("number"))
        sitters = _sitters(events)
        for row in rows:
            yield _seat(row, sitters.get(row.number), f"seat {row.number} of episode {episode.number}")
        # Whether it was convened with so many is for the Episode's own check.
        wanted, there = set(range(episode.config["num_seats"])) | {*sitters}, {row.number for row in rows}
        seq = events[0].seq if events else 0
        for number in sorted(wanted ^ there):
            lacks = number in wanted
            what = f"seat {number} of episode {episode.number}"
            yield [Difference(seq, what, None if lacks else number, number if lacks else None)]


def _sitters(events: Sequence[Event]) -> dict[int, Event]:
    """The event with which each seat was taken that is not empty."""
    found: dict[int, Event] = {}
    for event in events:
        if event.kind == SEATED:
            found[event.data["seat"]] = event
        elif event.kind == LEFT:
            found.pop(event.data["seat"], None)
    return found


def _seat(row: Seat, event: Event | None, what: str) -> list[Difference]:
    kept = (row.kind, row.name, row.script, row.agent_id)
    if event is None:
        return compare(0, what, kept, (SeatKind.EMPTY.value, "", "", None))
    facts = event.data
    told = (facts["seat_kind"], facts["senator"], facts.get("script", ""), event.actor_id)
    found = compare(event.seq, what, kept, told)
    if row.account is None:
        return found
    return found + compare(event.seq, f"who holds {what}", True, is_who(row.account, event))
