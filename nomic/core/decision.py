"""What a mechanic answers: an outcome, the reasons for it, and when time alone could change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, Self, TypeAlias, TypeVar

Fact: TypeAlias = str | int | bool | datetime | timedelta | Sequence["Fact"] | Mapping[str, "Fact"] | None
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Reason:
    """One ground of a decision: a code, the rule it rests on, the facts. Words are added at the edge."""

    code: str
    rule: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision(Generic[Outcome]):
    """An outcome with its reasons. `next_check` is the earliest moment when time alone could change it."""

    outcome: Outcome
    reasons: tuple[Reason, ...] = ()
    next_check: datetime | None = None

    def or_refuse(self) -> Self:
        """Return itself, or raise `Refused` when the outcome is falsy."""
        if not self.outcome:
            raise Refused(*self.reasons)
        return self


class Refused(Exception):
    """Illegal: understood, but not allowed. Carries the reasons; one middleware turns it into a 409."""

    def __init__(self, *reasons: Reason) -> None:
        self.reasons = reasons
        super().__init__(", ".join(reason.code for reason in reasons))


class Invalid(Exception):
    """Not understood: the field that was wrong, a code for the kind of mistake, and a sentence about it."""

    def __init__(self, path: str, text: str, code: str = "invalid") -> None:
        self.path, self.text, self.code = path, text, code
        super().__init__(f"{path}: {text}" if path else text)


def permission() -> Decision[bool]:
    return Decision(True)


def refusal(code: str, rule: str, **facts: Fact) -> Decision[bool]:
    return Decision(False, (Reason(code, rule, facts),))
