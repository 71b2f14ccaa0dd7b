"""Nweeks and ndays: what each GMT midnight does while the Clock is On, and when the next things happen. Pure.

At one midnight, in this order: at the end of the nday the ballot is counted, the next nday begins, and at its beginning
Pending Proposals open. What passes in the count may amend the law of nweeks itself: whoever moves a real Clock asks
`counts` of the law before the count, and `following` and `opens` of the law after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple, Self

from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import day_of

NDAY = timedelta(days=1)
# As long as an nweek may be: what has not come by then, in a course that stays as it is, never comes.
FURTHEST = 366


class Place(NamedTuple):
    """Where the Clock stands; both are counted from 1."""

    nweek: int
    nday: int


@dataclass(frozen=True, slots=True)
class Course:
    """What the law says of nweeks: how many ndays one has (None: it never ends), at the beginning of which nday Pending
    Proposals open, and at the end of which the ballot is counted (None: it does not happen)."""

    length: int | None
    opens: int | None
    closes: int | None

    @classmethod
    def of(cls, law: Law) -> Self:
        """The dials; where no rule provides for the count, no nday has one."""
        closes = law.count("nweek.closes") if law.carries("nweek.counting") else None
        return cls(law.count("nweek.length"), law.count("nweek.opens"), closes)


@dataclass(frozen=True, slots=True)
class Stroke:
    """What one midnight does. `counts`: the ballot, at the end of `before`; `opens`: Pending Proposals, at the
    beginning of `after`."""

    before: Place
    after: Place
    counts: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class Day:
    """An nday and the instants between which it lies. `opens`: at its beginning; `counts`: at its end."""

    begins_at: datetime
    ends_at: datetime
    place: Place
    opens: bool
    counts: bool


def stroke(place: Place, course: Course, counted: int = 0) -> Stroke:
    """What the midnight at the end of this nday does, if the law of nweeks stays as it is. `counted`, here and below:
    the last nweek whose ballot has been counted, 0 for none."""
    after = following(place, course)
    return Stroke(place, after, counts(place, course, counted), opens(after, course))


def counts(place: Place, course: Course, counted: int = 0) -> bool:
    """Whether the ballot is counted at the end of this nday.

    One that would be counted later than its nweek ends is counted when it ends. None is counted twice, as an amendment
    between one nday and the next might have it: what opens after the count waits for the next nweek. (Rule The Count)
    """
    if course.closes is None or place.nweek <= counted:
        return False
    return place.nday == course.closes or (_last(place, course) and course.closes > place.nday)


def following(place: Place, course: Course) -> Place:
    """The nday after this one. An nday beyond the length of its nweek, as an amendment may leave it, is the last."""
    return Place(place.nweek + 1, 1) if _last(place, course) else Place(place.nweek, place.nday + 1)


def opens(place: Place, course: Course) -> bool:
    """Whether Pending Proposals open at the beginning of this nday. (Rule Opening)"""
    return place.nday == course.opens


def count_ahead(place: Place, course: Course) -> bool:
    """Whether the ballot is still to be counted in this nweek, at the end of this nday or of a later one."""
    return course.closes is not None and place.nday <= course.closes


def count_between(here: Place, there: Place, course: Course, counted: int = 0) -> Place | None:
    """The first nday, `here` or later and before `there`, at whose end the ballot is counted. None: there is none."""
    ahead = islice(_places(here, course), 2 * FURTHEST)
    return next((place for place in ahead if counts(place, course, counted) and place < there), None)


def midnight_after(moment: datetime) -> datetime:
    """The first GMT midnight that is later than the moment."""
    return day_of(moment) + NDAY


def days_ahead(place: Place, next_midnight: datetime, course: Course, count: int, counted: int = 0) -> list[Day]:
    """The present nday, which ends at `next_midnight`, and those after it, `count` together, while the Clock goes on
    and the law of nweeks stays as it is."""
    return list(islice(_days(place, next_midnight, course, counted), count))


def next_opening(place: Place, next_midnight: datetime, course: Course) -> datetime | None:
    """When Pending Proposals open next: not at the beginning of the present nday, which is past. None: never."""
    ahead = islice(_days(place, next_midnight, course), 1, FURTHEST + 1)
    return next((day.begins_at for day in ahead if day.opens), None)


def next_count(place: Place, next_midnight: datetime, course: Course, counted: int = 0) -> datetime | None:
    """When the ballot is counted next, at the end of the present nday at the earliest. None: never."""
    # An nweek whose ballot has been counted goes by without another.
    ahead = islice(_days(place, next_midnight, course, counted), 2 * FURTHEST)
    return next((day.ends_at for day in ahead if day.counts), None)


def _days(place: Place, next_midnight: datetime, course: Course, counted: int = 0) -> Iterator[Day]:
    """The same without an end: what is looked for is mostly among the first few."""
    for number, each in enumerate(_places(place, course)):
        ends_at = next_midnight + number * NDAY
        yield Day(ends_at - NDAY, ends_at, each, opens(each, course), counts(each, course, counted))


def _places(place: Place, course: Course) -> Iterator[Place]:
    while True:
        yield place
        place = following(place, course)


def _last(place: Place, course: Course) -> bool:
    return course.length is not None and place.nday >= course.length
