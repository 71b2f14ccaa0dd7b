"""When what may be done only often or occasionally may be done again. (Rule Timespans)"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Decision, Fact, Reason, allowed, refused
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.playing import may_play
from nomic.core.mechanics.terms import Act, Budget
from nomic.core.mechanics.timespans import day_of, week_of

NO_TIME = timedelta(0)


@dataclass(frozen=True, slots=True)
class Span:
    """The days that have room for one doing, the mechanism that says so, and the dial of the time between two."""

    days: int
    limit: str
    spacing: str


SPANS = {
    Budget.OFTEN: Span(1, "often.daily", "often.spacing"),
    Budget.OCCASIONALLY: Span(7, "occasionally.weekly", "occasionally.spacing"),
}


# What carries the rules that a hiatus leaves in play: 1.2, 1.6, 1.7 and 1.9. (Reading 39)
GO_ON = ("agents.admission", "cfj.raising", "posts.editing", "dov.declaring")


def may_act(act: Act, law: Law, *, idle_since: datetime | None, hiatus_since: datetime | None) -> Decision[bool]:
    """Whether the law counts em who would act, and lets the act's rule work now."""
    # An idle Agent is none.
    plays = may_play(law, idle_since=idle_since)
    if not plays.outcome:
        return plays
    # In Hiatus only what certain rules of the core deal with may be done.
    if hiatus_since is not None and act.rule not in {law.rule(name) for name in GO_ON}:
        return refused("hiatus", law.rule("dov.declaring"), since=hiatus_since)
    return allowed()


def next_allowed(budget: Budget, deeds: Collection[datetime], law: Law, now: datetime) -> Decision[bool]:
    """Whether an act may be done now by somebody who did it at these moments. `next_check`: when it may be again.

    A doing that was undone is a doing still: whoever asks counts it among the `deeds`.
    """
    # What e has never done is free.
    if not deeds:
        return allowed()
    last = max(deeds)
    span = SPANS[budget]
    # Once a GMT day, or once in a week that begins on Monday.
    period = _period_after(budget, last) if law.carries(span.limit) else last
    # And never within so long of the last time; the bound itself is not within.
    spacing = law.duration(span.spacing) or NO_TIME
    again = max(period, last + spacing)
    if now >= again:
        return allowed()
    facts: dict[str, Fact] = {"last": last, "again": again}
    if period == again:
        return Decision(False, (Reason(f"{budget}-enough", law.rule(span.limit), facts),), again)
    facts["spacing"] = spacing
    return Decision(False, (Reason(f"{budget}-enough", law.rule(span.spacing), facts),), again)


def _period_after(budget: Budget, moment: datetime) -> datetime:
    """The first moment of the day or week after the one in which this moment lies."""
    start = day_of(moment) if budget is Budget.OFTEN else week_of(moment)
    return start + timedelta(days=SPANS[budget].days)
