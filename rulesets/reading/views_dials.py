"""Every dial and mechanism that the server knows, every act and trigger of the law, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Catalogue, Dial, Provision, Trigger
from nomic.core.requests import GameRequest, in_game
from rulesets.founding import queries as founding_queries
from rulesets.history import queries as history_queries
from rulesets.text.rules import Ruleset, RuleText
from rulesets.text.rules_folding import Folded, Unread, fold_ruleset


@dataclass(frozen=True, slots=True)
class DialEntry:
    """One dial or mechanism. `now` and `words` are None where no rule in force carries it.

    `standard`: what the law says that brings it; `is_starters`: that is the law with which this game began.
    """

    name: str
    label: str
    absence: str
    rule: RuleText | None
    number: str
    now: str | None = None
    words: str | None = None
    standard: str = ""
    is_starters: bool = False
    accepted: str = ""
    notes: tuple[str, ...] = ()


# The title of a rule of the law that brings it, and what that rule carries.
Topic: TypeAlias = tuple[str, list[DialEntry]]


@require_safe
@in_game
def dials_page(request: GameRequest) -> HttpResponse:
    ruleset = history_queries.ruleset(request.game.pk)
    catalogue = law_queries.catalogue()
    folded = fold_ruleset(ruleset, catalogue)
    began = fold_ruleset(founding_queries.starter_ruleset(request.game.procedure), catalogue)
    entries = [_dial_entry(dial, ruleset, folded, began) for dial in catalogue.dials.values()]
    topics, other_topics = _by_topic(entries, catalogue.dials)
    mechanisms, other_mechanisms = _by_topic(_mechanism_entries(catalogue, ruleset, folded), catalogue.mechanisms)
    page = {
        "topics": topics,
        "mechanisms": _dial_entries(mechanisms),
        "uncarried": {
            "count": len(_dial_entries(other_topics + other_mechanisms)),
            "topics": other_topics,
            "mechanisms": _dial_entries(other_mechanisms),
        },
        "acts": [
            (act, ruleset.number(act.rule_id), _dial_notes(act.name, ruleset, folded)) for act in folded.law.acts()
        ],
        "triggers": [(each, ruleset.number(each.rule_id)) for each in folded.terms if isinstance(each, Trigger)],
        "strays": [each for each in folded.unread if not _known_names(each, catalogue)],
    }
    return render(request, "rulesets/dials.html", page)


def _by_topic(entries: Iterable[DialEntry], known: Mapping[str, Provision]) -> tuple[list[Topic], list[Topic]]:
    """Those that follow each other and name the same rule, in the order of the catalogue: the topics on which this law
    says anything, and the others."""
    topics = [(title, list(group)) for title, group in groupby(entries, lambda each: known[each.name].rule)]
    return [each for each in topics if _is_said(each)], [each for each in topics if not _is_said(each)]


def _is_said(topic: Topic) -> bool:
    return any(each.rule or each.notes for each in topic[1])


def _dial_entries(topics: Iterable[Topic]) -> list[DialEntry]:
    return [entry for _, entries in topics for entry in entries]


def _dial_entry(dial: Dial[Any], ruleset: Ruleset, folded: Folded, began: Folded) -> DialEntry:
    carried, first = folded.dials.get(dial.name), began.dials.get(dial.name)
    rule = ruleset.rule(carried.rule_id) if carried else None
    return DialEntry(
        dial.name,
        dial.label,
        dial.absence,
        rule,
        ruleset.number(rule.id) if rule else "",
        dial.kind.words(carried.value) if carried else None,
        carried.words if carried else None,
        dial.kind.words(first.value if first else dial.standard),
        first is not None,
        dial.kind.accepted_wordings,
        _dial_notes(dial.name, ruleset, folded),
    )


def _dial_notes(name: str, ruleset: Ruleset, folded: Folded) -> tuple[str, ...]:
    numbers = ruleset.numbers()
    said = [
        f"Not obeyed: “{other.words}” in rule {numbers[other.rule_id]}, “{other.title}”."
        for each in folded.doubled
        if each.name == name
        for other in each.others
    ]
    said += [
        f"Not read, in rule {numbers[each.rule_id]}, “{each.title}”: {each.problem.text}."
        for each in folded.unread
        if each.problem.name == name
    ]
    return tuple(said)


def _mechanism_entries(catalogue: Catalogue, ruleset: Ruleset, folded: Folded) -> list[DialEntry]:
    found = []
    for each in catalogue.mechanisms.values():
        rule = folded.mechanisms.get(each.name)
        number = ruleset.number(rule.id) if rule else ""
        found.append(DialEntry(each.name, each.label, each.absence, rule, number))
    return found


def _known_names(unread: Unread, catalogue: Catalogue) -> bool:
    return unread.problem.name in catalogue.dials
