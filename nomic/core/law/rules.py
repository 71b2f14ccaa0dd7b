"""Law as data: which dials and mechanisms there are, and how a game's text sets them at one moment.

A *dial* is a value standing in a rule's own text. A *mechanism* is an ability of the server that a
rule carries. The catalogue declares them; a `Law` is what the text of one moment says of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from typing import Any, Self, TypeAlias

from nomic.core.mechanics.decision import Decision, Invalid, allowed, refused
from nomic.core.mechanics.shares import Amount, Share
from nomic.core.mechanics.terms import Act, Occasion, Term, Trigger, loaded_terms
from nomic.core.mechanics.wordings import Band, Choice, Count, Duration, Stored, Switch, Value

Kind: TypeAlias = Duration | Count | Share | Switch | Choice | Band | Amount


@dataclass(frozen=True, slots=True)
class Dial:
    """A number or word that players may amend.

    `standard` is what our starter law says; `absent` is what holds when no live passage carries the dial,
    and `absence` says so in words. `rule` is the title of the starter rule that carries it.
    """

    name: str
    kind: Kind
    standard: Value
    absent: Value
    absence: str
    rule: str
    label: str


@dataclass(frozen=True, slots=True)
class Mechanism:
    """An ability of the server that a rule carries; repeal the rule and it is gone. `absence` says what then."""

    name: str
    rule: str
    label: str
    absence: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every dial and mechanism that the server knows, by name."""

    dials: Mapping[str, Dial]
    mechanisms: Mapping[str, Mechanism]

    @classmethod
    def of(cls, dials: Iterable[Dial], mechanisms: Iterable[Mechanism]) -> Self:
        return cls({dial.name: dial for dial in dials}, {each.name: each for each in mechanisms})

    def standard(self, overrides: Mapping[str, str] | None = None) -> Law:
        """The law of the starter text, with some dials overridden in the words of rule text.

        Raises `Invalid` with the dial's name as path for an unknown dial or unreadable words.
        """
        values = {name: dial.standard for name, dial in self.dials.items()}
        for name, words in (overrides or {}).items():
            if name not in self.dials:
                raise Invalid(name, f"there is no dial called “{name}”")
            if not isinstance(words, str):
                raise Invalid(name, "a dial is set in the words of rule text")
            try:
                values[name] = self.dials[name].kind.read(words)
            except Invalid as error:
                raise Invalid(name, error.text, error.code) from None
        return Law(values=values, mechanisms=frozenset(self.mechanisms), catalogue=self)

    def law(
        self,
        values: Mapping[str, Value],
        mechanisms: Iterable[str],
        rules: Mapping[str, str],
        terms: Iterable[Term] = (),
    ) -> Law:
        """The law where the text sets only some: the others take their meaning when absent."""
        absent = {name: dial.absent for name, dial in self.dials.items()}
        return Law(absent | dict(values), frozenset(mechanisms), dict(rules), self, tuple(terms))

    def load(
        self,
        stored: Mapping[str, Mapping[str, Stored]],
        mechanisms: Mapping[str, str],
        terms: Iterable[Mapping[str, Any]] = (),
    ) -> Law:
        """The law from a stored snapshot: `{dial: {"value": …, "rule": title}}`, `{mechanism: title}`, and terms.

        Names that the server no longer knows are passed over: the text still shows them, nothing obeys them.
        """
        known = {name: entry for name, entry in stored.items() if name in self.dials}
        values = {name: self.dials[name].kind.load(entry["value"]) for name, entry in known.items()}
        titles = {name: str(entry["rule"]) for name, entry in known.items()} | dict(mechanisms)
        live = (name for name in mechanisms if name in self.mechanisms)
        return self.law(values, live, titles, loaded_terms(terms))


@dataclass(frozen=True, slots=True)
class Law:
    """What the text of one moment says: every dial's value, the live mechanisms, and the rule that carries each."""

    values: Mapping[str, Value]
    mechanisms: frozenset[str]
    rules: Mapping[str, str] = field(default_factory=dict)
    catalogue: Catalogue = field(default_factory=lambda: Catalogue({}, {}), repr=False, compare=False)
    terms: tuple[Term, ...] = ()

    def __getitem__(self, dial: str) -> Value:
        return self.values[dial]

    def duration(self, dial: str) -> timedelta | None:
        value = self.values[dial]
        assert value is None or isinstance(value, timedelta)
        return value

    def count(self, dial: str) -> int | None:
        value = self.values[dial]
        assert value is None or isinstance(value, int)
        return value

    def share(self, dial: str) -> Fraction:
        value = self.values[dial]
        assert isinstance(value, Fraction)
        return value

    def word(self, dial: str) -> str:
        return str(self.values[dial])

    def switch(self, dial: str) -> bool:
        return bool(self.values[dial])

    def carries(self, mechanism: str) -> bool:
        return mechanism in self.mechanisms

    def rule(self, name: str) -> str:
        """The title of the rule that carries this dial or mechanism, or that carried it in the starter law."""
        if name in self.rules:
            return self.rules[name]
        entry = self.catalogue.dials.get(name) or self.catalogue.mechanisms[name]
        return entry.rule

    def acts(self) -> tuple[Act, ...]:
        """What the law lets Agents do only often or occasionally, in its order; a name once. (Rule Timespans)"""
        return tuple(term for term in self.terms if isinstance(term, Act))

    def act(self, name: str) -> Act | None:
        return next((act for act in self.acts() if act.name == name), None)

    def triggers(self, kind: str) -> tuple[Trigger, ...]:
        """What an enactment (`enacted`) or a failure (`failed`) sets off; rules that wait for either, in both."""
        wanted = {kind, Occasion.RESOLVED}
        return tuple(term for term in self.terms if isinstance(term, Trigger) and term.kind in wanted)

    def requires(self, mechanism: str) -> Decision[bool]:
        """Refused, citing the rule that is gone, unless a live rule carries the mechanism."""
        if self.carries(mechanism):
            return allowed()
        return refused("not-in-the-law", self.rule(mechanism), mechanism=mechanism)
