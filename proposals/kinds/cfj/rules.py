"""When a Call for Judgment passes and when it fails. (Rule Calls for Judgment; Readings 13, 40, 43)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from nomic.core.decision import Decision, Fact, Reason
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.cfj.dials import CFJ_HIATUS_TIMEOUT, CFJ_RAISING, CFJ_TIMEOUT
from proposals.kinds.rules import HiatusClock, PostingFacts, idle_reasons
from proposals.voting.rules import (
    Ballot,
    Latch,
    MatterFacts,
    Roster,
    Tally,
    Verdict,
    Vote,
    first_change,
    known_intervals,
    missing_mechanism,
    ordered_ballots,
    quorum,
    simple_tally,
    unchanged_since,
)


def deadline(matter: MatterFacts, law: Law, moment: datetime, hiatus: Sequence[Interval] = ()) -> datetime | None:
    """The deadline as it is at that moment: a shorter one if a hiatus is on, but never stopped by it."""
    limit = law[CFJ_TIMEOUT]
    if any(stop.covers(moment) for stop in hiatus):
        shorter = law[CFJ_HIATUS_TIMEOUT]
        limit = limit if shorter is None else shorter
    return None if limit is None else matter.posted_at + limit


def ballots_in_time(
    matter: MatterFacts, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> tuple[Ballot, ...]:
    """The ballots that exist at `now`, in order: none of the future, none cast when the deadline was over."""
    return tuple(
        ballot for ballot in ordered_ballots(matter) if ballot.at <= now and _is_in_time(ballot, matter, law, hiatus)
    )


def find_latch(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Latch | None:
    """The first moment at which a quorum was reached either way, with today's roster; or what was found when it was."""
    if matter.watched or matter.latched is not None:
        return matter.latched
    needed = quorum(len(roster.agents), law)
    # A quorum of nobody is reached as soon as the question is put.
    if needed <= 0:
        return Latch(Vote.FOR, matter.posted_at)
    sides: dict[str, Vote] = {}
    for place, ballot in enumerate(ballots_in_time(matter, law, now, hiatus), start=1):
        if ballot.voter not in roster.agents or ballot.vote not in (Vote.FOR, Vote.AGAINST):
            continue
        side = sides[ballot.voter] = Vote(ballot.vote)
        if list(sides.values()).count(side) >= needed:
            return Latch(side, ballot.at, place)
    return None


