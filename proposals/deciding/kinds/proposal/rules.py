"""When a Proposal may be enacted and when it may be failed. (Rule Enactment; Readings 6 to 10, 39, 42)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval, elapsed, merged, moment_when
from proposals.mechanics.tally import Tally, quorum, tally
from proposals.mechanics.verdict import Verdict, absent, began, first_change, known
from proposals.mechanics.votes import Matter, Roster

RESOLVING = "enactment.resolving"


@dataclass(frozen=True, slots=True)
class Case:
    """A Proposal as the two lists of the rule look at it: the count, the Agents, and how long it has been open."""

    tally: Tally
    agents: int
    quorum: int
    open_for: timedelta


def may_enact(case: Case, law: Law) -> tuple[Reason, ...]:
    """The grounds on which it may be enacted; none, if it may not."""
    grounds = []
    # What is vetoed or self-killed is enacted by neither clause.
    if case.tally.vetoed or case.tally.self_killed:
        return ()
    # As many FOR as a quorum, once it has been open long enough.
    if case.tally.for_ >= case.quorum and case.open_for >= (law.duration("enactment.minimum") or timedelta(0)):
        grounds.append(_reason(law, "reached-quorum", **{"for": case.tally.for_, "quorum": case.quorum}))
    # At the time-out: enough valid votes, and more than half of them FOR.
    if timed_out(case, law) and enough_votes(case, law) and case.tally.carried:
        grounds.append(_reason(law, "timed-out", **{"for": case.tally.for_, "votes": case.tally.valid}))
    return tuple(grounds)


def may_fail(case: Case, law: Law) -> tuple[Reason, ...]:
    """The grounds on which it may be failed; none, if it may not."""
    grounds = []
    # The AGAINST votes that stand shut out both clauses of enactment.
    if cannot_pass(case, law):
        facts = {"against": case.tally.against, "agents": case.agents, "quorum": case.quorum}
        grounds.append(_reason(law, "cannot-pass", **facts))
    # At the time-out half or fewer of its votes are FOR.
    if timed_out(case, law) and not case.tally.carried:
        grounds.append(_reason(law, "timed-out-against", **{"for": case.tally.for_, "votes": case.tally.valid}))
    # At the time-out it has fewer valid votes than the law asks.
    if timed_out(case, law) and not enough_votes(case, law):
        facts = {"votes": case.tally.valid, "needed": law.count("enactment.valid_votes") or 0}
        grounds.append(_reason(law, "too-few-votes", **facts))
    # Its own author has voted AGAINST it.
    if case.tally.self_killed:
        grounds.append(_reason(law, "self-killed"))
    # The Mastermind has vetoed it.
    if case.tally.vetoed:
        grounds.append(_reason(law, "vetoed"))
    return tuple(grounds)


def timed_out(case: Case, law: Law) -> bool:
    """Whether it has been open for at least the time-out: the very second counts. (Reading 9)"""
    limit = law.duration("enactment.timeout")
    return limit is not None and case.open_for >= limit


def enough_votes(case: Case, law: Law) -> bool:
    return case.tally.valid >= (law.count("enactment.valid_votes") or 0)


def cannot_pass(case: Case, law: Law) -> bool:
    """Whether no clause of enactment could hold even if every Agent not counted AGAINST were FOR. (Reading 8)"""
    hopeful = case.agents - case.tally.against
    # A quorum would still be within reach.
    if hopeful >= case.quorum:
        return False
    # So would more than half at the time-out, if anything times out and there are Agents enough to vote.
    votes_enough = case.agents >= (law.count("enactment.valid_votes") or 0)
    return law.duration("enactment.timeout") is None or not votes_enough or 2 * hopeful <= case.agents


def verdict(matter: Matter, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()) -> Verdict:
    """Judge the Proposal at `now`, and say since when it has stood so.

    The past is judged with today's roster, law and place in the queue. Referees in a hurry use `judge`.
    """
    answer = judge(matter, roster, law, now, hiatus)
    begun = known(hiatus, now)
    moments = [matter.posted_at, *clauses(matter, law, begun), *(ballot.at for ballot in matter.ballots)]
    moments += [moment for stop in begun for moment in (stop.start, stop.end)]
    return replace(answer, since=began(answer, now, moments, lambda then: judge(matter, roster, law, then, begun)))


def judge(matter: Matter, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()) -> Verdict:
    """Judge the Proposal at `now`, without asking since when."""
    begun = known(hiatus, now)
    case = case_at(matter, roster, law, now, begun)
    # With no rule on enactment nothing is enacted and nothing fails.
    if not law.carries(RESOLVING):
        return Verdict(False, False, (absent(RESOLVING, law),), case.tally, case.quorum)
    enacting, failing = may_enact(case, law), may_fail(case, law)
    grounds = enacting + failing or (_still_open(case, law),)
    # In hiatus, and behind an older Proposal, what would hold is told but may not be acted on.
    bars = _bars(matter, law, now, begun)
    return Verdict(
        may_enact=bool(enacting) and not bars,
        may_fail=bool(failing) and not bars,
        reasons=bars + grounds,
        tally=case.tally,
        quorum=case.quorum,
        next_check=_next_check(matter, case, law, now, begun),
    )


def case_at(matter: Matter, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()) -> Case:
    """The Proposal's count, quorum and time open at `now`, with the roster as it is given."""
    agents = len(roster.agents)
    open_for = elapsed(matter.posted_at, now, stops(law, hiatus))
    return Case(tally(matter, roster, law, now, hiatus), agents, quorum(agents, law), open_for)


