"""What making one change answers: a step taken, or a problem that stands in its way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from nomic.core.mechanics.decision import Fact
from rulesets.mechanics.changes import Change
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.merge import Conflict

Check: TypeAlias = Callable[[str], object]
Fold: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Step:
    """What one change did. `before` and `after` are the text, title, name or rule number that it changed.

    `rule` is the id of the rule touched or created; `merged`: the text had moved since drafting, and both changes
    stand; `resolved`: they conflicted, and an admin's text stands.
    """

    index: int
    change: Change
    before: str = ""
    after: str = ""
    rule: int | None = None
    created: bool = False
    merged: bool = False
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Why one change cannot apply. For a merge conflict: the conflicting stretches, and the marked text to resolve."""

    index: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()
    marked: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One change of a list, about to be made: the state before it, and what is needed to judge it."""

    state: State
    index: int
    check: Check
    fold: Fold
    resolution: str | None = None

    def done(self, state: State, change: Change, before: str = "", after: str = "") -> Done:
        return state, Step(self.index, change, before, after, getattr(change, "rule", None))

    def problem(self, code: str, **facts: Fact) -> Problem:
        return Problem(self.index, code, {"number": str(self.index + 1)} | facts)


Done: TypeAlias = tuple[State, Step]
Applier: TypeAlias = Callable[[Case, Change], "Done | Problem"]
