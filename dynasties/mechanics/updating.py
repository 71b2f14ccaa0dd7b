"""Who may change which cell of the tracker. (Rule 1.7)"""

from __future__ import annotations

from dataclasses import dataclass

from dynasties.mechanics.columns import Column
from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law


@dataclass(frozen=True, slots=True)
class Who:
    """Who wants to change a cell, and whose it is. `row_idle`: that Agent is idle."""

    is_own: bool = False
    is_mastermind: bool = False
    row_name: str = ""
    row_idle: bool = False


def may_update(column: Column, who: Who, law: Law) -> Decision[bool]:
    """Whether an Agent who is not idle may change a cell of this column, where some rule permits the change.

    Hiatus does not stop it: rule 1.7 is one of those that it leaves. (Reading 39)
    """
    # An Agent may change anybody's facts in the tracker.
    gone = law.requires("tracker.updating")
    if not gone.outcome:
        return gone
    rule = law.rule("tracker.updating")
    # The tracker keeps what a rule assigns to it, as long as the rule does.
    if not column.live:
        return refused("column-out-of-use", rule, column=column.name)
    # Who is idle finds eir own part of the Gamestate as e left it.
    if who.row_idle:
        return refused("row-idle", law.rule("agents.idling"), name=who.row_name)
    # What is secret is changed by those who see it.
    if column.secret and not (who.is_own or who.is_mastermind):
        return refused("column-secret", rule, column=column.name)
    return allowed()


def may_cite(*, in_force: bool, law: Law) -> Decision[bool]:
    """Whether a change may rest on the rule that it cites."""
    # Nothing changes the Gamestate except in a way that the Ruleset lays down.
    return allowed() if in_force else refused("rule-not-in-force", law.rule("tracker.updating"))


def sees(column: Column, *, is_own: bool, is_mastermind: bool) -> bool:
    """Whether somebody sees a cell of this column: a secret one only whose it is, and the Mastermind. No Admin does."""
    return not column.secret or is_own or is_mastermind