def stops(law: Law, hiatus: Sequence[Interval]) -> Sequence[Interval]:
    """The hiatus that stops the clock of a Proposal: all of it, unless the law counts it. (Reading 10)"""
    return () if law.switch("enactment.hiatus_counts") else hiatus


def clauses(matter: Matter, law: Law, hiatus: Sequence[Interval]) -> tuple[datetime | None, datetime | None]:
    """When it has been open long enough for a quorum, and when it times out; None where no such moment is known."""
    minimum, timeout = law.duration("enactment.minimum") or timedelta(0), law.duration("enactment.timeout")
    still = stops(law, hiatus)
    old_enough = moment_when(matter.posted_at, minimum, still)
    return old_enough, None if timeout is None else moment_when(matter.posted_at, timeout, still)


def current(hiatus: Sequence[Interval], now: datetime) -> Interval | None:
    """The hiatus going on at `now`, joined with those that overlap it."""
    return next((stop for stop in merged(hiatus) if stop.covers(now)), None)


def _bars(matter: Matter, law: Law, now: datetime, hiatus: Sequence[Interval]) -> tuple[Reason, ...]:
    bars: list[Reason] = []
    if (stop := current(hiatus, now)) is not None:
        bars.append(Reason("hiatus", law.rule("dov.declaring"), {"since": stop.start}))
    if matter.queue_position > 1:
        facts = {"position": matter.queue_position, "older": matter.older}
        bars.append(Reason("blocked", law.rule(RESOLVING), {key: fact for key, fact in facts.items() if fact}))
    return tuple(bars)


def _next_check(matter: Matter, case: Case, law: Law, now: datetime, hiatus: Sequence[Interval]) -> datetime | None:
    # In hiatus nothing changes until its end; where that is not known, time alone changes nothing.
    if (stop := current(hiatus, now)) is not None:
        return stop.end
    still = stops(law, hiatus)

    def state(moment: datetime) -> tuple[bool, bool]:
        then = replace(case, open_for=elapsed(matter.posted_at, moment, still))
        return bool(may_enact(then, law)), bool(may_fail(then, law))

    return first_change(now, clauses(matter, law, hiatus), state)


def _still_open(case: Case, law: Law) -> Reason:
    facts = {"for": case.tally.for_, "against": case.tally.against, "quorum": case.quorum}
    return _reason(law, "still-open", **facts)


def _reason(law: Law, code: str, **facts: int) -> Reason:
    return Reason(code, law.rule(RESOLVING), facts)
