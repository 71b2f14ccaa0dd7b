"""Whether the Administrator may turn the Clock, set it, or number Proposals onwards: asked before, and in the act.

Each answer carries every ground of refusal, not the first. Who the Administrator is, is asked elsewhere. (Rules Nweeks
and Ndays, The Administrator)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.law import Law
from proposals.bnomic.mechanics.nweeks import Course, Place, count_ahead, count_between, midnight_after
from proposals.bnomic.mechanics.states import State

OFFICE = "nweek.administering"  # what the desk rests on
LONGEST_PAUSE = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Clock:
    """On, with the midnight of its next stroke; or Off, and `resumes_at` where it is a pause."""

    running: bool
    place: Place
    stroke_at: datetime | None = None
    resumes_at: datetime | None = None

    @property
    def paused(self) -> bool:
        return not self.running and self.resumes_at is not None


def may_turn_on(clock: Clock, law: Law) -> Decision[bool]:
    """Whether the Clock may be turned On: from Off, or from a pause before its time."""
    reasons = _against_clock(law)
    if clock.running:
        reasons.append(Reason("clock-is-on", law.rule("nweek.clock")))
    return Decision(not reasons, tuple(reasons))


def may_turn_off(clock: Clock, law: Law) -> Decision[bool]:
    """Whether the Clock may be turned Off: from On, or from a pause, which then has no end."""
    reasons = _against_clock(law)
    if not clock.running and not clock.paused:
        reasons.append(Reason("clock-is-off", law.rule("nweek.clock")))
    return Decision(not reasons, tuple(reasons))


def may_pause(clock: Clock, until: datetime, now: datetime, law: Law) -> Decision[bool]:
    """Whether the Clock may stand until then: from On, or from a pause, which then has another end.

    A midnight at the very end of the pause goes by without a stroke.
    """
    reasons = _against_clock(law)
    first, last = midnight_after(now), now + LONGEST_PAUSE
    # A Clock that is Off stands already, and for longer.
    if not clock.running and not clock.paused:
        reasons.append(Reason("clock-is-off", law.rule("nweek.clock")))
    # A pause that no midnight falls into would be none.
    if until < first:
        reasons.append(Reason("pause-too-short", law.rule("nweek.clock"), {"at": first}))
    # What is to stand for longer is turned Off.
    if until > last:
        reasons.append(Reason("pause-too-long", law.rule("nweek.clock"), {"at": last}))
    return Decision(not reasons, tuple(reasons))


def may_set(place: Place, *, here: Place, counted: int, open_ones: bool, course: Course, law: Law) -> Decision[bool]:
    """Whether the Clock may be set from `here` to this place, which by itself neither opens nor counts anything.

    `counted`: the last nweek whose ballot has been counted, 0 for none; `open_ones`: whether any Proposal is Open.
    """
    reasons = _against_clock(law)
    # Only an nday that there is.
    if place.nweek < 1 or place.nday < 1 or (course.length is not None and place.nday > course.length):
        by = "nweek.clock" if course.length is None else "nweek.length"
        reasons.append(Reason("no-such-nday", law.rule(by), {"nday": place.nday, "length": course.length}))
    # Each nweek's ballot is counted once.
    if counted and (place.nweek < counted or (place.nweek == counted and count_ahead(place, course))):
        reasons.append(Reason("nweek-counted", law.rule("nweek.counting"), {"nweek": place.nweek, "counted": counted}))
    # And where there is something to count, the Clock does not pass over the count that it waits for.
    if open_ones and (passed := count_between(here, place, course, counted)):
        facts = {"nweek": passed.nweek, "nday": passed.nday}
        reasons.append(Reason("count-passed-over", law.rule("nweek.closes"), facts))
    return Decision(not reasons, tuple(reasons))


def may_number_from(number: int, highest: int, law: Law) -> Decision[bool]:
    """Whether the next Proposal may get this number. `highest`: the greatest that any ever had, 0 for none."""
    reasons = list(law.requires(OFFICE).reasons)
    # A new number is greater than all before, so that none is given twice.
    if number <= highest:
        reasons.append(Reason("number-used", law.rule("nweek.submitting"), {"number": number, "highest": highest}))
    return Decision(not reasons, tuple(reasons))


def may_carry_out(number: int, state: State, *, left: bool, done: bool, law: Law) -> Decision[bool]:
    """Whether an Administrator may put on record that what this Proposal says is done. `left`: whether it says anything
    that its changes have not done, in prose or in changes that could not be made; `done`: that is on record already.
    (Rule Passing)"""
    # Only what has passed leaves anything to do, and that is done once. Cited is the rule of the office that does it.
    waits = state is State.WON and left and not done
    reason = Reason("not-to-be-carried-out", law.rule(OFFICE), {"number": number})
    return Decision(waits, () if waits else (reason,))


def _against_clock(law: Law) -> list[Reason]:
    """Some live rule must say that there is a Clock, and one that somebody has hands on it."""
    return [*law.requires("nweek.clock").reasons, *law.requires(OFFICE).reasons]
