"""What is answered about a matter of any kind: what may be done with it now, why, and when to look again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval
from proposals.mechanics.tally import Tally
from proposals.mechanics.votes import Status


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be done with a matter at one moment, every ground for it, and the count it rests on.

    On a Call for Judgment or a Declaration of Victory `may_enact` means that it may pass. `next_check` is later than
    the moment judged, or None when time alone changes nothing. `since` is when what may be done now began to be so,
    with the roster and the law of today; None where nothing may be done, or where nobody asked.
    """

    may_enact: bool
    may_fail: bool
    reasons: tuple[Reason, ...]
    tally: Tally
    quorum: int
    next_check: datetime | None = None
    since: datetime | None = None

    @property
    def status(self) -> Status:
        """What would stand if everything permitted were done now. Where both may be done, it fails. (Reading 42)"""
        if self.may_fail:
            return Status.FAILED
        return Status.ENACTED if self.may_enact else Status.PENDING

    @property
    def decided(self) -> bool:
        return self.may_enact or self.may_fail


def known(hiatus: Sequence[Interval], now: datetime) -> tuple[Interval, ...]:
    """The intervals that have begun; one of the future is as unknown as a vote of the future."""
    return tuple(stop for stop in hiatus if stop.start <= now)


def absent(mechanism: str, law: Law) -> Reason:
    """The ground of a refusal where no live rule carries the mechanism."""
    return Reason("not-in-the-law", law.rule(mechanism), {"mechanism": mechanism})


def first_change(
    now: datetime, moments: Iterable[datetime | None], state: Callable[[datetime], object]
) -> datetime | None:
    """The earliest of the moments after `now` at which the state is no longer that of `now`."""
    coming = sorted(moment for moment in moments if moment is not None and moment > now)
    if not coming:
        return None
    present = state(now)
    return next((moment for moment in coming if state(moment) != present), None)


def began(verdict: Verdict, now: datetime, moments: Iterable[datetime | None], judge: Callable[[datetime], Verdict]) \
        -> datetime | None:  # fmt: skip
    """The earliest of the moments from which the matter has stood, without a break, as it stands now."""
    if not verdict.decided:
        return None
    since = None
    for moment in sorted({each for each in moments if each is not None and each <= now}, reverse=True):
        if judge(moment).status is not verdict.status:
            break
        since = moment
    return since
