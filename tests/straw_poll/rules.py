"""A Straw Poll asks a question, and is closed with its tally when its time is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from nomic.core.decision import Decision, Fact, Reason
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.rules import HiatusClock, PostingFacts, idle_reasons
from proposals.voting.rules import (
    Ballot,
    CountedVote,
    CountsAs,
    MatterFacts,
    Roster,
    Tally,
    Verdict,
    missing_mechanism,
    ordered_ballots,
    quorum,
)
from tests.straw_poll.dials import ASKING, LENGTH

SIDES = {"AYE": CountsAs.FOR, "NAY": CountsAs.AGAINST, "PASS": CountsAs.ABSTAIN}


def closes_at(matter: MatterFacts, law: Law) -> datetime:
    return matter.posted_at + law[LENGTH]


def tally_poll(matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]) -> Tally:
    """The last icon of each Agent."""
    last = {each.voter: each for each in ordered_ballots(matter) if each.at <= now and each.voter in roster.agents}
    counted = tuple(
        CountedVote(each.voter, each.vote, each.at, SIDES[each.vote], "explicit")
        for each in last.values()
        if each.vote in SIDES
    )
    ways = [each.as_ for each in counted]
    return Tally(
        for_=ways.count(CountsAs.FOR),
        against=ways.count(CountsAs.AGAINST),
        abstain=ways.count(CountsAs.ABSTAIN),
        counted=counted,
    )


def judge_poll(matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]) -> Verdict:
    """It never fails: once its time is over, it may be closed."""
    count, needed = tally_poll(matter, roster, law, now, hiatus), quorum(len(roster.agents), law)
    if not law.carries(ASKING):
        return Verdict(False, False, (missing_mechanism(ASKING, law),), count, needed)
    due = closes_at(matter, law)
    facts: dict[str, Fact] = {"aye": count.for_, "nay": count.against, "pass": count.abstain}
    if now < due:
        return Verdict(False, False, (Reason("poll-open", law.rule(LENGTH), facts),), count, needed, due)
    return Verdict(True, False, (Reason("poll-over", law.rule(LENGTH), facts),), count, needed, since=due)


def poll_prospects(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]
) -> tuple[Reason, ...]:
    due = closes_at(matter, law)
    return (Reason("poll-closes", law.rule(LENGTH), {"at": due}),) if now < due else ()


def poll_vote_refusals(
    ballot: Ballot, matter: MatterFacts, roster: Roster, law: Law, hiatus: Sequence[Interval]
) -> list[Reason]:
    return [Reason("poll-is-over", law.rule(LENGTH))] if ballot.at >= closes_at(matter, law) else []


def poll_clock_in_hiatus(law: Law, start: datetime, end: datetime) -> HiatusClock:
    return HiatusClock(counts=True, why="poll-runs-on", rule=law.rule(LENGTH))


def may_ask(facts: PostingFacts, law: Law) -> Decision[bool]:
    """Nobody asks in hiatus."""
    reasons = [*law.requires(ASKING).reasons, *idle_reasons(facts, law)]
    if facts.in_hiatus:
        reasons.append(Reason("hiatus", law.rule(DOV_DECLARING)))
    return Decision(not reasons, tuple(reasons))
