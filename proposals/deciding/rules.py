"""The queue of Proposals, who resolves a matter and when, the clock of a matter, which icons are votes on it, and
what-if. (Rule Enactment; Readings 6, 12, 16)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from nomic.core.decision import Decision, Reason
from nomic.core.law.dials import AGENTS_ADMISSION, AGENTS_IDLING, CLERK, CLERK_GRACE, EITHER
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval, merge_intervals
from proposals.voting.rules import Ballot, MatterFacts, Roster, Status, Verdict

if TYPE_CHECKING:
    from proposals.kinds.kind import MatterKind


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """A matter as the queue sees it. `number` is the game's own count of posts, and settles equal moments."""

    number: int
    posted_at: datetime
    kind: MatterKind
    status: Status = Status.PENDING


def queue_order(entries: Iterable[QueueEntry]) -> tuple[int, ...]:
    """The numbers of the Proposals in the queue, the oldest first.

    Self-killed and vetoed ones are pending until somebody fails them, and keep their place. Illegal and withdrawn ones
    block nothing; matters of kinds without a queue are not in it.
    """
    waiting = [entry for entry in entries if entry.kind.has_queue and entry.status is Status.PENDING]
    return tuple(entry.number for entry in sorted(waiting, key=lambda entry: (entry.posted_at, entry.number)))


def queue_positions(entries: Iterable[QueueEntry]) -> Mapping[int, int]:
    """The place of each queued Proposal by its number; the oldest has place 1."""
    return {number: place for place, number in enumerate(queue_order(entries), start=1)}


# Who resolves a matter: when the Clerk does by itself, why it waits, and what is left to the Admins.
# (Rule Enactment; dials `….by` and `clerk.grace`)


@dataclass(frozen=True, slots=True)
class ResolutionCase:
    """A pending matter before whoever may resolve it.

    `free_since` is when nothing older stood before it any more; `prose_only`: it has no change list; `applies`: its
    change list can be made whole as it is written.
    """

    verdict: Verdict
    kind: MatterKind
    free_since: datetime
    prose_only: bool
    applies: bool


def clerk_may_resolve(case: ResolutionCase, law: Law, now: datetime) -> Decision[Status | None]:
    """What the Clerk does with a matter now: enact it, fail it, or (None) wait; `next_check` says until when."""
    verdict, kind = case.verdict, case.kind
    # Nothing may be done with it: look again when time alone changes that.
    if not verdict.is_decided:
        return Decision(None, verdict.reasons, verdict.next_check)
    # The law may leave it to the Admins.
    by = law[kind.resolver]
    if by not in {CLERK, EITHER}:
        return _waiting_decision("not-the-clerk", law.rule(kind.resolver), verdict.next_check, by=by)
    # Where both may act, the Clerk leaves an Admin the first word, from the moment on when e could speak it.
    grace = (law[CLERK_GRACE] or timedelta(0)) if by == EITHER else timedelta(0)
    due = max(verdict.since or now, case.free_since) + grace
    if now < due:
        return _waiting_decision("clerk-waits", law.rule(CLERK_GRACE), due, until=due)
    # What a machine cannot carry out it does not enact: prose alone, or changes that no longer fit the text.
    if hands := _why_by_hand(case):
        return _waiting_decision(hands, law.rule(kind.resolver), verdict.next_check)
    return Decision(verdict.status, verdict.reasons, verdict.next_check)


def _why_by_hand(case: ResolutionCase) -> str:
    """Why only an Admin can carry out what would be done with it now; empty where a machine can."""
    if case.verdict.status is not Status.ENACTED:
        return ""
    if case.prose_only:
        return "prose-waits-for-an-admin"
    return "" if case.applies else "changes-wait-for-an-admin"


def clerk_forecast(case: ResolutionCase, law: Law, now: datetime) -> Decision[Status | None]:
    """What the Clerk will do as things stand: the outcome, and in `next_check` the moment; None is its next look.

    An outcome of None: it leaves the matter alone, for the reasons given.
    """
    present = clerk_may_resolve(case, law, now)
    # Once the grace is over it may still find that only hands can do it: that is known now.
    if present.next_check is not None and [each.code for each in present.reasons] == ["clerk-waits"]:
        return replace(clerk_may_resolve(case, law, present.next_check), next_check=present.next_check)
    return replace(present, next_check=None)


def _waiting_decision(
    code: str, rule: str, look_again: datetime | None, **facts: str | datetime
) -> Decision[Status | None]:
    return Decision(None, (Reason(code, rule, facts),), look_again)


