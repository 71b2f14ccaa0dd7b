"""The change by which a Call for Judgment finds a rule void: one that bars its own change or repeal. (Reading 47)"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from rulesets.mechanics.changes import Change, read_id
from rulesets.mechanics.entrenchment import may_be_found_void
from rulesets.mechanics.ruleset import Ruleset
from rulesets.mechanics.steps import Case, Done, Problem


@dataclass(frozen=True, slots=True)
class FindVoid(Change):
    """A rule is found void, from the moment on in which the Call passes. Its text stays to be read."""

    rule: int

    kind = "find-void"
    shape = MappingProxyType({"rule": read_id})


def find_void(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, FindVoid)
    ruleset = case.state.ruleset
    decision = may_be_found_void(ruleset, change.rule)
    if decision.outcome is None:
        return case.problem(decision.reasons[0].code)
    voided = Ruleset.of(ruleset.rules, ruleset.void | {change.rule})
    return case.done(case.state.with_ruleset(voided), change, decision.outcome)
