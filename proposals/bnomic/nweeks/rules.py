"""Nweeks and ndays: what each GMT midnight does while the Clock is On, the states of Proposals, and what an
Administrator may do with the Clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import NamedTuple, Self

from nomic.core.decision import Decision, Reason
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import day_of
from proposals.bnomic.dials import (
    NWEEK_ADMINISTERING,
    NWEEK_CLOCK,
    NWEEK_CLOSES,
    NWEEK_COUNTING,
    NWEEK_LENGTH,
    NWEEK_OPENS,
    NWEEK_SUBMITTING,
)


class ProposalState(StrEnum):
    """Pending as submitted, Open to votes, and then Historical: Won or Lost."""

    PENDING = "Pending"
    OPEN = "Open"
    WON = "Won"
    LOST = "Lost"

    @property
    def historical(self) -> bool:
        return self in (ProposalState.WON, ProposalState.LOST)


# Nweeks and ndays: what each GMT midnight does while the Clock is On, and when the next things happen. Pure.
# At one midnight, in this order: at the end of the nday the ballot is counted, the next nday begins, and at its
# beginning Pending Proposals open. What passes in the count may amend the law of nweeks itself: whoever moves a real
# Clock asks `counts` of the law before the count, and `following` and `opens` of the law after it.

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
        closes = law[NWEEK_CLOSES] if law.carries(NWEEK_COUNTING) else None
        return cls(law[NWEEK_LENGTH], law[NWEEK_OPENS], closes)


@dataclass(frozen=True, slots=True)
class MidnightEffect:
    """What one midnight does. `counts`: the ballot, at the end of `before`; `opens`: Pending Proposals, at the
    beginning of `after`."""

    before: Place
    after: Place
    counts: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class DatedNday:
    """An nday and the instants between which it lies. `opens`: at its beginning; `counts`: at its end."""

    begins_at: datetime
    ends_at: datetime
    place: Place
    opens: bool
    counts: bool


def midnight_effect(place: Place, course: Course, counted: int = 0) -> MidnightEffect:
    """What the midnight at the end of this nday does, if the law of nweeks stays as it is. `counted`, here and below:
    the last nweek whose ballot has been counted, 0 for none."""
    after = next_place(place, course)
    return MidnightEffect(place, after, has_count(place, course, counted), has_opening(after, course))


def has_count(place: Place, course: Course, counted: int = 0) -> bool:
    """Whether the ballot is counted at the end of this nday.

    One that would be counted later than its nweek ends is counted when it ends. None is counted twice, as an amendment
    between one nday and the next might have it: what opens after the count waits for the next nweek. (Rule The Count)
    """
    if course.closes is None or place.nweek <= counted:
        return False
    return place.nday == course.closes or (_is_last(place, course) and course.closes > place.nday)


def next_place(place: Place, course: Course) -> Place:
    """The nday after this one. An nday beyond the length of its nweek, as an amendment may leave it, is the last."""
    return Place(place.nweek + 1, 1) if _is_last(place, course) else Place(place.nweek, place.nday + 1)


def has_opening(place: Place, course: Course) -> bool:
    """Whether Pending Proposals open at the beginning of this nday. (Rule Opening)"""
    return place.nday == course.opens


def has_count_ahead(place: Place, course: Course) -> bool:
    """Whether the ballot is still to be counted in this nweek, at the end of this nday or of a later one."""
    return course.closes is not None and place.nday <= course.closes


def first_count_between(here: Place, there: Place, course: Course, counted: int = 0) -> Place | None:
    """The first nday, `here` or later and before `there`, at whose end the ballot is counted. None: there is none."""
    ahead = islice(_places_from(here, course), 2 * FURTHEST)
    return next((place for place in ahead if has_count(place, course, counted) and place < there), None)


def midnight_after(moment: datetime) -> datetime:
    """The first GMT midnight that is later than the moment."""
    return day_of(moment) + NDAY


def ndays_ahead(place: Place, next_midnight: datetime, course: Course, count: int, counted: int = 0) -> list[DatedNday]:
    """The present nday, which ends at `next_midnight`, and those after it, `count` together, while the Clock goes on
    and the law of nweeks stays as it is."""
    return list(islice(_ndays_from(place, next_midnight, course, counted), count))


def next_opening(place: Place, next_midnight: datetime, course: Course) -> datetime | None:
    """When Pending Proposals open next: not at the beginning of the present nday, which is past. None: never."""
    ahead = islice(_ndays_from(place, next_midnight, course), 1, FURTHEST + 1)
    return next((day.begins_at for day in ahead if day.opens), None)


def next_count(place: Place, next_midnight: datetime, course: Course, counted: int = 0) -> datetime | None:
    """When the ballot is counted next, at the end of the present nday at the earliest. None: never."""
    # An nweek whose ballot has been counted goes by without another.
    ahead = islice(_ndays_from(place, next_midnight, course, counted), 2 * FURTHEST)
    return next((day.ends_at for day in ahead if day.counts), None)


def _ndays_from(place: Place, next_midnight: datetime, course: Course, counted: int = 0) -> Iterator[DatedNday]:
    """The same without an end: what is looked for is mostly among the first few."""
    for number, each in enumerate(_places_from(place, course)):
        ends_at = next_midnight + number * NDAY
        yield DatedNday(ends_at - NDAY, ends_at, each, has_opening(each, course), has_count(each, course, counted))


def _places_from(place: Place, course: Course) -> Iterator[Place]:
    while True:
        yield place
        place = next_place(place, course)


def _is_last(place: Place, course: Course) -> bool:
    return course.length is not None and place.nday >= course.length


# Whether the Administrator may turn the Clock, set it, or number Proposals onwards: asked before, and in the act.
# Each answer carries every ground of refusal, not the first. Who the Administrator is, is asked elsewhere. (Rules
# Nweeks and Ndays, The Administrator)

LONGEST_PAUSE = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Clock:
    """On, with the midnight of its next stroke; or Off, and `resumes_at` where it is a pause."""

    running: bool
    place: Place
    stroke_at: datetime | None = None
    resumes_at: datetime | None = None

    @property
    def is_paused(self) -> bool:
        return not self.running and self.resumes_at is not None


def may_turn_on(clock: Clock, law: Law) -> Decision[bool]:
    """Whether the Clock may be turned On: from Off, or from a pause before its time."""
    reasons = _against_clock(law)
    if clock.running:
        reasons.append(Reason("clock-is-on", law.rule(NWEEK_CLOCK)))
    return Decision(not reasons, tuple(reasons))


def may_turn_off(clock: Clock, law: Law) -> Decision[bool]:
    """Whether the Clock may be turned Off: from On, or from a pause, which then has no end."""
    reasons = _against_clock(law)
    if not clock.running and not clock.is_paused:
        reasons.append(Reason("clock-is-off", law.rule(NWEEK_CLOCK)))
    return Decision(not reasons, tuple(reasons))


def may_pause(clock: Clock, until: datetime, now: datetime, law: Law) -> Decision[bool]:
    """Whether the Clock may stand until then: from On, or from a pause, which then has another end.

    A midnight at the very end of the pause goes by without a stroke.
    """
    reasons = _against_clock(law)
    first, last = midnight_after(now), now + LONGEST_PAUSE
    # A Clock that is Off stands already, and for longer.
    if not clock.running and not clock.is_paused:
        reasons.append(Reason("clock-is-off", law.rule(NWEEK_CLOCK)))
    # A pause that no midnight falls into would be none.
    if until < first:
        reasons.append(Reason("pause-too-short", law.rule(NWEEK_CLOCK), {"at": first}))
    # What is to stand for longer is turned Off.
    if until > last:
        reasons.append(Reason("pause-too-long", law.rule(NWEEK_CLOCK), {"at": last}))
    return Decision(not reasons, tuple(reasons))


def may_set(place: Place, *, here: Place, counted: int, open_ones: bool, course: Course, law: Law) -> Decision[bool]:
    """Whether the Clock may be set from `here` to this place, which by itself neither opens nor counts anything.

    `counted`: the last nweek whose ballot has been counted, 0 for none; `open_ones`: whether any Proposal is Open.
    """
    reasons = _against_clock(law)
    # Only an nday that there is.
    if place.nweek < 1 or place.nday < 1 or (course.length is not None and place.nday > course.length):
        by = NWEEK_CLOCK if course.length is None else NWEEK_LENGTH
        reasons.append(Reason("no-such-nday", law.rule(by), {"nday": place.nday, "length": course.length}))
    # Each nweek's ballot is counted once.
    if counted and (place.nweek < counted or (place.nweek == counted and has_count_ahead(place, course))):
        reasons.append(Reason("nweek-counted", law.rule(NWEEK_COUNTING), {"nweek": place.nweek, "counted": counted}))
    # And where there is something to count, the Clock does not pass over the count that it waits for.
    if open_ones and (passed := first_count_between(here, place, course, counted)):
        facts = {"nweek": passed.nweek, "nday": passed.nday}
        reasons.append(Reason("count-passed-over", law.rule(NWEEK_CLOSES), facts))
    return Decision(not reasons, tuple(reasons))


def may_number_from(number: int, highest: int, law: Law) -> Decision[bool]:
    """Whether the next Proposal may get this number. `highest`: the greatest that any ever had, 0 for none."""
    reasons = list(law.requires(NWEEK_ADMINISTERING).reasons)
    # A new number is greater than all before, so that none is given twice.
    if number <= highest:
        reasons.append(Reason("number-used", law.rule(NWEEK_SUBMITTING), {"number": number, "highest": highest}))
    return Decision(not reasons, tuple(reasons))


def may_carry_out(number: int, state: ProposalState, *, left: bool, done: bool, law: Law) -> Decision[bool]:
    """Whether an Administrator may put on record that what this Proposal says is done. `left`: whether it says anything
    that its changes have not done, in prose or in changes that could not be made; `done`: that is on record already.
    (Rule Passing)"""
    # Only what has passed leaves anything to do, and that is done once. Cited is the rule of the office that does it.
    waits = state is ProposalState.WON and left and not done
    reason = Reason("not-to-be-carried-out", law.rule(NWEEK_ADMINISTERING), {"number": number})
    return Decision(waits, () if waits else (reason,))


def _against_clock(law: Law) -> list[Reason]:
    """Some live rule must say that there is a Clock, and one that somebody has hands on it."""
    return [*law.requires(NWEEK_CLOCK).reasons, *law.requires(NWEEK_ADMINISTERING).reasons]
