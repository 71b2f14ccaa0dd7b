"""When a Proposal may be enacted, when it may be failed, and what would change that. (Rule Enactment; Readings 6 to
10, 39, 42)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from nomic.core.decision import Decision, Fact, Reason, permission, refusal
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval, day_of, elapsed_time, merge_intervals, moment_when
from proposals.kinds.proposal.dials import (
    ENACTMENT_HIATUS_COUNTS,
    ENACTMENT_MINIMUM,
    ENACTMENT_RESOLVING,
    ENACTMENT_TIMEOUT,
    ENACTMENT_VALID_VOTES,
    PROPOSALS_DAILY_LIMIT,
    PROPOSALS_PENDING_LIMIT,
    PROPOSALS_POSTING,
)
from proposals.kinds.rules import HiatusClock, PostingFacts, ReopeningFacts, idle_reasons
from proposals.voting.dials import VOTING_DEFERENTIAL, VOTING_SELF_KILL, VOTING_VETO
from proposals.voting.rules import (
    Ballot,
    MatterFacts,
    Roster,
    Tally,
    Verdict,
    Vote,
    first_change,
    known_intervals,
    missing_mechanism,
    quorum,
    tally,
    unchanged_since,
)


@dataclass(frozen=True, slots=True)
class ProposalCase:
    """A Proposal as the two lists of the rule look at it: the count, the Agents, and how long it has been open."""

    tally: Tally
    agents: int
    quorum: int
    open_for: timedelta


def enactment_grounds(case: ProposalCase, law: Law) -> tuple[Reason, ...]:
    """The grounds on which it may be enacted; none, if it may not."""
    grounds = []
    # What is vetoed or self-killed is enacted by neither clause.
    if case.tally.vetoed or case.tally.self_killed:
        return ()
    # As many FOR as a quorum, once it has been open long enough.
    if case.tally.for_ >= case.quorum and case.open_for >= (law[ENACTMENT_MINIMUM] or timedelta(0)):
        grounds.append(_reason(law, "reached-quorum", **{"for": case.tally.for_, "quorum": case.quorum}))
    # At the time-out: enough valid votes, and more than half of them FOR.
    if has_timed_out(case, law) and has_enough_votes(case, law) and case.tally.has_majority:
        grounds.append(_reason(law, "timed-out", **{"for": case.tally.for_, "votes": case.tally.valid}))
    return tuple(grounds)


def failure_grounds(case: ProposalCase, law: Law) -> tuple[Reason, ...]:
    """The grounds on which it may be failed; none, if it may not."""
    grounds = []
    # The AGAINST votes that stand shut out both clauses of enactment.
    if cannot_pass(case, law):
        facts = {"against": case.tally.against, "agents": case.agents, "quorum": case.quorum}
        grounds.append(_reason(law, "cannot-pass", **facts))
    # At the time-out half or fewer of its votes are FOR.
    if has_timed_out(case, law) and not case.tally.has_majority:
        grounds.append(_reason(law, "timed-out-against", **{"for": case.tally.for_, "votes": case.tally.valid}))
    # At the time-out it has fewer valid votes than the law asks.
    if has_timed_out(case, law) and not has_enough_votes(case, law):
        facts = {"votes": case.tally.valid, "needed": law[ENACTMENT_VALID_VOTES]}
        grounds.append(_reason(law, "too-few-votes", **facts))
    # Its own author has voted AGAINST it.
    if case.tally.self_killed:
        grounds.append(_reason(law, "self-killed"))
    # The Mastermind has vetoed it.
    if case.tally.vetoed:
        grounds.append(_reason(law, "vetoed"))
    return tuple(grounds)


def has_timed_out(case: ProposalCase, law: Law) -> bool:
    """Whether it has been open for at least the time-out: the very second counts. (Reading 9)"""
    limit = law[ENACTMENT_TIMEOUT]
    return limit is not None and case.open_for >= limit


def has_enough_votes(case: ProposalCase, law: Law) -> bool:
    return case.tally.valid >= law[ENACTMENT_VALID_VOTES]


def cannot_pass(case: ProposalCase, law: Law) -> bool:
    """Whether no clause of enactment could hold even if every Agent not counted AGAINST were FOR. (Reading 8)"""
    hopeful = case.agents - case.tally.against
    # A quorum would still be within reach.
    if hopeful >= case.quorum:
        return False
    # So would more than half at the time-out, if anything times out and there are Agents enough to vote.
    votes_enough = case.agents >= law[ENACTMENT_VALID_VOTES]
    return law[ENACTMENT_TIMEOUT] is None or not votes_enough or 2 * hopeful <= case.agents


def proposal_verdict(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Verdict:
    """Judge the Proposal at `now`, and say since when it has stood so.

    The past is judged with today's roster, law and place in the queue. Referees in a hurry use `judge`.
    """
    answer = judge_proposal(matter, roster, law, now, hiatus)
    begun = known_intervals(hiatus, now)
    moments = [matter.posted_at, *clause_times(matter, law, begun), *(ballot.at for ballot in matter.ballots)]
    moments += [moment for stop in begun for moment in (stop.start, stop.end)]
    return replace(
        answer,
        since=unchanged_since(answer, now, moments, lambda then: judge_proposal(matter, roster, law, then, begun)),
    )


def judge_proposal(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Verdict:
    """Judge the Proposal at `now`, without asking since when."""
    begun = known_intervals(hiatus, now)
    case = case_at(matter, roster, law, now, begun)
    # With no rule on enactment nothing is enacted and nothing fails.
    if not law.carries(ENACTMENT_RESOLVING):
        return Verdict(False, False, (missing_mechanism(ENACTMENT_RESOLVING, law),), case.tally, case.quorum)
    enacting, failing = enactment_grounds(case, law), failure_grounds(case, law)
    grounds = enacting + failing or (_still_open_reason(case, law),)
    # In hiatus, and behind an older Proposal, what would hold is told but may not be acted on.
    bars = _barring_reasons(matter, law, now, begun)
    return Verdict(
        may_enact=bool(enacting) and not bars,
        may_fail=bool(failing) and not bars,
        reasons=bars + grounds,
        tally=case.tally,
        quorum=case.quorum,
        next_check=_next_check(matter, case, law, now, begun),
    )


def case_at(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> ProposalCase:
    """The Proposal's count, quorum and time open at `now`, with the roster as it is given."""
    agents = len(roster.agents)
    open_for = elapsed_time(matter.posted_at, now, stopping_intervals(law, hiatus))
    return ProposalCase(tally(matter, roster, law, now, hiatus), agents, quorum(agents, law), open_for)


