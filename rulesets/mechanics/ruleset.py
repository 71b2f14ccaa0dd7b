"""A ruleset at one moment, as plain facts: its rules in reading order, their sections and their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self


class Section(StrEnum):
    """The parts of a ruleset, in reading order: rules number 1.x, 2.x and 3.x."""

    CORE = "core"
    DYNASTIC = "dynastic"
    GLOSSARY = "glossary"


SECTIONS = tuple(Section)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `id` is stable and public; the number is not part of it, for a rule's number may move."""

    id: int
    section: Section
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules by section and, inside one, as arranged. `void` holds the ids of rules found void (Reading 47)."""

    rules: tuple[Rule, ...] = ()
    void: frozenset[int] = frozenset()

    @classmethod
    def of(cls, rules: Iterable[Rule], void: Iterable[int] = ()) -> Self:
        """A ruleset of rules in any order of sections; the order inside a section is kept."""
        return cls(tuple(sorted(rules, key=lambda rule: SECTIONS.index(rule.section))), frozenset(void))

    def rule(self, rule_id: int) -> Rule | None:
        return next((rule for rule in self.rules if rule.id == rule_id), None)

    def titled(self, title: str) -> Rule | None:
        """The first rule of that title, capitals and spaces aside."""
        wanted = _folded(title)
        return next((rule for rule in self.rules if _folded(rule.title) == wanted), None)

    def in_section(self, section: Section) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.rules if rule.section == section)

    def numbers(self) -> dict[int, str]:
        """Every rule's number by its id: `{17: "1.5"}`."""
        return {
            rule.id: f"{chapter}.{place}"
            for chapter, section in enumerate(SECTIONS, 1)
            for place, rule in enumerate(self.in_section(section), 1)
        }

    def number(self, rule_id: int) -> str:
        """The rule's number now, such as “1.5”. Raises `KeyError` for a rule that is not there."""
        return self.numbers()[rule_id]

    def cited(self, rule_id: int) -> str:
        """The rule as one cites it: “rule 1.5 Enactment”. Raises `KeyError` for a rule that is not there."""
        rule = self.rule(rule_id)
        return f"rule {self.number(rule_id)} {rule.title if rule else ''}"

    def numbered(self, number: str) -> Rule | None:
        """The rule that bears a number such as “1.5” now."""
        return next((self.rule(rule_id) for rule_id, each in self.numbers().items() if each == number), None)

    def with_rule(self, rule: Rule, place: int | None = None) -> Self:
        """The ruleset with one rule more: at `place` (from 1) in its section, else at the section's end."""
        peers = list(self.in_section(rule.section))
        peers.insert(len(peers) if place is None else max(place - 1, 0), rule)
        others = [other for other in self.rules if other.section != rule.section]
        return self.of(others + peers, self.void)

    def without(self, rule_id: int) -> Self:
        """The ruleset less one rule, and less the finding that it was void."""
        return self.of((rule for rule in self.rules if rule.id != rule_id), self.void - {rule_id})

    def replaced(self, rule_id: int, *, title: str | None = None, text: str | None = None) -> Self:
        """The ruleset with one rule's title or text changed, in its place."""
        return self.of((_changed(rule, title, text) if rule.id == rule_id else rule for rule in self.rules), self.void)

    def moved(self, rule_id: int, section: Section, place: int | None = None) -> Self:
        """The ruleset with one rule moved to `place` (from 1) of a section, else to its end. `KeyError` if unknown."""
        rule = self.rule(rule_id)
        if rule is None:
            raise KeyError(rule_id)
        moved = self.without(rule_id).with_rule(replace(rule, section=section), place)
        return self.of(moved.rules, self.void)


def _changed(rule: Rule, title: str | None, text: str | None) -> Rule:
    return replace(rule, title=rule.title if title is None else title, text=rule.text if text is None else text)


def _folded(title: str) -> str:
    return " ".join(title.split()).casefold()