def admin_may_resolve(case: ResolutionCase, status: Status, law: Law) -> Decision[bool]:
    """Whether an Admin may give a matter this status now: enacted (which is passed, of other kinds) or failed."""
    # Only what the vote permits is done.
    if not (case.verdict.may_enact if status is Status.ENACTED else case.verdict.may_fail):
        return Decision(False, case.verdict.reasons)
    # Where the law names the Clerk alone, somebody must still enact what no machine can carry out.
    if law[case.kind.resolver] == CLERK and not (status is Status.ENACTED and _why_by_hand(case)):
        return Decision(False, (Reason("the-clerk-alone", law.rule(case.kind.resolver)),))
    return Decision(True)


# The clock of one matter, as a ledger: from its opening on, each stretch that counted or did not, and why.
# The sum of what counted is the time open that its verdict rests on. (Readings 10, 13 and 14)


@dataclass(frozen=True, slots=True)
class ClockSegment:
    """A stretch of a matter's time: whether it counted, the code of why, and the title of the rule that says so."""

    start: datetime
    end: datetime
    counted: bool
    why: str
    rule: str

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def clock_segments(
    matter: MatterFacts, law: Law, until: datetime, hiatus: Sequence[Interval] = ()
) -> tuple[ClockSegment, ...]:
    """The stretches from the matter's opening to `until`, in order and without a gap; none of no length."""
    found, at = [], matter.posted_at
    for stop in merge_intervals(hiatus):
        start, end = max(stop.start, at), min(stop.end or until, until)
        if start >= end:
            continue
        found += [
            _segment_outside_hiatus(matter.kind, law, at, start),
            _segment_inside_hiatus(matter.kind, law, start, end),
        ]
        at = end
    found.append(_segment_outside_hiatus(matter.kind, law, at, until))
    return tuple(each for each in found if each.start < each.end)


def time_open(stretches: Sequence[ClockSegment]) -> timedelta:
    """The time that counts."""
    return sum((each.length for each in stretches if each.counted), timedelta(0))


def _segment_outside_hiatus(kind: MatterKind, law: Law, start: datetime, end: datetime) -> ClockSegment:
    return ClockSegment(start, end, True, "clock-runs", law.rule(kind.deciding))


def _segment_inside_hiatus(kind: MatterKind, law: Law, start: datetime, end: datetime) -> ClockSegment:
    clock = kind.clock_in_hiatus(law, start, end)
    return ClockSegment(start, end, clock.counts, clock.why, clock.rule)


# What if: a matter and its Agents as they would be after votes, idlings and returns that nobody has made.


@dataclass(frozen=True, slots=True)
class Supposition:
    """What is tried, by name: votes (None takes a voter's icons away), who idles, who comes back; judged `at`.

    `first`: as if nothing older stood before it.
    """

    at: datetime
    votes: Mapping[str, str | None] = field(default_factory=dict)
    idle: frozenset[str] = frozenset()
    back: frozenset[str] = frozenset()
    first: bool = False


def supposed_matter(matter: MatterFacts, supposed: Supposition, now: datetime) -> MatterFacts:
    """The matter with these votes cast at `now`, as they would be if they were cast in earnest."""
    silenced = {voter for voter, vote in supposed.votes.items() if vote is None}
    kept = tuple(ballot for ballot in matter.ballots if ballot.voter not in silenced)
    cast = tuple(Ballot(voter, vote, now) for voter, vote in supposed.votes.items() if vote is not None)
    place = (1, None) if supposed.first else (matter.queue_position, matter.older)
    return replace(matter, ballots=kept + cast, queue_position=place[0], older=place[1])


def may_receive_votes(kind: MatterKind, status: Status, law: Law) -> Decision[bool]:
    """Whether the matter is one that is still voted on: what is resolved, withdrawn or illegal is so no more."""
    if status is Status.PENDING:
        return Decision(True)
    return Decision(False, (Reason("not-pending", law.rule(kind.voting), {"status": kind.status_word(status)}),))


def may_vote(
    ballot: Ballot, matter: MatterFacts, roster: Roster, law: Law, hiatus: Sequence[Interval] = ()
) -> Decision[bool]:
    """Whether this icon of this voter would be a vote on a matter that `may_receive_votes`."""
    reasons: list[Reason] = []
    kind = matter.kind
    # Some live rule must say that there are votes on matters of this kind.
    reasons += law.requires(kind.voting).reasons
    # Only Agents vote, and an idle one is none.
    if ballot.voter in roster.idle:
        reasons.append(Reason("is-idle", law.rule(AGENTS_IDLING)))
    elif ballot.voter not in roster.agents:
        reasons.append(Reason("not-an-agent", law.rule(AGENTS_ADMISSION)))
    # Not every kind of matter knows every icon. (Readings 7, 13)
    if ballot.vote not in kind.icons:
        reasons.append(Reason(kind.wrong_icon, law.rule(kind.voting), {"vote": str(ballot.vote)}))
    reasons += kind.vote_refusals(ballot, matter, roster, law, hiatus)
    return Decision(not reasons, tuple(reasons))
