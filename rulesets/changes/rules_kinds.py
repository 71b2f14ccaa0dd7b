"""Change lists lay a duty on somebody, and say outright that a Proposal applies to itself.

(Rules Shall and May, and Enactment and Its Effects)
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.duties import LONGEST_DUTY
from nomic.core.mechanics.writing import JOINERS, hidden_at
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.changes import Change, read_id, read_text
from rulesets.mechanics.described import Line
from rulesets.mechanics.described import describe as described
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.steps import Case, Done, Problem

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


def oblige(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, Oblige)
    seat = case.state.seat(change.agent)
    if seat is None:
        gone = case.state.agents.get(change.agent)
        return case.problem("agent-missing", agent=gone.name if gone else str(change.agent))
    return case.done(case.state, change, "", change.text)


def apply_to_itself(case: Case, change: Change) -> Done | Problem:
    return case.done(case.state, change)


def applies_to_itself(applied: Applied) -> bool:
    """Whether a change list says outright that it applies to itself."""
    return any(isinstance(step.change, ApplyToItself) for step in applied.steps)


def describe(change: Change, state: State) -> Line:
    """A duty without a time has words of its own, and so has one of a single hour."""
    line = described(change, state)
    if not isinstance(change, Oblige) or change.hours not in (None, 1):
        return line
    return Line("oblige-an-hour" if change.hours else "oblige-anytime", line.facts)