def stopping_intervals(law: Law, hiatus: Sequence[Interval]) -> Sequence[Interval]:
    """The hiatus that stops the clock of a Proposal: all of it, unless the law counts it. (Reading 10)"""
    return () if law[ENACTMENT_HIATUS_COUNTS] else hiatus


def clause_times(matter: MatterFacts, law: Law, hiatus: Sequence[Interval]) -> tuple[datetime | None, datetime | None]:
    """When it has been open long enough for a quorum, and when it times out; None where no such moment is known."""
    minimum, timeout = law[ENACTMENT_MINIMUM] or timedelta(0), law[ENACTMENT_TIMEOUT]
    still = stopping_intervals(law, hiatus)
    old_enough = moment_when(matter.posted_at, minimum, still)
    return old_enough, None if timeout is None else moment_when(matter.posted_at, timeout, still)


def current_hiatus(hiatus: Sequence[Interval], now: datetime) -> Interval | None:
    """The hiatus going on at `now`, joined with those that overlap it."""
    return next((stop for stop in merge_intervals(hiatus) if stop.covers(now)), None)


def _barring_reasons(matter: MatterFacts, law: Law, now: datetime, hiatus: Sequence[Interval]) -> tuple[Reason, ...]:
    bars: list[Reason] = []
    if (stop := current_hiatus(hiatus, now)) is not None:
        bars.append(Reason("hiatus", law.rule(DOV_DECLARING), {"since": stop.start}))
    if matter.queue_position > 1:
        known = {"position": matter.queue_position, "older": matter.older}
        facts = {key: fact for key, fact in known.items() if fact}
        bars.append(Reason("blocked", law.rule(ENACTMENT_RESOLVING), facts))
    return tuple(bars)


def _next_check(
    matter: MatterFacts, case: ProposalCase, law: Law, now: datetime, hiatus: Sequence[Interval]
) -> datetime | None:
    # In hiatus nothing changes until its end; where that is not known, time alone changes nothing.
    if (stop := current_hiatus(hiatus, now)) is not None:
        return stop.end
    still = stopping_intervals(law, hiatus)

    def state(moment: datetime) -> tuple[bool, bool]:
        then = replace(case, open_for=elapsed_time(matter.posted_at, moment, still))
        return bool(enactment_grounds(then, law)), bool(failure_grounds(then, law))

    return first_change(now, clause_times(matter, law, hiatus), state)


