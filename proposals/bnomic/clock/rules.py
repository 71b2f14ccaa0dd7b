"""The ndays around the present one: as they have been, from what is on record, and as they will be. Pure.

What is ahead holds while the Clock goes on and the law of nweeks stays as it is. (Rules Nweeks and Ndays, Opening,
The Count)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from nomic.core.law.rules_timespans import Interval
from proposals.bnomic.nweeks.rules import Course, Place, has_count, has_opening, ndays_ahead, next_place

NWEEKS_AHEAD = 3
MOST_AHEAD = 100  # ndays; an nweek may be a year long, or never end


class ClockDeed(StrEnum):
    """What the record tells of nweeks. An nday begins as the one before it ends (`BEGUN`), or because an Administrator
    puts the Clock there (`SET`)."""

    BEGUN = "begun"
    SET = "set"
    OPENED = "opened"
    COUNTED = "counted"
    STOPPED = "stopped"
    GONE_ON = "gone on"


class ClockEntry(NamedTuple):
    """One line of the record. `at`: when it was due, or else when it was done. `place`: where the Clock then is.
    `won`, `lost`: of a count; `opened`: how many Proposals an opening opened."""

    deed: ClockDeed
    at: datetime
    place: Place
    opened: int = 0
    won: int = 0
    lost: int = 0


class NweekResult(NamedTuple):
    """How many Proposals a count made Won, and how many Lost."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Nday:
    """An nday and the instants between which it lies, None where nothing says when that is.

    `opens`, `counts`: an opening at its beginning and a count at its end that are still to come; `opened` (so many
    Proposals) and `counted`: those that have been. `stood`: when the Clock was Off meanwhile.
    """

    place: Place
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    opens: bool = False
    counts: bool = False
    opened: int | None = None
    counted: NweekResult | None = None
    stood: tuple[Interval, ...] = ()

    def holds(self, moment: datetime) -> bool:
        """Whether the moment lies in it."""
        return self.begins_at is not None and Interval(self.begins_at, self.ends_at).covers(moment)


def chronicle(nweek: int, entries: Sequence[ClockEntry]) -> list[Nday]:
    """The ndays since this nweek, in which the Clock is, has begun, in order; the last one has no end yet. If the Clock
    was set to another nweek and back meanwhile, those of the other stand among them.

    `entries`: the record, the oldest first. What comes before the first nday that begins in it is passed over.
    """
    days: list[Nday] = []
    stood: list[Interval] = []
    for each in entries[_first_entry(nweek, entries) :]:
        # The game's first nday, and no other, begins with its Clock.
        if each.deed in (ClockDeed.BEGUN, ClockDeed.SET) or (each.deed is ClockDeed.GONE_ON and not days):
            days[-1:] = [*(replace(day, ends_at=each.at) for day in days[-1:]), Nday(each.place, begins_at=each.at)]
        elif days:
            days[-1] = _with_entry(days[-1], each)
            _add_stop(stood, each)
    return [replace(day, stood=tuple(each for each in stood if _do_overlap(day, each))) for day in days]


def _first_entry(nweek: int, entries: Sequence[ClockEntry]) -> int:
    """Where its first nday last began at a midnight. One that the Clock was set into, and never began so, begins with
    the first that is told."""
    begun = (place for place, each in enumerate(entries) if each.deed is ClockDeed.BEGUN and each.place == (nweek, 1))
    return max(begun, default=0)


def _with_entry(day: Nday, entry: ClockEntry) -> Nday:
    if entry.deed is ClockDeed.OPENED:
        return replace(day, opened=entry.opened)
    if entry.deed is ClockDeed.COUNTED:
        return replace(day, counted=NweekResult(entry.won, entry.lost))
    return day


def _add_stop(stood: list[Interval], entry: ClockEntry) -> None:
    """A pause that gets another end, or none, is one time of standing."""
    stands = bool(stood) and stood[-1].end is None
    if entry.deed is ClockDeed.STOPPED and not stands:
        stood.append(Interval(entry.at))
    if entry.deed is ClockDeed.GONE_ON and stands:
        stood[-1] = Interval(stood[-1].start, entry.at)


def _do_overlap(day: Nday, stood: Interval) -> bool:
    assert day.begins_at is not None
    began_before_its_end = stood.end is None or day.begins_at < stood.end
    return began_before_its_end and (day.ends_at is None or stood.start < day.ends_at)


def continue_ndays(
    begun: Sequence[Nday], place: Place, next_midnight: datetime | None, course: Course, counted: int = 0
) -> list[Nday]:
    """The ndays that have begun, and those after them: the rest of the present nweek and the next three, but not more
    than `MOST_AHEAD`. `place`: where the Clock is; `next_midnight`: the first that ends an nday, None where nothing
    says which: then only the rest of this nweek, without dates. `counted`: the last nweek that has been, 0 for none."""
    *past, present = begun or [Nday(place)]
    if next_midnight is None:
        return [*past, present, *_undated_ndays(place, course, counted)]
    first, *more = ndays_ahead(place, next_midnight, course, MOST_AHEAD + 1, counted)
    near = takewhile(lambda day: day.place.nweek <= place.nweek + NWEEKS_AHEAD, more)
    after = [Nday(each.place, each.begins_at, each.ends_at, each.opens, each.counts) for each in near]
    return [*past, replace(present, ends_at=first.ends_at, counts=first.counts), *after]


def _undated_ndays(place: Place, course: Course, counted: int) -> list[Nday]:
    days: list[Nday] = []
    at = next_place(place, course)
    while at.nweek == place.nweek and len(days) < MOST_AHEAD:
        days.append(Nday(at, opens=has_opening(at, course), counts=has_count(at, course, counted)))
        at = next_place(at, course)
    return days
