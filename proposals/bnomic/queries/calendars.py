"""The ndays of a game as they were and will be, and its openings and counts. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from nomic.core import queries as core
from nomic.core.mechanics.law import Law
from nomic.core.models import Game
from proposals.bnomic.mechanics import calendar
from proposals.bnomic.mechanics.administering import Clock
from proposals.bnomic.mechanics.calendar import Deed, Nday
from proposals.bnomic.mechanics.nweeks import Course, days_ahead
from proposals.bnomic.queries import ballots, clocks

if TYPE_CHECKING:
    from nomic.core.models import Event

DEEDS = {
    "bnomic.nday": Deed.BEGUN, "bnomic.clock-set": Deed.BEGUN, "bnomic.opened": Deed.OPENED,
    "bnomic.counted": Deed.COUNTED, "bnomic.clock-off": Deed.STOPPED, "bnomic.clock-paused": Deed.STOPPED,
    "bnomic.clock-on": Deed.GONE_ON,
}  # fmt: skip
MOST_TOLD = 400  # events of one nweek, the newest of them
BACK = timedelta(days=366)
FURTHEST = 400  # ndays


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the Clock is by its record, and the ndays from the beginning of the nweek that it stands in.

    `stroke_at`: the midnight that it waits for, or the end of its pause; None where it stands without a known end.
    """

    clock: Clock
    course: Course
    stroke_at: datetime | None
    ndays: list[Nday]


class Happening(NamedTuple):
    """An opening, or else a count: `numbers` is how many Proposals it was about, None while it is to come."""

    nweek: int
    is_count: bool
    at: datetime
    numbers: int | None = None
    won: int = 0


def calendar_of(game: Game, law: Law) -> Calendar | None:
    """None in a game without a Clock."""
    row = clocks.row_of(game)
    if row is None:
        return None
    clock, course = clocks.clock_of(game, row), Course.of(law)
    begun = calendar.chronicle(row.nweek, _entries(game, row.nweek))
    counted = ballots.last_counted(game.pk)
    ndays = calendar.continued(begun, clock.place, clocks.next_midnight(game, clock), course, counted)
    return Calendar(clock, course, game.stroke_at, ndays)


def _entries(game: Game, nweek: int) -> Iterator[calendar.Entry]:
    told = core.log(game.pk, kinds=("bnomic.",), subject=f"nweek:{nweek}").filter(kind__in=DEEDS)
    nday = 0
    for event in reversed(told[:MOST_TOLD]):
        nday = event.data.get("nday", nday)
        won = len(event.data.get("passed", []))
        yield calendar.Entry(
            DEEDS[event.kind], _due(event), nday, opened=len(event.data.get("numbers", [])), won=won,
            lost=len(event.data.get("strength", {})) - won,
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
    clock = clocks.clock_of(game, row) if row else None
    midnight = clocks.next_midnight(game, clock) if clock else None
    if clock is None or midnight is None:
        return
    counted = ballots.last_counted(game.pk)
    for place, day in enumerate(days_ahead(clock.place, midnight, Course.of(law), FURTHEST, counted)):
        # What opened at the beginning of the present nday is on record.
        if day.opens and place:
            yield Happening(day.place.nweek, False, day.begins_at)
        if day.counts:
            yield Happening(day.place.nweek, True, day.ends_at)
