"""When the Clerk acts on a matter by itself, and why it waits. (Rule Enactment; dials `….by` and `clerk.grace`)"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.dials import CLERK, EITHER
from nomic.core.mechanics.law import Law
from proposals.mechanics.verdict import Verdict
from proposals.mechanics.votes import Kind, Status

BY = {Kind.PROPOSAL: "enactment.by", Kind.CFJ: "cfj.by", Kind.DOV: "dov.by"}


def clerk_may_resolve(
    verdict: Verdict, kind: Kind, *, free_since: datetime, prose_only: bool, applies: bool, law: Law, now: datetime
) -> Decision[Status | None]:
    """What the Clerk does with a matter now: enact it, fail it, or (None) wait; `next_check` says until when.

    `free_since` is when nothing older stood before it any more; `applies` whether its change list can be made whole.
    """
    # Nothing may be done with it: look again when time alone changes that.
    if not verdict.decided:
        return Decision(None, verdict.reasons, verdict.next_check)
    # The law may leave it to the Admins.
    by = law.word(BY[kind])
    if by not in {CLERK, EITHER}:
        return _waits("not-the-clerk", law.rule(BY[kind]), verdict.next_check, by=by)
    # Where both may act, the Clerk leaves an Admin the first word, from the moment on when e could speak it.
    grace = (law.duration("clerk.grace") or timedelta(0)) if by == EITHER else timedelta(0)
    due = max(verdict.since or now, free_since) + grace
    if now < due:
        return _waits("clerk-waits", law.rule("clerk.grace"), due, until=due)
    # What a machine cannot carry out it does not enact: prose alone, or changes that no longer fit the text.
    if verdict.status is Status.ENACTED and prose_only:
        return _waits("prose-waits-for-an-admin", law.rule(BY[kind]), verdict.next_check)
    if verdict.status is Status.ENACTED and not applies:
        return _waits("changes-wait-for-an-admin", law.rule(BY[kind]), verdict.next_check)
    return Decision(verdict.status, verdict.reasons, verdict.next_check)


def foreseen(
    verdict: Verdict, kind: Kind, *, free_since: datetime, prose_only: bool, applies: bool, law: Law, now: datetime
) -> Decision[Status | None]:
    """What the Clerk will do as things stand: the outcome, and in `next_check` the moment; None is its next look.

    An outcome of None: it leaves the matter alone, for the reasons given.
    """

    def at(moment: datetime) -> Decision[Status | None]:
        return clerk_may_resolve(
            verdict, kind, free_since=free_since, prose_only=prose_only, applies=applies, law=law, now=moment
        )

    present = at(now)
    # Once the grace is over it may still find that only hands can do it: that is known now.
    if present.next_check is not None and [each.code for each in present.reasons] == ["clerk-waits"]:
        return replace(at(present.next_check), next_check=present.next_check)
    return replace(present, next_check=None)


def _waits(code: str, rule: str, look_again: datetime | None, **facts: str | datetime) -> Decision[Status | None]:
    return Decision(None, (Reason(code, rule, facts),), look_again)


def admin_may_resolve(kind: Kind, law: Law, *, by_hand: bool = False) -> Decision[bool]:
    """Whether an Admin may resolve such a matter, or the law leaves it to the Clerk alone.

    `by_hand`: it is prose, or its changes no longer fit, so that the Clerk cannot: then somebody must.
    """
    if law.word(BY[kind]) == CLERK and not by_hand:
        return Decision(False, (Reason("the-clerk-alone", law.rule(BY[kind])),))
    return Decision(True)
