"""What else a rule's text tells the server: acts that an Agent may do only so often, and what sets a rule off.

(Rules Timespans, and Enactment and Its Effects)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

ACT_NAME = re.compile(r"[a-z0-9-]{1,60}")


class Budget(StrEnum):
    """How often an act may be done."""

    OFTEN = "often"
    OCCASIONALLY = "occasionally"


class Occasion(StrEnum):
    """What of a Proposal sets a rule off; `RESOLVED` is either."""

    ENACTED = "enacted"
    FAILED = "failed"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class Act:
    """An act that the law names and allows only often or occasionally. `words`: how the rule says so."""

    name: str
    budget: Budget
    words: str
    rule: str
    rule_id: int = 0

    @property
    def label(self) -> str:
        """What readers call it: “supply roll”."""
        return label_of(self.name)


@dataclass(frozen=True, slots=True)
class Trigger:
    """A passage that an enactment or a failure sets off. `says`: the whole of the paragraph that it stands in."""

    kind: Occasion
    words: str
    rule: str
    rule_id: int = 0
    says: str = ""


Term: TypeAlias = Act | Trigger
StoredTerm: TypeAlias = dict[str, str | int]


def label_of(name: str) -> str:
    """The name of an act as readers see it."""
    return name.replace("-", " ")


def stored_term(term: Term) -> StoredTerm:
    """A term as plain JSON."""
    shared: StoredTerm = {"words": term.words, "rule": term.rule, "rule_id": term.rule_id}
    if isinstance(term, Act):
        return {"kind": term.budget.value, "name": term.name} | shared
    return {"kind": "trigger", "name": term.kind.value} | shared | {"says": term.says}


def loaded_terms(stored: Iterable[Mapping[str, Any]]) -> tuple[Term, ...]:
    """The terms that `stored_term` wrote; kinds that the server no longer knows are passed over."""
    return tuple(term for term in map(_loaded, stored) if term is not None)


def _loaded(entry: Mapping[str, Any]) -> Term | None:
    kind, name = entry["kind"], entry["name"]
    if kind in list(Budget):
        return Act(name, Budget(kind), entry["words"], entry["rule"], entry["rule_id"])
    if kind == "trigger" and name in list(Occasion):
        return Trigger(Occasion(name), entry["words"], entry["rule"], entry["rule_id"], entry.get("says", ""))
    return None
