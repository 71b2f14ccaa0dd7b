"""Until when an Agent shall have declared eir Affiliation, and what becomes of who has not. (Rule Affiliation)"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval, elapsed, moment_when

MOMENT = timedelta(microseconds=1)


def declare_by(since: datetime, law: Law, stops: Sequence[Interval]) -> datetime | None:
    """The last moment in time for who is counted since `since`. None: nobody has to, or the clock stands.

    In a hiatus nobody can declare, and so the time stands as well.
    """
    within = law.duration("spy.declare_within")
    if within is None or not law.carries("spy.affiliation"):
        return None
    return moment_when(since, within, stops)


def must_be_idled(
    *, declared: bool, since: datetime, law: Law, now: datetime, stops: Sequence[Interval]
) -> Decision[bool]:
    """Whether the Clerk makes an Agent idle now for eir silence about eir Affiliation."""
    within = law.duration("spy.declare_within")
    if declared or within is None or not law.carries("spy.affiliation"):
        return Decision(False)
    # Dynastic rules idle nobody in a hiatus.
    if any(stop.covers(now) for stop in stops):
        return Decision(False)
    # Whoever lets two weeks pass is made Idle: the last moment of them is still in time.
    if elapsed(since, now, stops) <= within:
        by = declare_by(since, law, stops)
        return Decision(False, next_check=by + MOMENT if by is not None else None)
    return Decision(True, (Reason("undeclared", law.rule("spy.affiliation"), {"since": since, "within": within}),))

