"""The law that a ruleset's text says: one value for each dial, and how each marked passage counts. (Readings 45 to
47)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from nomic.core.decision import Invalid
from nomic.core.law.rules import Act, Budget, Catalogue, Law, Occasion, StoredTerm, Term, Trigger, term_to_json
from nomic.core.law.rules_wordings import Stored, Value
from rulesets.text.rules import Link, Parsed, Passage, Ruleset, RuleText, Section, TextProblem, parse_text, passages

StoredDials: TypeAlias = dict[str, dict[str, Stored]]
StoredMechanisms: TypeAlias = dict[str, str]

# The glossary stands last but is heard first. (Reading 46)
PRECEDENCE = (Section.GLOSSARY, Section.CORE, Section.DYNASTIC)


@dataclass(frozen=True, slots=True)
class Carried:
    """A dial as one live passage carries it: its value, the words that say so, and the rule they stand in.

    Of an act (`kind`), the value is how often it may be done.
    """

    name: str
    value: Value
    words: str
    rule_id: int
    title: str
    kind: str = "dial"


@dataclass(frozen=True, slots=True)
class Doubled:
    """What live passages disagree on: the one that is obeyed, and all those that say otherwise. (Reading 46)

    A dial's value, or how often an act of one name may be done.
    """

    name: str
    winner: Carried
    others: tuple[Carried, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A live passage that carries nothing, because its words or its name can no longer be read."""

    rule_id: int
    title: str
    problem: TextProblem


