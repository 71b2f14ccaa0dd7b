"""What is owed by whom, when it is overdue; and when an often or occasional act can be done again. (Rules Shall and
May, Timespans, and Enactment and Its Effects)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.core.decision import Decision, Fact, Reason, permission, refusal
from nomic.core.law.dials import (
    DOV_DECLARING,
    DUTIES_OWING,
    OCCASIONALLY_SPACING,
    OCCASIONALLY_WEEKLY,
    OFTEN_DAILY,
    OFTEN_SPACING,
)
from nomic.core.law.rules import Act, Budget, Dial, Law, Mechanism
from nomic.core.law.rules_timespans import day_of, week_of
from nomic.core.roster.rules import may_play

LONGEST_DUTY = 1_000  # characters


@dataclass(frozen=True, slots=True)
class Owed:
    """A duty as it stands. `owed_by` is None where any Admin owes it; `here`, `idle`: what who owes it is now."""

    owed_by: int | None
    arose_at: datetime
    due_at: datetime | None
    done: bool = False
    here: bool = True
    idle: bool = False


def may_report_done(owed: Owed, *, agent_id: int, is_admin: bool, law: Law) -> Decision[bool]:
    """Whether this Agent may report a duty as done. E is awake: an idle Agent is none."""
    rule = law.rule(DUTIES_OWING)
    # Once is enough.
    if owed.done:
        return refusal("duty-done", rule)
    # What falls on the Admins, any of them does.
    if owed.owed_by is None:
        return permission() if is_admin else refusal("not-an-admin", rule)
    # Anything else is for who owes it to do.
    return permission() if owed.owed_by == agent_id else refusal("not-your-duty", rule)


def is_overdue(owed: Owed, now: datetime) -> Decision[bool]:
    """Whether a duty is overdue; `next_check` is when it will be, if nothing happens."""
    # What is done, or has no time to be done by, is never late.
    if owed.done or owed.due_at is None:
        return Decision(False)
    # Nobody owes what somebody owed who is gone, and the duty of an idle Agent rests.
    if not owed.here or owed.idle:
        return Decision(False)
    # “Within” a time: its last moment is not too late.
    if now <= owed.due_at:
        return Decision(False, next_check=owed.due_at)
    return Decision(True)


def resumed_due_at(owed: Owed, *, idle_since: datetime, now: datetime) -> datetime | None:
    """By when a duty is due that rested while who owes it was idle; None where nothing changes."""
    if owed.done or owed.due_at is None:
        return None
    # What was overdue when e went idle is overdue still.
    if owed.due_at < idle_since:
        return None
    # The time that was left is left: it did not run.
    return owed.due_at + (now - max(idle_since, owed.arose_at))


# When what may be done only often or occasionally may be done again. (Rule Timespans)


@dataclass(frozen=True, slots=True)
class BudgetSpan:
    """The days that have room for one doing, the mechanism that says so, and the dial of the time between two."""

    days: int
    limit: Mechanism
    spacing: Dial[timedelta]


SPANS = {
    Budget.OFTEN: BudgetSpan(1, OFTEN_DAILY, OFTEN_SPACING),
    Budget.OCCASIONALLY: BudgetSpan(7, OCCASIONALLY_WEEKLY, OCCASIONALLY_SPACING),
}


def may_act(act: Act, law: Law, *, idle_since: datetime | None, hiatus_since: datetime | None) -> Decision[bool]:
    """Whether the law counts em who would act, and lets the act's rule work now."""
    # An idle Agent is none.
    plays = may_play(law, idle_since=idle_since)
    if not plays.outcome:
        return plays
    # In Hiatus only what certain rules of the core deal with may be done.
    if hiatus_since is not None and act.rule not in map(law.rule, law.in_hiatus()):
        return refusal("hiatus", law.rule(DOV_DECLARING), since=hiatus_since)
    return permission()


def may_act_again(budget: Budget, deeds: Collection[datetime], law: Law, now: datetime) -> Decision[bool]:
    """Whether an act may be done now by somebody who did it at these moments. `next_check`: when it may be again.

    A doing that was undone is a doing still: whoever asks counts it among the `deeds`.
    """
    # What e has never done is free.
    if not deeds:
        return permission()
    last = max(deeds)
    span = SPANS[budget]
    # Once a GMT day, or once in a week that begins on Monday.
    period = _period_after(budget, last) if law.carries(span.limit) else last
    # And never within so long of the last time; the bound itself is not within.
    spacing = law[span.spacing]
    again = max(period, last + spacing)
    if now >= again:
        return permission()
    facts: dict[str, Fact] = {"last": last, "again": again}
    if period == again:
        return Decision(False, (Reason(f"{budget}-enough", law.rule(span.limit), facts),), again)
    facts["spacing"] = spacing
    return Decision(False, (Reason(f"{budget}-enough", law.rule(span.spacing), facts),), again)


def _period_after(budget: Budget, moment: datetime) -> datetime:
    """The first moment of the day or week after the one in which this moment lies."""
    start = day_of(moment) if budget is Budget.OFTEN else week_of(moment)
    return start + timedelta(days=SPANS[budget].days)
