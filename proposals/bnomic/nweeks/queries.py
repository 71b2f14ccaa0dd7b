"""Where the Clock of a game stands, on record and at this moment. Reads only.

The record may be late: a page says what is so by law and clock, also while nobody has carried it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from nomic.core.games.models import Game
from nomic.core.games.queries import only_row
from nomic.core.law.rules import Law
from proposals.bnomic.dials import NWEEK_CLOCK, NWEEK_COUNTING, NWEEK_SUBMITTING
from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.nweeks.rules import (
    NDAY,
    Clock,
    Course,
    Place,
    ProposalState,
    midnight_after,
    midnight_effect,
    next_count,
    next_opening,
)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the Clock says at one moment. `counted`: the last nweek whose ballot has been counted, 0 for none;
    `midnight`: the first that ends an nday, also after a pause, None where nothing says which that is.

    Where what has been due is not carried out yet: `opened`, that what is Pending on record is Open; `closed`: the
    states on record whose Proposals wait to be counted. `next_opening` and `next_count`: None where none is in sight.
    """

    clock: Clock
    course: Course
    counted: int
    midnight: datetime | None
    opened: bool = False
    closed: frozenset[ProposalState] = frozenset()

    @property
    def place(self) -> Place:
        return self.clock.place

    @property
    def kind(self) -> str:
        """`on`, `paused` or `off`; or `stands`: On or paused by itself, but by law or in hiatus no midnight means
        anything."""
        if not (self.clock.running or self.clock.is_paused):
            return "off"
        if self.midnight is None:
            return "stands"
        return "on" if self.clock.running else "paused"

    @property
    def next_opening(self) -> datetime | None:
        return next_opening(self.place, self.midnight, self.course) if self.midnight else None

    @property
    def next_count(self) -> datetime | None:
        return next_count(self.place, self.midnight, self.course, self.counted) if self.midnight else None

    def state_of(self, recorded: ProposalState) -> ProposalState:
        """What a Proposal is now: Pending ones are Open from the instant of their opening. Whether it is still voted
        on, `closed` says."""
        return ProposalState.OPEN if recorded is ProposalState.PENDING and self.opened else recorded


def is_played(law: Law) -> bool:
    """Whether the law has Proposals of this procedure, or a Clock."""
    return law.carries(NWEEK_SUBMITTING) or law.carries(NWEEK_CLOCK) or law.carries(NWEEK_COUNTING)


def clock_row(game: Game) -> NweekClock | None:
    """The Clock on record, with its game read in the same query: where it stands and what it waits for are of one
    moment, though the `game` that was handed in be older."""
    return only_row(NweekClock.objects.select_related("game").filter(game=game))


def clock_facts(row: NweekClock) -> Clock:
    """The Clock as it is on record. A Clock that is On waits for a stroke, unless the law or a hiatus stops it."""
    stroke_at = row.game.stroke_at if row.running else None
    return Clock(row.running, Place(row.nweek, row.nday), stroke_at, row.resumes_at)


def next_midnight(row: NweekClock) -> datetime | None:
    """The first midnight that ends an nday, also after a pause; None where nothing says which that is."""
    stroke_at = row.game.stroke_at
    return stroke_at if stroke_at is None or row.running else midnight_after(stroke_at)


def counted_by(row: NweekClock) -> int:
    """The last nweek whose ballot had been counted when the Clock was read; 0 for none."""
    return last_counted_nweek(row.game_id, row.game.last_seq)


def clock_reading(game: Game, now: datetime, law: Law) -> ClockReading | None:
    """What the Clock says at this moment; None in a game without one."""
    row = clock_row(game)
    return reading_of(row, now, law) if row else None


def reading_of(row: NweekClock, now: datetime, law: Law) -> ClockReading:
    """The same of a Clock that has been read."""
    clock, course, counted = clock_facts(row), Course.of(law), counted_by(row)
    midnight, stroke_at = next_midnight(row), row.game.stroke_at
    if midnight is None or stroke_at is None or stroke_at > now:
        return ClockReading(clock, course, counted, midnight)
    # A pause that is over: the Clock is On, and the first midnight after it is the first that counts.
    return _reading_after(clock.place, course, counted, midnight, now)


def _reading_after(place: Place, course: Course, counted: int, at: datetime, now: datetime) -> ClockReading:
    """What it says once all that has been due from midnight `at` on is done."""
    opened, closed = False, set[ProposalState]()
    while at <= now:
        done = midnight_effect(place, course, counted)
        if done.counts:
            closed |= {ProposalState.OPEN, *([ProposalState.PENDING] if opened else [])}
            counted = place.nweek
        opened = opened or done.opens
        place, at = done.after, at + NDAY
    return ClockReading(Clock(True, place, at), course, counted, at, opened, frozenset(closed))


def may_be_late(game: Game, now: datetime) -> bool:
    """Whether something that was due by now may not be on record yet. No query."""
    return game.stroke_at is not None and game.stroke_at <= now


def due_clocks(now: datetime) -> list[int]:
    """The games whose Clock waits for something that is due, the earliest first."""
    waiting = Game.objects.filter(stroke_at__lte=now, nweek_clock__isnull=False).order_by("stroke_at", "pk")
    return list(waiting.values_list("pk", flat=True))


def all_counts(game_id: int) -> QuerySet[NweekCount]:
    """The counts of a game, the newest first."""
    return NweekCount.objects.filter(game_id=game_id).order_by("-nweek")


def count_by_nweek(game_id: int, nweek: int) -> NweekCount | None:
    return only_row(all_counts(game_id).filter(nweek=nweek))


def last_counted_nweek(game_id: int, seq: int | None = None) -> int:
    """The last nweek whose ballot has been counted; 0 for none. `seq`: as of that event."""
    rows = all_counts(game_id) if seq is None else all_counts(game_id).filter(seq__lte=seq)
    return rows.aggregate(most=Max("nweek"))["most"] or 0