def _still_open_reason(case: ProposalCase, law: Law) -> Reason:
    facts = {"for": case.tally.for_, "against": case.tally.against, "quorum": case.quorum}
    return _reason(law, "still-open", **facts)


def _reason(law: Law, code: str, **facts: int) -> Reason:
    return Reason(code, law.rule(ENACTMENT_RESOLVING), facts)


# What would change a pending Proposal's verdict: the votes that are missing, and the moments that are coming.


def proposal_prospects(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> tuple[Reason, ...]:
    """What would change the verdict, as codes with `votes` (a number), `at` (a moment) and `left` (until then).

    Nothing, once it may be enacted or failed. A hiatus and an older Proposal are left out of account: the reasons of
    the verdict tell of those, and `in_turn` says that an older one goes first. `at` and `left` are None while a hiatus
    with no known end keeps the clock.
    """
    begun = known_intervals(hiatus, now)
    case = case_at(matter, roster, law, now, begun)
    if not law.carries(ENACTMENT_RESOLVING) or enactment_grounds(case, law) or failure_grounds(case, law):
        return ()
    old_enough, times_out = clause_times(matter, law, begun)
    found = (
        _quorum_prospect(case, law, now, old_enough),
        _time_out_prospect(case, law, now, times_out),
        _against_prospect(case, law),
    )
    in_turn: dict[str, Fact] = {"in_turn": True} if matter.queue_position > 1 else {}
    return tuple(replace(each, facts={**each.facts, **in_turn}) for each in found if each is not None)


def _quorum_prospect(case: ProposalCase, law: Law, now: datetime, old_enough: datetime | None) -> Reason | None:
    """The FOR votes that make a quorum, now or as soon as the Proposal is old enough."""
    needed = case.quorum - case.tally.for_
    young = case.open_for < (law[ENACTMENT_MINIMUM] or timedelta(0))
    if needed <= 0:
        return _prospect(law, "quorum-waits", now, old_enough)
    # More FOR than there are Agents to give it can never come.
    if needed > case.agents - case.tally.for_:
        return None
    if young:
        return _prospect(law, "for-enacts-later", now, old_enough, votes=needed)
    return Reason("for-enacts-now", law.rule(ENACTMENT_RESOLVING), {"votes": needed})


def _time_out_prospect(case: ProposalCase, law: Law, now: datetime, times_out: datetime | None) -> Reason | None:
    """What the time-out brings as the votes stand, and the further FOR votes that would turn it."""
    if law[ENACTMENT_TIMEOUT] is None or has_timed_out(case, law):
        return None
    if case.tally.has_majority and has_enough_votes(case, law):
        return _prospect(law, "time-out-enacts", now, times_out)
    short = law[ENACTMENT_VALID_VOTES] - case.tally.valid
    needed = max(case.tally.valid - 2 * case.tally.for_ + 1, short)
    return _prospect(law, "time-out-fails", now, times_out, votes=needed)


def _against_prospect(case: ProposalCase, law: Law) -> Reason | None:
    """The further AGAINST votes that would shut out enactment at once."""
    for votes in range(1, case.agents - case.tally.against + 1):
        then = replace(case, tally=replace(case.tally, against=case.tally.against + votes))
        if cannot_pass(then, law):
            return Reason("against-fails-now", law.rule(ENACTMENT_RESOLVING), {"votes": votes})
    return None


def _prospect(law: Law, code: str, now: datetime, at: datetime | None, **facts: Fact) -> Reason:
    return Reason(code, law.rule(ENACTMENT_RESOLVING), {**facts, "at": at, "left": None if at is None else at - now})


# What a Proposal's record says beside its verdict: which votes are refused, what hiatus does, when it is reopened.


def proposal_vote_refusals(
    ballot: Ballot, matter: MatterFacts, roster: Roster, law: Law, hiatus: Sequence[Interval]
) -> list[Reason]:
    """Why this icon of this voter would be no vote on the Proposal at its moment."""
    reasons = _icon_refusals(ballot, roster, law)
    # Nobody votes on a Proposal in hiatus. (Reading 39)
    if any(stop.covers(ballot.at) for stop in hiatus):
        reasons.append(Reason("hiatus", law.rule(DOV_DECLARING)))
    # An author who has voted AGAINST eir own Proposal changes it no more. (Reading 6)
    if ballot.voter == matter.author and tally(matter, roster, law, ballot.at, hiatus).self_killed:
        reasons.append(Reason("self-kill-is-final", law.rule(VOTING_SELF_KILL)))
    return reasons


def _icon_refusals(ballot: Ballot, roster: Roster, law: Law) -> list[Reason]:
    if ballot.vote not in (Vote.DEFERENTIAL, Vote.VETO):
        return []
    is_veto = ballot.vote == Vote.VETO
    dial = VOTING_VETO if is_veto else VOTING_DEFERENTIAL
    # The law may have struck out either of the two other icons.
    if not law[dial]:
        return [Reason("veto-not-allowed" if is_veto else "deferential-not-allowed", law.rule(dial))]
    # The veto is the Mastermind's alone, and e defers to nobody. (Readings 4, 44)
    if is_veto and ballot.voter != roster.mastermind:
        return [Reason("not-the-mastermind", law.rule(dial))]
    if not is_veto and ballot.voter == roster.mastermind:
        return [Reason("mastermind-deferential", law.rule(dial))]
    return []


def proposal_clock_in_hiatus(law: Law, start: datetime, end: datetime) -> HiatusClock:
    """A Proposal stands still in hiatus, unless the law counts the time."""
    stands = bool(stopping_intervals(law, (Interval(start, end),)))
    why = "clock-stands" if stands else "clock-counts-hiatus"
    return HiatusClock(counts=not stands, why=why, rule=law.rule(ENACTMENT_HIATUS_COUNTS))


def may_reopen_proposal(facts: ReopeningFacts, law: Law) -> Decision[bool]:
    """Proposals rest in hiatus, whatever is done with them. (Reading 39)"""
    return refusal("hiatus", law.rule(DOV_DECLARING)) if facts.in_hiatus else permission()


# How many Proposals an Agent may have pending and make on a day, and whether e may post one. (Rule Proposals;
# Readings 11, 16, 39)


@dataclass(frozen=True, slots=True)
class Slots:
    """What an author has used of eir limits; a limit of None is no limit. `resets_at` is the next GMT midnight."""

    pending: int
    pending_limit: int | None
    made_today: int
    daily_limit: int | None
    resets_at: datetime

    @property
    def pending_full(self) -> bool:
        return self.pending_limit is not None and self.pending >= self.pending_limit

    @property
    def day_full(self) -> bool:
        return self.daily_limit is not None and self.made_today >= self.daily_limit


def slots(pending: int, made_today: int, law: Law, now: datetime) -> Slots:
    """The slots of an author with so many Proposals pending and so many made on the GMT day of `now`. (Reading 11)

    Self-killed and vetoed ones are pending until failed; withdrawn ones count for the day only (Reading 16).
    """
    resets_at = day_of(now) + timedelta(days=1)
    limits = law[PROPOSALS_PENDING_LIMIT], law[PROPOSALS_DAILY_LIMIT]
    return Slots(pending, limits[0], made_today, limits[1], resets_at)


def may_post_proposal(facts: PostingFacts, law: Law) -> Decision[bool]:
    """Whether an Agent with these slots used may post a Proposal now. `next_check`: when time alone lets em."""
    reasons: list[Reason] = []
    used = facts.slots
    assert used is not None  # the kind has slots
    # Some live rule must say that Proposals are posted at all.
    reasons += law.requires(PROPOSALS_POSTING).reasons
    # Only Agents post them, and an idle one is none.
    reasons += idle_reasons(facts, law)
    # None is posted in hiatus. (Reading 39)
    if facts.in_hiatus:
        reasons.append(Reason("hiatus", law.rule(DOV_DECLARING)))
    # No more than so many of one Agent are pending at a time.
    if used.pending_full:
        pending = {"pending": used.pending, "limit": used.pending_limit}
        reasons.append(Reason("pending-limit", law.rule(PROPOSALS_PENDING_LIMIT), pending))
    # No more than so many are made by one Agent on one day.
    if used.day_full:
        daily = {"made": used.made_today, "limit": used.daily_limit, "at": used.resets_at}
        reasons.append(Reason("daily-limit", law.rule(PROPOSALS_DAILY_LIMIT), daily))
    only_the_day = [reason.code for reason in reasons] == ["daily-limit"] and used.daily_limit != 0
    return Decision(not reasons, tuple(reasons), used.resets_at if only_the_day else None)
