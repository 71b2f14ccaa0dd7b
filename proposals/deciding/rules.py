"""Who resolves a matter: when the Clerk does by itself, why it waits, and what is left to the Admins.

(Rule Enactment; dials `….by` and `clerk.grace`)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.dials import CLERK, EITHER
from nomic.core.mechanics.law import Law
from proposals.mechanics.verdict import Verdict
from proposals.mechanics.votes import Kind, Status

BY = {Kind.PROPOSAL: "enactment.by", Kind.CFJ: "cfj.by", Kind.DOV: "dov.by"}


@dataclass(frozen=True, slots=True)
class Case:
    """A pending matter before whoever may resolve it.

    `free_since` is when nothing older stood before it any more; `prose_only`: it has no change list; `applies`: its
    change list can be made whole as it is written.
    """

    verdict: Verdict
    kind: Kind
    free_since: datetime
    prose_only: bool
    applies: bool


def clerk_may_resolve(case: Case, law: Law, now: datetime) -> Decision[Status | None]:
    """What the Clerk does with a matter now: enact it, fail it, or (None) wait; `next_check` says until when."""
    verdict, kind = case.verdict, case.kind
    # Nothing may be done with it: look again when time alone changes that.
    if not verdict.decided:
        return Decision(None, verdict.reasons, verdict.next_check)
    # The law may leave it to the Admins.
    by = law.word(BY[kind])
    if by not in {CLERK, EITHER}:
        return _waits("not-the-clerk", law.rule(BY[kind]), verdict.next_check, by=by)
    # Where both may act, the Clerk leaves an Admin the first word, from the moment on when e could speak it.
    grace = (law.duration("clerk.grace") or timedelta(0)) if by == EITHER else timedelta(0)
    due = max(verdict.since or now, case.free_since) + grace
    if now < due:
        return _waits("clerk-waits", law.rule("clerk.grace"), due, until=due)
    # What a machine cannot carry out it does not enact: prose alone, or changes that no longer fit the text.
    if hands := _hands(case):
        return _waits(hands, law.rule(BY[kind]), verdict.next_check)
    return Decision(verdict.status, verdict.reasons, verdict.next_check)


def _hands(case: Case) -> str:
    """Why only an Admin can carry out what would be done with it now; empty where a machine can."""
    if case.verdict.status is not Status.ENACTED:
        return ""
    if case.prose_only:
        return "prose-waits-for-an-admin"
    return "" if case.applies else "changes-wait-for-an-admin"


def foreseen(case: Case, law: Law, now: datetime) -> Decision[Status | None]:
    """What the Clerk will do as things stand: the outcome, and in `next_check` the moment; None is its next look.

    An outcome of None: it leaves the matter alone, for the reasons given.
    """
    present = clerk_may_resolve(case, law, now)
    # Once the grace is over it may still find that only hands can do it: that is known now.
    if present.next_check is not None and [each.code for each in present.reasons] == ["clerk-waits"]:
        return replace(clerk_may_resolve(case, law, present.next_check), next_check=present.next_check)
    return replace(present, next_check=None)


def _waits(code: str, rule: str, look_again: datetime | None, **facts: str | datetime) -> Decision[Status | None]:
    return Decision(None, (Reason(code, rule, facts),), look_again)


def admin_may_resolve(case: Case, status: Status, law: Law) -> Decision[bool]:
    """Whether an Admin may give a matter this status now: enacted (which is passed, of other kinds) or failed."""
    # Only what the vote permits is done.
    if not (case.verdict.may_enact if status is Status.ENACTED else case.verdict.may_fail):
        return Decision(False, case.verdict.reasons)
    # Where the law names the Clerk alone, somebody must still enact what no machine can carry out.
    if law.word(BY[case.kind]) == CLERK and not (status is Status.ENACTED and _hands(case)):
        return Decision(False, (Reason("the-clerk-alone", law.rule(BY[case.kind])),))
    return Decision(True)
