"""What would change a pending Proposal's verdict: the votes that are missing, and the moments that are coming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Fact, Reason
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval
from proposals.mechanics.proposal import (
    RESOLVING,
    Case,
    cannot_pass,
    case_at,
    clauses,
    enough_votes,
    may_enact,
    may_fail,
    timed_out,
)
from proposals.mechanics.verdict import known
from proposals.mechanics.votes import Matter, Roster


def missing(
    matter: Matter, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> tuple[Reason, ...]:
    """What would change the verdict, as codes with `votes` (a number), `at` (a moment) and `left` (until then).

    Nothing, once it may be enacted or failed. A hiatus and an older Proposal are left out of account: the reasons of
    the verdict tell of those, and `in_turn` says that an older one goes first. `at` and `left` are None while a hiatus
    with no known end keeps the clock.
    """
    begun = known(hiatus, now)
    case = case_at(matter, roster, law, now, begun)
    if not law.carries(RESOLVING) or may_enact(case, law) or may_fail(case, law):
        return ()
    old_enough, times_out = clauses(matter, law, begun)
    found = (_quorum(case, law, now, old_enough), _time_out(case, law, now, times_out), _against(case, law))
    in_turn: dict[str, Fact] = {"in_turn": True} if matter.queue_position > 1 else {}
    return tuple(replace(each, facts={**each.facts, **in_turn}) for each in found if each is not None)


def _quorum(case: Case, law: Law, now: datetime, old_enough: datetime | None) -> Reason | None:
    """The FOR votes that make a quorum, now or as soon as the Proposal is old enough."""
    needed = case.quorum - case.tally.for_
    young = case.open_for < (law.duration("enactment.minimum") or timedelta(0))
    if needed <= 0:
        return _prospect(law, "quorum-waits", now, old_enough)
    # More FOR than there are Agents to give it can never come.
    if needed > case.agents - case.tally.for_:
        return None
    if young:
        return _prospect(law, "for-enacts-later", now, old_enough, votes=needed)
    return Reason("for-enacts-now", law.rule(RESOLVING), {"votes": needed})


def _time_out(case: Case, law: Law, now: datetime, times_out: datetime | None) -> Reason | None:
    """What the time-out brings as the votes stand, and the further FOR votes that would turn it."""
    if law.duration("enactment.timeout") is None or timed_out(case, law):
        return None
    if case.tally.carried and enough_votes(case, law):
        return _prospect(law, "time-out-enacts", now, times_out)
    short = (law.count("enactment.valid_votes") or 0) - case.tally.valid
    needed = max(case.tally.valid - 2 * case.tally.for_ + 1, short)
    return _prospect(law, "time-out-fails", now, times_out, votes=needed)


def _against(case: Case, law: Law) -> Reason | None:
    """The further AGAINST votes that would shut out enactment at once."""
    for votes in range(1, case.agents - case.tally.against + 1):
        then = replace(case, tally=replace(case.tally, against=case.tally.against + votes))
        if cannot_pass(then, law):
            return Reason("against-fails-now", law.rule(RESOLVING), {"votes": votes})
    return None


def _prospect(law: Law, code: str, now: datetime, at: datetime | None, **facts: Fact) -> Reason:
    return Reason(code, law.rule(RESOLVING), {**facts, "at": at, "left": None if at is None else at - now})
