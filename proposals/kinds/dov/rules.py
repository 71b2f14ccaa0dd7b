"""When a Declaration of Victory passes and when it fails. (Rule Victory and Ascension; Readings 14, 39, 40)"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from nomic.core.decision import Decision, Invalid, Reason, permission, refusal
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.law.rules import Law
from proposals.kinds.dov.dials import DOV_MASTERMIND_MINIMUM, DOV_MINIMUM
from proposals.kinds.rules import HiatusClock, PostingFacts, ReopeningFacts, idle_reasons
from proposals.voting.rules import (
    CountsAs,
    MatterFacts,
    Roster,
    Tally,
    Verdict,
    missing_mechanism,
    quorum,
    tally,
    unchanged_since,
)


def declaration_verdict(matter: MatterFacts, roster: Roster, law: Law, now: datetime) -> Verdict:
    """Judge the Declaration at `now`, and say since when it has stood so. Hiatus, which it brings, stops nothing."""
    answer = judge_declaration(matter, roster, law, now)
    moments = [*(matter.posted_at + wait for wait in _waiting_times(law)), *(ballot.at for ballot in matter.ballots)]
    return replace(
        answer, since=unchanged_since(answer, now, moments, lambda then: judge_declaration(matter, roster, law, then))
    )


def judge_declaration(matter: MatterFacts, roster: Roster, law: Law, now: datetime) -> Verdict:
    """Judge the Declaration at `now`, without asking since when."""
    count, needed = tally(matter, roster, law, now), quorum(len(roster.agents), law)
    # With no rule on victory nothing is declared and nothing resolved.
    if not law.carries(DOV_DECLARING):
        return Verdict(False, False, (missing_mechanism(DOV_DECLARING, law),), count, needed)
    # It stays open for a day, or for half a day once the Mastermind has spoken.
    due = matter.posted_at + waiting_time(count, roster, law)
    if now < due:
        return Verdict(False, False, (_still_open_reason(count, needed, law),), count, needed, due)
    # It passes if a quorum has voted, either way, and more than half are FOR; otherwise it fails.
    against = _shortcomings(count, needed, law)
    return Verdict(not against, bool(against), against or _merits(count, needed, law), count, needed)


def declaration_prospects(matter: MatterFacts, roster: Roster, law: Law, now: datetime) -> tuple[Reason, ...]:
    """What would change the verdict: when it is ripe, and the votes that it lacks. Nothing, once it may be resolved.

    `at` and `left` say when; `sooner` (a moment, or None) when it would be ripe if the Mastermind voted.
    """
    count, needed = tally(matter, roster, law, now), quorum(len(roster.agents), law)
    due = matter.posted_at + waiting_time(count, roster, law)
    if not law.carries(DOV_DECLARING) or now >= due:
        return ()
    rule, earliest = law.rule(DOV_DECLARING), matter.posted_at + min(_waiting_times(law))
    sooner = earliest if earliest < due and roster.mastermind in roster.agents else None
    passes = count.valid >= needed and count.has_majority
    found = [Reason("declaration-ripens", rule, {"at": due, "left": due - now, "sooner": sooner, "passes": passes})]
    # A quorum of voters, whichever way they vote.
    if count.valid < needed:
        found.append(Reason("declaration-lacks-voters", rule, {"votes": needed - count.valid}))
    # More than half of them FOR.
    if not count.has_majority:
        found.append(Reason("declaration-lacks-for", rule, {"votes": count.valid - 2 * count.for_ + 1}))
    return tuple(found)


def waiting_time(count: Tally, roster: Roster, law: Law) -> timedelta:
    """How long it must have been open, as the votes stand."""
    voted = any(
        line.voter == roster.mastermind and line.as_ in (CountsAs.FOR, CountsAs.AGAINST) for line in count.counted
    )
    return min(_waiting_times(law)) if voted else _waiting_times(law)[0]


def _waiting_times(law: Law) -> tuple[timedelta, timedelta]:
    longer = law[DOV_MINIMUM] or timedelta(0)
    shorter = law[DOV_MASTERMIND_MINIMUM]
    return longer, longer if shorter is None else shorter


def _shortcomings(count: Tally, needed: int, law: Law) -> tuple[Reason, ...]:
    rule, grounds = law.rule(DOV_DECLARING), []
    if count.valid < needed:
        grounds.append(Reason("too-few-votes", rule, {"votes": count.valid, "needed": needed}))
    if not count.has_majority:
        grounds.append(Reason("timed-out-against", rule, {"for": count.for_, "votes": count.valid}))
    return tuple(grounds)


def _merits(count: Tally, needed: int, law: Law) -> tuple[Reason, ...]:
    rule = law.rule(DOV_DECLARING)
    return (
        Reason("reached-quorum", rule, {"votes": count.valid, "quorum": needed}),
        Reason("timed-out", rule, {"for": count.for_, "votes": count.valid}),
    )


def _still_open_reason(count: Tally, needed: int, law: Law) -> Reason:
    facts = {"for": count.for_, "against": count.against, "quorum": needed}
    return Reason("still-open", law.rule(DOV_DECLARING), facts)


# What a Declaration's record says beside its verdict: who declares, what hiatus does, when it is reopened.


def may_declare(facts: PostingFacts, law: Law) -> Decision[bool]:
    """Whether an Agent may declare victory now. It has no slots, and no hiatus bars it."""
    # Some live rule must say that there are such things at all.
    reasons = [*law.requires(DOV_DECLARING).reasons, *idle_reasons(facts, law)]
    # Whoever wins becomes the Mastermind: e who is has nothing to declare.
    if facts.is_mastermind:
        reasons.append(Reason("mastermind-declares", law.rule(DOV_DECLARING)))
    return Decision(not reasons, tuple(reasons))


def declaration_clock_in_hiatus(law: Law, start: datetime, end: datetime) -> HiatusClock:
    """A Declaration brings the hiatus, which cannot stop it."""
    return HiatusClock(counts=True, why="clock-runs-on", rule=law.rule(DOV_DECLARING))


def may_reopen_declaration(facts: ReopeningFacts, law: Law) -> Decision[bool]:
    """The Dynasty that it wanted to end may be over."""
    over = facts.awaits_address or facts.overtaken
    return refusal("dynasty-over", law.rule(DOV_DECLARING)) if over else permission()


def check_declaration_question(matter: MatterFacts, roster: Roster) -> None:
    """Raises `Invalid` for a Declaration that nobody could have made."""
    if matter.author == roster.mastermind:
        raise Invalid("author", "the Mastermind may not declare victory")
