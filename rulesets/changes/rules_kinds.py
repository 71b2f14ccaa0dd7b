"""The record of a kind of change (how it is read, applied, written, described), and the kinds for duties and void
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from nomic.core.decision import Invalid
from nomic.core.duties.rules import LONGEST_DUTY
from nomic.core.input import JOINERS, hidden_at
from rulesets.changes.rules import Change, EnactRule, GameState, Kinds, MoveRule, Plain, ReplaceText, read_id, read_text
from rulesets.changes.rules_steps import Applied, Applier, Appliers, ChangeCase, ChangeOutcome, ChangeProblem
from rulesets.history.rules_differences import in_words
from rulesets.text.rules import Ruleset
from rulesets.text.rules_entrenchment import may_be_found_void

LONGEST_FACT = 80


@dataclass(frozen=True, slots=True)
class ChangeSummary:
    """A change's kind and place as the code, and its values as strings: titles and names for ids, long texts cut."""

    code: str
    facts: Mapping[str, str]


def describe_plainly(change: Change, state: GameState) -> ChangeSummary:
    """`state` gives ids their titles and names; an id that it lacks stands as “#17”."""
    read = _as_read(change)
    facts = {name: _fact(name, getattr(read, name), state) for name in change.shape}
    return ChangeSummary(change.kind + _place(change), facts)


def _as_read(change: Change) -> Change:
    """Words that give way to others without the targets of their links, unless those alone tell the two apart."""
    if not isinstance(change, ReplaceText):
        return change
    find, put = in_words(change.find), in_words(change.replace)
    return change if find == put else replace(change, find=find, replace=put)


def _place(change: Change) -> str:
    """Where in its section a rule shall stand: at the end, which needs no word, at the start, or after another."""
    if not isinstance(change, EnactRule | MoveRule) or change.after is None:
        return ""
    return "-after" if change.after else "-first"


def _fact(name: str, value: Plain, state: GameState) -> str:
    if name in {"rule", "after"} and isinstance(value, int):
        rule = state.ruleset.rule(value)
        return rule.title if rule else f"#{value}"
    if name == "agent" and isinstance(value, int):
        seat = state.agents.get(value)
        return seat.name if seat else f"#{value}"
    text = "" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)
    return text if len(text) <= LONGEST_FACT else text[: LONGEST_FACT - 1] + "…"


# A kind of change, whole: how it is read, made, written down, described and typed. The wiring names the table.
# The last three belong to layers above this one: here they are only carried.


def _no_texts(change: Change, state: GameState) -> None:
    """A change that no difference of texts could show."""


@dataclass(frozen=True, slots=True)
class ChangeKind:
    """`change` reads its JSON form and `apply` makes it, both pure; `write` is the step that carries it out in a floor
    (`rulesets.changes.actions.Writer`); `form` is its row in the composer (`proposals.changes.forms.ChangeForm`);
    `describe` says it as a code and facts; `texts` gives the text before it and after it, None where words say it all.
    """

    change: type[Change]
    apply: Applier
    write: Callable[..., None]
    form: type[Any]
    describe: Callable[[Change, GameState], ChangeSummary] = describe_plainly
    texts: Callable[[Change, GameState], tuple[str, str] | None] = _no_texts


ChangeKinds: TypeAlias = Mapping[str, ChangeKind]


def classes(kinds: ChangeKinds) -> Kinds:
    """What `changes_from` reads by."""
    return {name: each.change for name, each in kinds.items()}


def appliers(kinds: ChangeKinds) -> Appliers:
    """What `apply` makes changes by."""
    return {each.change: each.apply for each in kinds.values()}


# Change lists lay a duty on somebody, and say outright that a Proposal applies to itself.
# (Rules Shall and May, and Enactment and Its Effects)

MOST_HOURS = 366 * 24


def read_duty(value: object) -> str:
    """What somebody shall do, in one paragraph."""
    text = " ".join(read_text(value, LONGEST_DUTY).split())
    if not text:
        raise Invalid("", "say what e shall do", "empty")
    if hidden_at(text, JOINERS):
        raise Invalid("", "a duty cannot hold control or invisible characters", "hidden-characters")
    return text


def read_hours(value: object) -> int | None:
    """A whole number of hours, or None for no time to be done by."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_HOURS:
        raise Invalid("", f"this must be a whole number of hours from 1 to {MOST_HOURS}", "no-hours")
    return value


@dataclass(frozen=True, slots=True)
class Oblige(Change):
    """Somebody shall do something, within so many hours of the enactment if they are given."""

    agent: int
    text: str
    hours: int | None = None

    kind = "oblige"
    shape = MappingProxyType({"agent": read_id, "text": read_duty, "hours": read_hours})


@dataclass(frozen=True, slots=True)
class ApplyToItself(Change):
    """What the Proposal changes about enactment holds for its own enactment too."""

    kind = "apply-to-itself"
    shape = MappingProxyType({})


def apply_oblige(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, Oblige)
    seat = case.state.seat(change.agent)
    if seat is None:
        gone = case.state.agents.get(change.agent)
        return case.problem("agent-missing", agent=gone.name if gone else str(change.agent))
    return case.outcome(case.state, change, "", change.text)


def apply_self_application(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    return case.outcome(case.state, change)


def applies_to_itself(applied: Applied) -> bool:
    """Whether a change list says outright that it applies to itself."""
    return any(isinstance(step.change, ApplyToItself) for step in applied.steps)


def describe_oblige(change: Change, state: GameState) -> ChangeSummary:
    """A duty without a time has words of its own, and so has one of a single hour."""
    line = describe_plainly(change, state)
    if not isinstance(change, Oblige) or change.hours not in (None, 1):
        return line
    return ChangeSummary("oblige-an-hour" if change.hours else "oblige-anytime", line.facts)


# The change by which a Call for Judgment finds a rule void: one that bars its own change or repeal. (Reading 47)


@dataclass(frozen=True, slots=True)
class FindVoid(Change):
    """A rule is found void, from the moment on in which the Call passes. Its text stays to be read."""

    rule: int

    kind = "find-void"
    shape = MappingProxyType({"rule": read_id})


def apply_find_void(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, FindVoid)
    ruleset = case.state.ruleset
    decision = may_be_found_void(ruleset, change.rule)
    if decision.outcome is None:
        return case.problem(decision.reasons[0].code)
    voided = Ruleset.of(ruleset.rules, ruleset.void | {change.rule})
    return case.outcome(case.state.with_ruleset(voided), change, decision.outcome)
