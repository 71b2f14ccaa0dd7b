"""Where the Clock of a game stands, on record and at this moment. Reads only.

The record may be late: a page says what is so by law and clock, also while nobody has carried it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nomic.core.mechanics.law import Law
from nomic.core.models import Game
from nomic.core.queries.single import single
from proposals.bnomic.mechanics.administering import Clock
from proposals.bnomic.mechanics.nweeks import NDAY, Course, Place, midnight_after, next_count, next_opening, stroke
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import NweekClock
from proposals.bnomic.queries.ballots import last_counted


@dataclass(frozen=True, slots=True)
class Hands:
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
    closed: frozenset[State] = frozenset()

    @property
    def place(self) -> Place:
        return self.clock.place

    @property
    def kind(self) -> str:
        """`on`, `paused` or `off`; or `stands`: On or paused by itself, but by law or in hiatus no midnight means
        anything."""
        if not (self.clock.running or self.clock.paused):
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

    def state_of(self, recorded: State) -> State:
        """What a Proposal is now: Pending ones are Open from the instant of their opening. Whether it is still voted
        on, `closed` says."""
        return State.OPEN if recorded is State.PENDING and self.opened else recorded


def is_played(law: Law) -> bool:
    """Whether the law has Proposals of this procedure, or a Clock."""
    return law.carries("nweek.submitting") or law.carries("nweek.clock") or law.carries("nweek.counting")


def row_of(game: Game) -> NweekClock | None:
    """The Clock on record, with its game read in the same query: where it stands and what it waits for are of one
    moment, though the `game` that was handed in be older."""
    return single(NweekClock.objects.select_related("game").filter(game=game))


def clock_of(row: NweekClock) -> Clock:
    """The Clock as it is on record. A Clock that is On waits for a stroke, unless the law or a hiatus stops it."""
    stroke_at = row.game.stroke_at if row.running else None
    return Clock(row.running, Place(row.nweek, row.nday), stroke_at, row.resumes_at)


def next_midnight(row: NweekClock) -> datetime | None:
    """The first midnight that ends an nday, also after a pause; None where nothing says which that is."""
    stroke_at = row.game.stroke_at
    return stroke_at if stroke_at is None or row.running else midnight_after(stroke_at)


def counted_by(row: NweekClock) -> int:
    """The last nweek whose ballot had been counted when the Clock was read; 0 for none."""
    return last_counted(row.game_id, row.game.last_seq)


def hands(game: Game, now: datetime, law: Law) -> Hands | None:
    """What the Clock says at this moment; None in a game without one."""
    row = row_of(game)
    return hands_of(row, now, law) if row else None


def hands_of(row: NweekClock, now: datetime, law: Law) -> Hands:
    """The same of a Clock that has been read."""
    clock, course, counted = clock_of(row), Course.of(law), counted_by(row)
    midnight, stroke_at = next_midnight(row), row.game.stroke_at
    if midnight is None or stroke_at is None or stroke_at > now:
        return Hands(clock, course, counted, midnight)
    # A pause that is over: the Clock is On, and the first midnight after it is the first that counts.
    return _struck(clock.place, course, counted, midnight, now)


def _struck(place: Place, course: Course, counted: int, at: datetime, now: datetime) -> Hands:
    """What it says once all that has been due from midnight `at` on is done."""
    opened, closed = False, set[State]()
    while at <= now:
        done = stroke(place, course, counted)
        if done.counts:
            closed |= {State.OPEN, *([State.PENDING] if opened else [])}
            counted = place.nweek
        opened = opened or done.opens
        place, at = done.after, at + NDAY
    return Hands(Clock(True, place, at), course, counted, at, opened, frozenset(closed))


def may_be_late(game: Game, now: datetime) -> bool:
    """Whether something that was due by now may not be on record yet. No query."""
    return game.stroke_at is not None and game.stroke_at <= now


def due(now: datetime) -> list[int]:
    """The games whose Clock waits for something that is due, the earliest first."""
    waiting = Game.objects.filter(stroke_at__lte=now, nweek_clock__isnull=False).order_by("stroke_at", "pk")
    return list(waiting.values_list("pk", flat=True))
