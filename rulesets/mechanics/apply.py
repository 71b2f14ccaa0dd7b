"""What a change list does to the game, change by change: a step for each that applies, a problem for each that cannot.

A change with a problem changes nothing and the next ones go on, so that a dry run can name every problem at once;
that an enactment is all or nothing is its caller's rule (`Applied.whole`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from rulesets.mechanics import apply_roster, apply_rules
from rulesets.mechanics.changes import (
    AmendRule,
    BarAgent,
    Change,
    EnactRule,
    MakeAdmin,
    MoveRule,
    RemoveAdmin,
    RemoveAgent,
    RenameAgent,
    RenameRule,
    RepealRule,
    ReplaceText,
    UnbarAgent,
)
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.steps import Applier, Case, Check, Fold, Problem, Step

Appliers: TypeAlias = Mapping[type[Change], Applier]
CORE_APPLIERS: Appliers = MappingProxyType(
    {
        EnactRule: apply_rules.enact,
        AmendRule: apply_rules.amend,
        ReplaceText: apply_rules.replace_words,
        RepealRule: apply_rules.repeal,
        RenameRule: apply_rules.rename,
        MoveRule: apply_rules.move,
        MakeAdmin: apply_roster.make_admin,
        RemoveAdmin: apply_roster.remove_admin,
        RenameAgent: apply_roster.rename_agent,
        RemoveAgent: apply_roster.remove_agent,
        BarAgent: apply_roster.bar_agent,
        UnbarAgent: apply_roster.unbar_agent,
    }
)


@dataclass(frozen=True, slots=True)
class Applied:
    """The state after all changes that apply, what each did, and what stood in the way of the others."""

    state: State
    steps: tuple[Step, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def whole(self) -> bool:
        return not self.problems

    @property
    def unaided(self) -> bool:
        """Whether all of it can be done as it is written, with no text of an Admin in the place of a conflict."""
        return self.whole and not any(step.resolved for step in self.steps)


def apply(
    state: State,
    changes: Sequence[Change],
    check: Check,
    resolutions: Mapping[int, str] | None = None,
    fold: Fold = str.casefold,
    appliers: Appliers = CORE_APPLIERS,
) -> Applied:
    """Make the changes one after another, each on what the ones before it left.

    `check` raises `Invalid` for a text that may not stand in a rule; `resolutions` holds an admin's texts by place in
    the list, used only where a merge conflicts; `fold` is what Agents' names are compared by.
    """
    steps, problems = list[Step](), list[Problem]()
    for index, change in enumerate(changes):
        case = Case(state, index, check, fold, (resolutions or {}).get(index))
        result = appliers[type(change)](case, change)
        if isinstance(result, Problem):
            problems.append(result)
        else:
            state, step = result
            steps.append(step)
    return Applied(state, tuple(steps), tuple(problems))
