"""The ndays of a game as they were and will be, and its openings and counts. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Subquery

from nomic.core import queries as core
from nomic.core.mechanics.law import Law
from nomic.core.models import Game
from proposals.bnomic.mechanics import calendar
from proposals.bnomic.mechanics.calendar import Deed, Nday
from proposals.bnomic.mechanics.nweeks import Course, Place, days_ahead
from proposals.bnomic.queries import clocks
from proposals.bnomic.queries.clocks import Hands

if TYPE_CHECKING:
    from nomic.core.models import Event
    from proposals.bnomic.models import NweekClock

DEEDS = {
    "bnomic.nday": Deed.BEGUN, "bnomic.clock-set": Deed.SET, "bnomic.opened": Deed.OPENED,
    "bnomic.counted": Deed.COUNTED, "bnomic.clock-off": Deed.STOPPED, "bnomic.clock-paused": Deed.STOPPED,
    "bnomic.clock-on": Deed.GONE_ON,
}  # fmt: skip
MOST_TOLD = 400  # events since an nweek began, the newest of them
BACK = timedelta(days=366)
FURTHEST = 400  # ndays


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the Clock says, and the ndays from the beginning of the nweek that it stands in on record, all as of one
    moment of the record.

    `stroke_at`: what the Clock on record waits for: a midnight, or the end of its pause; None where it stands without
    a known end.
    """

    hands: Hands
    stroke_at: datetime | None
    ndays: list[Nday]


class Happening(NamedTuple):
    """An opening, or else a count: `numbers` is how many Proposals it was about, None while it is to come."""

    nweek: int
    is_count: bool
    at: datetime
    numbers: int | None = None
    won: int = 0


def calendar_of(game: Game, law: Law, now: datetime) -> Calendar | None:
    """None in a game without a Clock."""
    row = clocks.row_of(game)
    if row is None:
        return None
    hands = clocks.hands_of(row, now, law)
    begun = calendar.chronicle(row.nweek, list(_entries(row)))
    place, counted = clocks.clock_of(row).place, clocks.counted_by(row)
    ndays = calendar.continued(begun, place, clocks.next_midnight(row), hands.course, counted)
    return Calendar(hands, row.game.stroke_at, ndays)


def _entries(row: NweekClock) -> Iterator[calendar.Entry]:
    """The record of the Clock since it was first in the nweek in which it is. One query."""
    deeds = core.log(row.game_id, kinds=("bnomic.",)).filter(kind__in=DEEDS)
    own = deeds.filter(subject=f"nweek:{row.nweek}").order_by("seq").values("seq")
    told = deeds.filter(seq__gte=Subquery(own[:1]), seq__lte=row.game.last_seq)
    nday = 0
    for event in reversed(told[:MOST_TOLD]):
        nday = event.data.get("nday", nday)
        won = len(event.data.get("passed", []))
        yield calendar.Entry(
            DEEDS[event.kind], _due(event), Place(event.data["nweek"], nday),
            opened=len(event.data.get("numbers", [])), won=won, lost=len(event.data.get("strength", {})) - won,
        )  # fmt: skip


def _due(event: Event) -> datetime:
    due = event.data.get("due_at")
    return datetime.fromisoformat(due) if due else event.at


def happenings(game: Game, law: Law) -> list[Happening]:
    """Openings and counts: those of the year before the newest event, and those of a year ahead. Each nweek has one of
    each at most: of several openings, the last. All this changes by nothing but an event of the game."""
    found = {(each.nweek, each.is_count): each for each in (*_told(game), *_ahead(game, law))}
    return sorted(found.values(), key=lambda each: (each.at, not each.is_count))


def _told(game: Game) -> Iterator[Happening]:
    since = core.last_moment(game) - BACK
    kinds = ("bnomic.opened", "bnomic.counted")
    for event in core.log(game.pk, kinds=kinds).filter(at__gte=since).order_by("seq"):
        is_count = event.kind == "bnomic.counted"
        numbers = event.data["strength"] if is_count else event.data["numbers"]
        won = len(event.data.get("passed", []))
        yield Happening(event.data["nweek"], is_count, _due(event), len(numbers), won)


def _ahead(game: Game, law: Law) -> Iterator[Happening]:
    row = clocks.row_of(game)
    midnight = clocks.next_midnight(row) if row else None
    if row is None or midnight is None:
        return
    place, counted = clocks.clock_of(row).place, clocks.counted_by(row)
    for day in days_ahead(place, midnight, Course.of(law), FURTHEST, counted):
        # What opened at the beginning of the present nday is on record.
        if day.opens and day.place != place:
            yield Happening(day.place.nweek, False, day.begins_at)
        if day.counts:
            yield Happening(day.place.nweek, True, day.ends_at)
