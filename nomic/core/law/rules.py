"""Law as data: the dials, mechanisms, acts and triggers that a game's text sets at one moment. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Self, TypeAlias, TypeVar, cast

from nomic.core.decision import Decision, Invalid, permission, refusal
from nomic.core.law.rules_wordings import Amount, Band, Choice, Count, Duration, Share, Stored, Switch, Value

Kind: TypeAlias = Duration | Count | Share | Switch | Choice | Band | Amount
T = TypeVar("T", bound=Value)


@dataclass(frozen=True, slots=True)
class Dial(Generic[T]):
    """A number or word that players may amend.

    `standard` is what our starter law says; `absent` is what holds when no live passage carries the dial,
    and `absence` says so in words. `rule` is the title of the starter rule that carries it.
    """

    name: str
    kind: Kind
    standard: T
    absent: T
    absence: str
    rule: str
    label: str


@dataclass(frozen=True, slots=True)
class DialValues(Generic[T]):
    """What a dial may say, before the law and its words are known."""

    name: str
    kind: Kind
    standard: T
    absent: T

    def carried_by(self, rule: str, label: str, absence: str) -> Dial[T]:
        return Dial(self.name, self.kind, self.standard, self.absent, absence, rule, label)


def dial(name: str, kind: Kind, standard: T, absent: T) -> DialValues[T]:
    """A dial to declare: `dial(…).carried_by(rule, label, absence)`."""
    return DialValues(name, kind, standard, absent)


@dataclass(frozen=True, slots=True)
class Mechanism:
    """An ability of the server that a rule carries; repeal the rule and it is gone. `absence` says what then.

    `in_hiatus`: what its rule lets go on in hiatus, in words; empty, nothing. (Rule Victory and Ascension; Reading 39)
    """

    name: str
    rule: str
    label: str
    absence: str
    in_hiatus: str = ""


def each_dial(names: Mapping[str, object]) -> tuple[Dial[Any], ...]:
    """The dials among what a module names, in its order."""
    return tuple(each for each in names.values() if isinstance(each, Dial))


def each_mechanism(names: Mapping[str, object]) -> tuple[Mechanism, ...]:
    """The mechanisms among what a module names, in its order."""
    return tuple(each for each in names.values() if isinstance(each, Mechanism))


# What of the server a rule provides for.
Provision: TypeAlias = Dial[Any] | Mechanism


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every dial and mechanism that the server knows, by name."""

    dials: Mapping[str, Dial[Any]]
    mechanisms: Mapping[str, Mechanism]

    @classmethod
    def of(cls, dials: Iterable[Dial[Any]], mechanisms: Iterable[Mechanism]) -> Self:
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
                values[name] = self.dials[name].kind.read_words(words)
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
        return self.law(values, live, titles, load_terms(terms))


@dataclass(frozen=True, slots=True)
class Law:
    """What the text of one moment says: every dial's value, the live mechanisms, and the rule that carries each."""

    values: Mapping[str, Value]
    mechanisms: frozenset[str]
    rules: Mapping[str, str] = field(default_factory=dict)
    catalogue: Catalogue = field(default_factory=lambda: Catalogue({}, {}), repr=False, compare=False)
    terms: tuple[Term, ...] = ()

    def __getitem__(self, dial: Dial[T]) -> T:
        return cast(T, self.values[dial.name])

    def carries(self, mechanism: Mechanism) -> bool:
        return mechanism.name in self.mechanisms

    def rule(self, provision: Provision) -> str:
        """The title of the rule that carries this dial or mechanism, or that carried it in the starter law."""
        return self.rules.get(provision.name, provision.rule)

    def in_hiatus(self) -> tuple[Mechanism, ...]:
        """The mechanisms whose rules a hiatus leaves in play."""
        return tuple(each for each in self.catalogue.mechanisms.values() if each.in_hiatus)

    def acts(self) -> tuple[Act, ...]:
        """What the law lets Agents do only often or occasionally, in its order; a name once. (Rule Timespans)"""
        return tuple(term for term in self.terms if isinstance(term, Act))

    def act(self, name: str) -> Act | None:
        return next((act for act in self.acts() if act.name == name), None)

    def triggers(self, kind: str) -> tuple[Trigger, ...]:
        """What an enactment (`enacted`) or a failure (`failed`) sets off; rules that wait for either, in both."""
        wanted = {kind, Occasion.RESOLVED}
        return tuple(term for term in self.terms if isinstance(term, Trigger) and term.kind in wanted)

    def requires(self, mechanism: Mechanism) -> Decision[bool]:
        """Refused, citing the rule that is gone, unless a live rule carries the mechanism."""
        if self.carries(mechanism):
            return permission()
        return refusal("not-in-the-law", self.rule(mechanism), mechanism=mechanism.name)


# What else a rule's text tells the server: acts that an Agent may do only so often, and what sets a rule off.
# (Rules Timespans, and Enactment and Its Effects)

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


def term_to_json(term: Term) -> StoredTerm:
    """A term as plain JSON."""
    shared: StoredTerm = {"words": term.words, "rule": term.rule, "rule_id": term.rule_id}
    if isinstance(term, Act):
        return {"kind": term.budget.value, "name": term.name} | shared
    return {"kind": "trigger", "name": term.kind.value} | shared | {"says": term.says}


def load_terms(stored: Iterable[Mapping[str, Any]]) -> tuple[Term, ...]:
    """The terms that `term_to_json` wrote; kinds that the server no longer knows are passed over."""
    return tuple(term for term in map(_load_term, stored) if term is not None)


def _load_term(entry: Mapping[str, Any]) -> Term | None:
    kind, name = entry["kind"], entry["name"]
    if kind in list(Budget):
        return Act(name, Budget(kind), entry["words"], entry["rule"], entry["rule_id"])
    if kind == "trigger" and name in list(Occasion):
        return Trigger(Occasion(name), entry["words"], entry["rule"], entry["rule_id"], entry.get("says", ""))
    return None
