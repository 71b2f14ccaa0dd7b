"""The clock of one matter, as a ledger: from its opening on, each stretch that counted or did not, and why.

The sum of what counted is the time open that its verdict rests on. (Readings 10, 13 and 14)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval, merged
from proposals.mechanics.proposal import RESOLVING, stops
from proposals.mechanics.votes import Kind, Matter

BESIDE_HIATUS = {Kind.PROPOSAL: RESOLVING, Kind.CFJ: "cfj.raising", Kind.DOV: "dov.declaring"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a matter's time: whether it counted, the code of why, and the title of the rule that says so."""

    start: datetime
    end: datetime
    counted: bool
    why: str
    rule: str

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def ledger(matter: Matter, law: Law, until: datetime, hiatus: Sequence[Interval] = ()) -> tuple[Stretch, ...]:
    """The stretches from the matter's opening to `until`, in order and without a gap; none of no length."""
    found, at = [], matter.posted_at
    for stop in merged(hiatus):
        start, end = max(stop.start, at), min(stop.end or until, until)
        if start >= end:
            continue
        found += [_outside(matter.kind, law, at, start), _inside(matter.kind, law, start, end)]
        at = end
    found.append(_outside(matter.kind, law, at, until))
    return tuple(each for each in found if each.start < each.end)


def time_open(stretches: Sequence[Stretch]) -> timedelta:
    """The time that counts."""
    return sum((each.length for each in stretches if each.counted), timedelta(0))


def _outside(kind: Kind, law: Law, start: datetime, end: datetime) -> Stretch:
    return Stretch(start, end, True, "clock-runs", law.rule(BESIDE_HIATUS[kind]))


def _inside(kind: Kind, law: Law, start: datetime, end: datetime) -> Stretch:
    # A Call for Judgment goes on, and has less time while a hiatus is on.
    if kind is Kind.CFJ:
        return Stretch(start, end, True, "clock-runs-shorter", law.rule("cfj.hiatus_timeout"))
    # A Declaration brings the hiatus, which cannot stop it.
    if kind is Kind.DOV:
        return Stretch(start, end, True, "clock-runs-on", law.rule("dov.declaring"))
    # A Proposal stands still, unless the law counts the time.
    stands = bool(stops(law, (Interval(start, end),)))
    why = "clock-stands" if stands else "clock-counts-hiatus"
    return Stretch(start, end, not stands, why, law.rule("enactment.hiatus_counts"))
