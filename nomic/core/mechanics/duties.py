"""What is owed by whom, and when it is overdue. (Rules Shall and May, and Enactment and Its Effects)"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law

LONGEST_DUTY = 1_000  # characters


@dataclass(frozen=True, slots=True)
class Owed:
    """A duty as it stands. `owed_by` is None where any Admin owes it; `here`, `idle`: what who owes it is now."""

    owed_by: int | None
    arose_at: datetime
    due_at: datetime | None
    done: bool = False
    here: bool = True
    idle: bool = False


def may_do(owed: Owed, *, agent_id: int, is_admin: bool, law: Law) -> Decision[bool]:
    """Whether this Agent may report a duty as done. E is awake: an idle Agent is none."""
    rule = law.rule("duties.owing")
    # Once is enough.
    if owed.done:
        return refused("duty-done", rule)
    # What falls on the Admins, any of them does.
    if owed.owed_by is None:
        return allowed() if is_admin else refused("not-an-admin", rule)
    # Anything else is for who owes it to do.
    return allowed() if owed.owed_by == agent_id else refused("not-your-duty", rule)


def overdue(owed: Owed, now: datetime) -> Decision[bool]:
    """Whether a duty is overdue; `next_check` is when it will be, if nothing happens."""
    # What is done, or has no time to be done by, is never late.
    if owed.done or owed.due_at is None:
        return Decision(False)
    # Nobody owes what somebody owed who is gone, and the duty of an idle Agent rests.
    if not owed.here or owed.idle:
        return Decision(False)
    # “Within” a time: its last moment is not too late.
    if now <= owed.due_at:
        return Decision(False, next_check=owed.due_at)
    return Decision(True)


def resumed(owed: Owed, *, idle_since: datetime, now: datetime) -> datetime | None:
    """By when a duty is due that rested while who owes it was idle; None where nothing changes."""
    if owed.done or owed.due_at is None:
        return None
    # What was overdue when e went idle is overdue still.
    if owed.due_at < idle_since:
        return None
    # The time that was left is left: it did not run.
    return owed.due_at + (now - max(idle_since, owed.arose_at))