@dataclass(frozen=True, slots=True)
class Folded:
    """What a ruleset's text amounts to. `dials` and `mechanisms` hold only what a live rule carries, by name."""

    law: Law
    dials: Mapping[str, Carried]
    mechanisms: Mapping[str, RuleText]
    doubled: tuple[Doubled, ...]
    unread: tuple[Unread, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the text says besides: acts that may be done only so often, and what sets rules off."""
        return self.law.terms


def fold_ruleset(ruleset: Ruleset, catalogue: Catalogue) -> Folded:
    """The law of a ruleset. Never fails: what cannot be read carries nothing and is listed as `unread`."""
    rules = [(rule, _parse_rules(rule, catalogue)) for rule in live_passages(ruleset)]
    passages = [each for rule, parsed in rules for each in _carry_dials(rule, parsed)]
    dials = _first_carriers(passages)
    mechanisms = _carriers(rules)
    values = {name: carried.value for name, carried in dials.items()}
    titles = {name: carried.title for name, carried in dials.items()}
    titles |= {name: rule.title for name, rule in mechanisms.items()}
    acts = [each for rule, parsed in rules for each in _carry_acts(rule, parsed)]
    triggers = [each for rule, parsed in rules for each in _carry_triggers(rule, parsed)]
    terms: tuple[Term, ...] = (*_named_acts(acts), *triggers)
    law = catalogue.law(values, mechanisms, titles, terms)
    doubled = (*_doubled_dials(passages), *_doubled_dials(acts))
    return Folded(law, dials, mechanisms, doubled, tuple(_unread(rules)))


def stored_law(folded: Folded) -> tuple[StoredDials, StoredMechanisms]:
    """The law as plain JSON values, in the form that `Catalogue.load` reads, with where each dial was found."""
    kinds = folded.law.catalogue.dials
    dials: StoredDials = {
        name: {
            "value": kinds[name].kind.store(carried.value),
            "words": carried.words,
            "rule": carried.title,
            "rule_id": carried.rule_id,
        }
        for name, carried in folded.dials.items()
    }
    return dials, {name: rule.title for name, rule in folded.mechanisms.items()}


def stored_terms(folded: Folded) -> list[StoredTerm]:
    """The terms as plain JSON, in the order of the law."""
    return [term_to_json(term) for term in folded.terms]


def live_passages(ruleset: Ruleset) -> tuple[RuleText, ...]:
    """The rules that say anything, those that prevail first."""
    # Glossary over core over dynastic; inside one, the lowest number first. (Reading 46)
    ordered = (rule for section in PRECEDENCE for rule in ruleset.in_section(section))
    # A rule found void touches nothing. (Reading 47)
    return tuple(rule for rule in ordered if rule.id not in ruleset.void)


def _parse_rules(rule: RuleText, catalogue: Catalogue) -> Parsed:
    try:
        return parse_text(rule.text, catalogue)
    except Invalid as error:
        return Parsed(problems=(TextProblem(error.code, "", "", error.text, inert=False, line=1),))


def _carry_dials(rule: RuleText, parsed: Parsed) -> Iterator[Carried]:
    for dial in parsed.dials:
        # Italics are no law. (Reading 45)
        if not dial.inert:
            yield Carried(dial.name, dial.value, dial.words, rule.id, rule.title)


def _carry_acts(rule: RuleText, parsed: Parsed) -> Iterator[Carried]:
    for each in parsed.terms:
        if not each.inert and each.kind != "trigger":
            yield Carried(each.name, each.kind, each.words, rule.id, rule.title, "act")


def _named_acts(acts: Iterable[Carried]) -> Iterator[Act]:
    """Of several acts of one name, the first. (Reading 46)"""
    for each in _first_carriers(acts).values():
        yield Act(each.name, Budget(str(each.value)), each.words, each.title, each.rule_id)


def _carry_triggers(rule: RuleText, parsed: Parsed) -> Iterator[Trigger]:
    for each in parsed.terms:
        if not each.inert and each.kind == "trigger":
            yield Trigger(Occasion(each.name), each.words, rule.title, rule.id, each.says)


def _first_carriers(passages: Iterable[Carried]) -> dict[str, Carried]:
    dials: dict[str, Carried] = {}
    for passage in passages:
        dials.setdefault(passage.name, passage)
    return dials


def _carriers(rules: Iterable[tuple[RuleText, Parsed]]) -> dict[str, RuleText]:
    carriers: dict[str, RuleText] = {}
    for rule, parsed in rules:
        for mechanism in parsed.mechanisms:
            if not mechanism.inert:
                carriers.setdefault(mechanism.name, rule)
    return carriers


def _doubled_dials(passages: Iterable[Carried]) -> Iterator[Doubled]:
    # Sorting is stable, so the passage that prevails stays first in its group.
    for name, group in groupby(sorted(passages, key=_carrier_name), key=_carrier_name):
        winner, *rest = group
        # Saying the same thing twice, in whatever words, is no trouble.
        others = tuple(other for other in rest if other.value != winner.value)
        if others:
            yield Doubled(name, winner, others)


def _carrier_name(passage: Carried) -> str:
    return passage.name


def _unread(rules: Iterable[tuple[RuleText, Parsed]]) -> Iterator[Unread]:
    for rule, parsed in rules:
        for problem in parsed.problems:
            if not problem.inert:
                yield Unread(rule.id, rule.title, problem)


# How each dial, mechanism and term in a text stands: obeyed, or shown and not obeyed, and why. (Readings 45 to 47)

Trouble: TypeAlias = Literal["void", "italics", "unread", "doubled", "past"]
WHY: dict[Trouble, str] = {
    "void": "the rule was found void",
    "italics": "words in italics are no law",
    "unread": "the server cannot read it",
    "doubled": "another passage goes before it",
    "past": "the rule is not in force",
}


@dataclass(frozen=True, slots=True)
class MarkedText:
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


def mark_passages(text: str, marks: MarkedText) -> tuple[MarkedPassage, ...]:
    """Every passage of a text in order. Raises `Invalid` as `passages` does."""
    return tuple(_mark_passage(each, marks) for each in passages(text))


def _mark_passage(passage: Passage, marks: MarkedText) -> MarkedPassage:
    trouble = _passage_trouble(marks, passage.name, passage.words, passage.inert)
    return MarkedPassage(passage.kind, passage.name, passage.words, trouble, passage.name not in marks.unknown)


def _passage_trouble(marks: MarkedText, name: str, words: str, inert: bool) -> Trouble | None:
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


def marks_of(rule_id: int, ruleset: Ruleset, folded: Folded, catalogue: Catalogue) -> MarkedText:
    """What is to be known of the passages of a rule in this ruleset."""
    rule = ruleset.rule(rule_id)
    losing = {(each.name, other.words) for each in folded.doubled for other in each.others if other.rule_id == rule_id}
    unread = {(each.problem.name, each.problem.words) for each in folded.unread if each.rule_id == rule_id}
    return MarkedText(
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