def agreement_at(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Latch | None:
    """Whether a quorum agrees at `now`, by the votes that stand, and with the roster and the law of this moment."""
    ballots, needed = ballots_in_time(matter, law, now, hiatus), quorum(len(roster.agents), law)
    count = simple_tally(roster, ballots)
    # With no rule on Calls for Judgment none is decided.
    if not law.carries(CFJ_RAISING):
        return None
    # A quorum FOR passes it at once, a quorum AGAINST fails it at once.
    if count.for_ >= needed:
        return Latch(Vote.FOR, now, len(ballots), roster, needed)
    return Latch(Vote.AGAINST, now, len(ballots), roster, needed) if count.against >= needed else None


def is_closed(matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()) -> bool:
    """Whether a vote cast at `now` would no longer exist: the deadline is behind it, or a quorum has agreed."""
    due = deadline(matter, law, now, hiatus)
    return (due is not None and now > due) or find_latch(matter, roster, law, now, hiatus) is not None


def call_verdict(
    matter: MatterFacts,
    roster: Roster,
    law: Law,
    now: datetime,
    hiatus: Sequence[Interval] = (),
    latched: Latch | None = None,
) -> Verdict:
    """Judge the Call at `now`, and say since when it has stood so.

    `latched` is what was found when the quorum was reached, if the matter does not say; else today's roster serves.
    """
    latched = latched or matter.latched
    answer = judge_call(matter, roster, law, now, hiatus, latched)
    begun = known_intervals(hiatus, now)
    moments = [*_deadlines(matter, law), *(ballot.at for ballot in matter.ballots)]
    moments += [moment for stop in begun for moment in (stop.start, stop.end)]
    if latched is not None and answer.is_decided:
        return replace(answer, since=latched.at)
    return replace(
        answer, since=unchanged_since(answer, now, moments, lambda then: judge_call(matter, roster, law, then, begun))
    )


def judge_call(
    matter: MatterFacts,
    roster: Roster,
    law: Law,
    now: datetime,
    hiatus: Sequence[Interval] = (),
    latched: Latch | None = None,
) -> Verdict:
    """Judge the Call at `now`, without asking since when."""
    begun = known_intervals(hiatus, now)
    found = latched or find_latch(matter, roster, law, now, begun)
    # Once a quorum has agreed, the count is that of the moment when it did. (Reading 43)
    until, first = (now, None) if found is None else (min(found.at, now), found.ballots)
    kept = found is not None and found.roster is not None
    there = found.roster if found is not None and found.roster is not None else roster
    ballots = ordered_ballots(matter)[:first] if kept else ballots_in_time(matter, law, until, begun)[:first]
    count, needed = simple_tally(there, ballots), quorum(len(there.agents), law)
    needed = found.quorum if found is not None and found.quorum is not None else needed
    # With no rule on Calls for Judgment none is decided.
    if not law.carries(CFJ_RAISING):
        return Verdict(False, False, (missing_mechanism(CFJ_RAISING, law),), count, needed)
    over = _is_over(matter, law, now, begun)
    # A quorum FOR passes it at once, a quorum AGAINST fails it at once.
    if found is not None:
        agreed = found.outcome is Vote.FOR
        also = (_timed_out_reason(count, law),) if over and count.has_majority == agreed else ()
        return Verdict(agreed, not agreed, (_agreed_reason(found, count, needed, law), *also), count, needed)
    # Else its deadline decides: more than half FOR, or it fails.
    reason = _timed_out_reason(count, law) if over else _still_open_reason(count, needed, law)
    coming = (*_deadlines(matter, law), *(stop.end for stop in begun))
    check = first_change(now, coming, lambda then: _is_over(matter, law, then, begun))
    return Verdict(over and count.has_majority, over and not count.has_majority, (reason,), count, needed, check)


def call_prospects(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> tuple[Reason, ...]:
    """What would change the verdict: the votes (`votes`) that make a quorum either way, and the deadline as it is now.

    Nothing, once it may pass or fail. The deadline tells `at`, `left`, its `wait`, whether a hiatus is on (`hiatus`)
    and what it then brings (`passes`); where the law has none, `at` is None.
    """
    begun = known_intervals(hiatus, now)
    if not law.carries(CFJ_RAISING) or find_latch(matter, roster, law, now, begun) or _is_over(matter, law, now, begun):
        return ()
    count, agents = simple_tally(roster, ballots_in_time(matter, law, now, begun)), len(roster.agents)
    needed, rule = quorum(agents, law), law.rule(CFJ_RAISING)
    sides = (("call-passes-now", count.for_), ("call-fails-now", count.against))
    # More votes for a side than there are Agents to give them can never come.
    votes = tuple(Reason(code, rule, {"votes": needed - has}) for code, has in sides if has < needed <= agents)
    due = deadline(matter, law, now, begun)
    facts: dict[str, Fact] = {
        "at": due,
        "left": None if due is None else due - now,
        "wait": None if due is None else due - matter.posted_at,
        "hiatus": any(stop.covers(now) for stop in begun),
        "passes": count.has_majority,
    }
    dial = CFJ_HIATUS_TIMEOUT if facts["hiatus"] else CFJ_TIMEOUT
    return (*votes, Reason("call-deadline", law.rule(dial), facts))


def _is_in_time(ballot: Ballot, matter: MatterFacts, law: Law, hiatus: Sequence[Interval]) -> bool:
    due = deadline(matter, law, ballot.at, hiatus)
    return ballot.at >= matter.posted_at and (due is None or ballot.at <= due)


def _is_over(matter: MatterFacts, law: Law, moment: datetime, hiatus: Sequence[Interval]) -> bool:
    due = deadline(matter, law, moment, hiatus)
    return due is not None and moment >= due


def _deadlines(matter: MatterFacts, law: Law) -> tuple[datetime | None, ...]:
    limits: tuple[timedelta | None, ...] = (law[CFJ_TIMEOUT], law[CFJ_HIATUS_TIMEOUT])
    return tuple(None if limit is None else matter.posted_at + limit for limit in limits)


def _agreed_reason(found: Latch, count: Tally, needed: int, law: Law) -> Reason:
    side = {"for": count.for_} if found.outcome is Vote.FOR else {"against": count.against}
    return Reason("reached-quorum", law.rule(CFJ_RAISING), {**side, "quorum": needed, "at": found.at})


def _still_open_reason(count: Tally, needed: int, law: Law) -> Reason:
    facts = {"for": count.for_, "against": count.against, "quorum": needed}
    return Reason("still-open", law.rule(CFJ_RAISING), facts)


def _timed_out_reason(count: Tally, law: Law) -> Reason:
    code = "timed-out" if count.has_majority else "timed-out-against"
    return Reason(code, law.rule(CFJ_RAISING), {"for": count.for_, "votes": count.valid})


# What a Call's record says beside its verdict: who raises one, which votes are refused, what hiatus does.


def may_call(facts: PostingFacts, law: Law) -> Decision[bool]:
    """Whether an Agent may raise a Call for Judgment now. It has no slots, and no hiatus bars it."""
    # Some live rule must say that there are such things at all.
    reasons = (*law.requires(CFJ_RAISING).reasons, *idle_reasons(facts, law))
    return Decision(not reasons, reasons)


def call_vote_refusals(
    ballot: Ballot, matter: MatterFacts, roster: Roster, law: Law, hiatus: Sequence[Interval]
) -> list[Reason]:
    """A Call for Judgment is closed by a quorum, and by its deadline. (Reading 43)"""
    return [Reason("voting-closed", law.rule(CFJ_RAISING))] if is_closed(matter, roster, law, ballot.at, hiatus) else []


def call_clock_in_hiatus(law: Law, start: datetime, end: datetime) -> HiatusClock:
    """A Call for Judgment goes on, and has less time while a hiatus is on."""
    return HiatusClock(counts=True, why="clock-runs-shorter", rule=law.rule(CFJ_HIATUS_TIMEOUT))
