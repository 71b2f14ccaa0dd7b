"""The law that a ruleset's text says: every live passage folded into one value for each dial. (Readings 45 to 47)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.law import Catalogue, Law
from nomic.core.mechanics.terms import Act, Budget, Occasion, StoredTerm, Term, Trigger, stored_term
from nomic.core.mechanics.wordings import Stored, Value
from rulesets.mechanics.ruleset import Rule, Ruleset, Section
from rulesets.mechanics.text import Parsed, Problem, parse

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
    problem: Problem


@dataclass(frozen=True, slots=True)
class Folded:
    """What a ruleset's text amounts to. `dials` and `mechanisms` hold only what a live rule carries, by name."""

    law: Law
    dials: Mapping[str, Carried]
    mechanisms: Mapping[str, Rule]
    doubled: tuple[Doubled, ...]
    unread: tuple[Unread, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the text says besides: acts that may be done only so often, and what sets rules off."""
        return self.law.terms


def fold(ruleset: Ruleset, catalogue: Catalogue) -> Folded:
    """The law of a ruleset. Never fails: what cannot be read carries nothing and is listed as `unread`."""
    rules = [(rule, _parsed(rule, catalogue)) for rule in live(ruleset)]
    passages = [each for rule, parsed in rules for each in _carried(rule, parsed)]
    dials = _first(passages)
    mechanisms = _carriers(rules)
    values = {name: carried.value for name, carried in dials.items()}
    titles = {name: carried.title for name, carried in dials.items()}
    titles |= {name: rule.title for name, rule in mechanisms.items()}
    acts = [each for rule, parsed in rules for each in _acts(rule, parsed)]
    triggers = [each for rule, parsed in rules for each in _triggers(rule, parsed)]
    terms: tuple[Term, ...] = (*_named(acts), *triggers)
    law = catalogue.law(values, mechanisms, titles, terms)
    doubled = (*_doubled(passages), *_doubled(acts))
    return Folded(law, dials, mechanisms, doubled, tuple(_unread(rules)))


def stored(folded: Folded) -> tuple[StoredDials, StoredMechanisms]:
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
    return [stored_term(term) for term in folded.terms]


def live(ruleset: Ruleset) -> tuple[Rule, ...]:
    """The rules that say anything, those that prevail first."""
    # Glossary over core over dynastic; inside one, the lowest number first. (Reading 46)
    ordered = (rule for section in PRECEDENCE for rule in ruleset.in_section(section))
    # A rule found void touches nothing. (Reading 47)
    return tuple(rule for rule in ordered if rule.id not in ruleset.void)


def _parsed(rule: Rule, catalogue: Catalogue) -> Parsed:
    try:
        return parse(rule.text, catalogue)
    except Invalid as error:
        return Parsed(problems=(Problem(error.code, "", "", error.text, inert=False, line=1),))


def _carried(rule: Rule, parsed: Parsed) -> Iterator[Carried]:
    for dial in parsed.dials:
        # Italics are no law. (Reading 45)
        if not dial.inert:
            yield Carried(dial.name, dial.value, dial.words, rule.id, rule.title)


def _acts(rule: Rule, parsed: Parsed) -> Iterator[Carried]:
    for each in parsed.terms:
        if not each.inert and each.kind != "trigger":
            yield Carried(each.name, each.kind, each.words, rule.id, rule.title, "act")


def _named(acts: Iterable[Carried]) -> Iterator[Act]:
    """Of several acts of one name, the first. (Reading 46)"""
    for each in _first(acts).values():
        yield Act(each.name, Budget(str(each.value)), each.words, each.title, each.rule_id)


def _triggers(rule: Rule, parsed: Parsed) -> Iterator[Trigger]:
    for each in parsed.terms:
        if not each.inert and each.kind == "trigger":
            yield Trigger(Occasion(each.name), each.words, rule.title, rule.id, each.says)


def _first(passages: Iterable[Carried]) -> dict[str, Carried]:
    dials: dict[str, Carried] = {}
    for passage in passages:
        dials.setdefault(passage.name, passage)
    return dials


def _carriers(rules: Iterable[tuple[Rule, Parsed]]) -> dict[str, Rule]:
    carriers: dict[str, Rule] = {}
    for rule, parsed in rules:
        for mechanism in parsed.mechanisms:
            if not mechanism.inert:
                carriers.setdefault(mechanism.name, rule)
    return carriers


def _doubled(passages: Iterable[Carried]) -> Iterator[Doubled]:
    # Sorting is stable, so the passage that prevails stays first in its group.
    for name, group in groupby(sorted(passages, key=_name), key=_name):
        winner, *rest = group
        # Saying the same thing twice, in whatever words, is no trouble.
        others = tuple(other for other in rest if other.value != winner.value)
        if others:
            yield Doubled(name, winner, others)


def _name(passage: Carried) -> str:
    return passage.name


def _unread(rules: Iterable[tuple[Rule, Parsed]]) -> Iterator[Unread]:
    for rule, parsed in rules:
        for problem in parsed.problems:
            if not problem.inert:
                yield Unread(rule.id, rule.title, problem)
