"""How each dial, mechanism and term in a text stands: obeyed, or shown and not obeyed, and why. (Readings 45 to 47)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.law import Catalogue
from rulesets.mechanics.fold import Folded
from rulesets.mechanics.ruleset import Ruleset
from rulesets.mechanics.text import Link, Passage, passages

Trouble: TypeAlias = Literal["void", "italics", "unread", "doubled", "past"]
WHY: dict[Trouble, str] = {
    "void": "the rule was found void",
    "italics": "words in italics are no law",
    "unread": "the server cannot read it",
    "doubled": "another passage goes before it",
    "past": "the rule is not in force",
}


@dataclass(frozen=True, slots=True)
class Marked:
    """What is known of one rule's passages beyond its text. `losing` and `unread` are pairs of name and words."""

    void: bool = False
    past: bool = False
    losing: frozenset[tuple[str, str]] = frozenset()
    unread: frozenset[tuple[str, str]] = frozenset()
    unknown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MarkedPassage:
    """One dial, mechanism or term as written, and the trouble with it, if any; `known`: the server has such a one."""

    kind: Link
    name: str
    words: str
    trouble: Trouble | None
    known: bool

    @property
    def why(self) -> str:
        return WHY[self.trouble] if self.trouble else ""


def marked(text: str, marks: Marked) -> tuple[MarkedPassage, ...]:
    """Every passage of a text in order. Raises `Invalid` as `passages` does."""
    return tuple(_marked(each, marks) for each in passages(text))


def _marked(passage: Passage, marks: Marked) -> MarkedPassage:
    trouble = _trouble(marks, passage.name, passage.words, passage.inert)
    return MarkedPassage(passage.kind, passage.name, passage.words, trouble, passage.name not in marks.unknown)


def _trouble(marks: Marked, name: str, words: str, inert: bool) -> Trouble | None:
    # A text that is not in force says what was obeyed then, or may never have been: nothing is obeyed by it now.
    if marks.past:
        return "past"
    # A rule found void touches nothing. (Reading 47)
    if marks.void:
        return "void"
    # Italics are no law. (Reading 45)
    if inert:
        return "italics"
    # Nobody can say what it means.
    if (name, words) in marks.unread:
        return "unread"
    # Two passages disagree, and the other one is obeyed. (Reading 46)
    return "doubled" if (name, words) in marks.losing else None


def marks_of(rule_id: int, ruleset: Ruleset, folded: Folded, catalogue: Catalogue) -> Marked:
    """What is to be known of the passages of a rule in this ruleset."""
    rule = ruleset.rule(rule_id)
    losing = {(each.name, other.words) for each in folded.doubled for other in each.others if other.rule_id == rule_id}
    unread = {(each.problem.name, each.problem.words) for each in folded.unread if each.rule_id == rule_id}
    return Marked(
        void=rule_id in ruleset.void,
        losing=frozenset(losing),
        unread=frozenset(unread),
        unknown=unknown_names(rule.text if rule else "", catalogue),
    )


def unknown_names(text: str, catalogue: Catalogue) -> frozenset[str]:
    """The names in a text's dials and mechanisms that the server has neither a dial nor a mechanism for."""
    known = catalogue.dials.keys() | catalogue.mechanisms.keys()
    try:
        found = [each.name for each in passages(text) if each.kind in {"dial", "mechanism"}]
        return frozenset(name for name in found if name not in known)
    except Invalid:
        return frozenset()
