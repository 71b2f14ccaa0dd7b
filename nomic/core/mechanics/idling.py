"""When an Agent may be made idle, and by whom. (Rule 1.2: Agents)"""

from __future__ import annotations

from datetime import datetime, timedelta

from nomic.core.mechanics.decision import Decision, Fact, Reason, allowed, refused
from nomic.core.mechanics.dials import CLERK, EITHER
from nomic.core.mechanics.law import Law

MOMENT = timedelta(microseconds=1)


def may_idle(
    *, asked: bool, last_active: datetime, law: Law, now: datetime, by_clerk: bool = False
) -> Decision[bool]:
    """Whether an Admin, or the Clerk, may make an Agent idle now.

    `last_active` is when e last did what the law counts against silence, or eir admission. `next_check` is when silence
    alone allows it.
    """
    gone = law.requires("agents.idling")
    if not gone.outcome:
        return gone
    # The Agent has asked for it.
    if asked:
        return Decision(True, (Reason("asked-to-idle", law.rule("agents.idling"), {}),))
    # The silent are idled by whom the law names; it may name the Clerk alone.
    if not by_clerk and law.word("idle.by") == CLERK:
        return Decision(False, (Reason("the-clerk-alone", law.rule("idle.by"), {}),))
    after = law.duration("idle.after")
    if after is None:
        return Decision(False, (Reason("silence-idles-nobody", law.rule("idle.after"), {}),))
    # *More than* so long without a post or a comment: the bound itself is not enough. (Reading 9)
    facts: dict[str, Fact] = {"silent_since": last_active, "after": after}
    if now - last_active > after:
        return Decision(True, (Reason("silent", law.rule("idle.after"), facts),))
    return Decision(False, (Reason("not-silent-yet", law.rule("idle.after"), facts),), last_active + after + MOMENT)


def may_come_back(name: str, *, idle: bool, asked: bool, is_self: bool, law: Law) -> Decision[bool]:
    """Whether an Admin may bring this Agent back from idleness. `is_self`: e is that Admin emself."""
    gone = law.requires("agents.idling")
    if not gone.outcome:
        return gone
    rule = law.rule("agents.idling")
    # Only an idle Agent comes back.
    if not idle:
        return refused("not-idle", rule, name=name)
    # An Admin brings back whoever asks for it, and need not ask emself.
    if not (asked or is_self):
        return refused("has-not-asked", rule, name=name)
    return allowed()


def clerk_may_idle(*, last_active: datetime, law: Law, now: datetime) -> Decision[bool]:
    """Whether the Clerk makes a silent Agent idle now: where the law says so, and after an Admin's grace."""
    silent = may_idle(asked=False, last_active=last_active, law=law, now=now, by_clerk=True)
    if not silent.outcome:
        return silent
    by = law.word("idle.by")
    if by not in {CLERK, EITHER}:
        return Decision(False, (Reason("not-the-clerk", law.rule("idle.by"), {"by": by}),))
    # Where an Admin may act as well, the Clerk leaves em the first word.
    due = last_active + (law.duration("idle.after") or timedelta(0)) + MOMENT
    due += (law.duration("clerk.grace") or timedelta(0)) if by == EITHER else timedelta(0)
    if now < due:
        return Decision(False, (Reason("clerk-waits", law.rule("clerk.grace"), {"until": due}),), due)
    return silent
