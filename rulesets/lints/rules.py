"""What a change of the ruleset's text would quietly cause: warnings that are shown before the vote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from nomic.core.decision import Fact, Invalid
from nomic.core.law.rules import Catalogue, Trigger
from rulesets.text.rules import Passage, Ruleset, RuleText, passages, prose_of
from rulesets.text.rules_citations import broken_citations, citations
from rulesets.text.rules_entrenchment import abstract_times, barring_sentence, timespans_basis
from rulesets.text.rules_folding import Folded, fold_ruleset

# What is left standing in the prose where the link did not come off.
SLIP = re.compile(
    r"\[[^\[\]]{0,80}\]\s?\(\s?(?:dial|mechanism|often|occasionally|trigger)\s?:[^()]{0,80}\)", re.IGNORECASE
)


class Severity(StrEnum):
    """How much a lint matters. None of them makes a proposal illegal."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Lint:
    """One finding: a code whose sentence is in the ruleset's words, the rule it is about, and plain facts.

    `rule_id` is the rule of the text afterwards, except for what is lost: there it is the rule that had it.
    """

    code: str
    rule_id: int
    severity: Severity
    facts: Mapping[str, Fact] = field(default_factory=dict)


def find_lints(before: Ruleset, after: Ruleset, catalogue: Catalogue) -> tuple[Lint, ...]:
    """Everything that a change makes true of the ruleset and that was not true before, the gravest first."""
    old, new = fold_ruleset(before, catalogue), fold_ruleset(after, catalogue)
    found = [
        *_self_entrenching(before, after),
        *_unread_lints(old, new),
        *_lost_dials(old, new, catalogue),
        *_lost_mechanisms(old, new, catalogue),
        *_lost_acts(old, new),
        *_doubled_dials(old, new),
        *_broken_citations(before, after),
        *_changed_dials(before, after),
        *_malformed_links(before, after),
        *_never_arriving(before, after),
        *_inert(before, after),
        *_changed_rules(old, new, catalogue),
        *_gained_passages(old, new, catalogue),
        *_acts_moved(old, new),
        *_triggers_gained(old, new),
    ]
    return tuple(sorted(found, key=lambda lint: list(Severity).index(lint.severity)))


def _self_entrenching(before: Ruleset, after: Ruleset) -> Iterator[Lint]:
    for rule in after.rules:
        sentence = barring_sentence(rule, after)
        earlier = before.rule(rule.id)
        if sentence and (earlier is None or barring_sentence(earlier, before) is None):
            facts: dict[str, Fact] = {"rule": rule.title, "sentence": sentence}
            yield Lint("self-entrenching", rule.id, Severity.ERROR, facts)


def _unread_lints(old: Folded, new: Folded) -> Iterator[Lint]:
    known = {(each.rule_id, each.problem.text) for each in old.unread}
    for each in new.unread:
        if (each.rule_id, each.problem.text) not in known:
            facts: dict[str, Fact] = {"rule": each.title, "line": each.problem.line, "problem": each.problem.text}
            yield Lint("unreadable", each.rule_id, Severity.ERROR, facts)


def _lost_dials(old: Folded, new: Folded, catalogue: Catalogue) -> Iterator[Lint]:
    for name in sorted(old.dials.keys() - new.dials.keys()):
        was, dial = old.dials[name], catalogue.dials[name]
        facts: dict[str, Fact] = {"rule": was.title, "dial": name, "label": dial.label, "words": was.words}
        yield Lint("dial-lost", was.rule_id, Severity.WARNING, facts | {"absence": dial.absence})


def _lost_mechanisms(old: Folded, new: Folded, catalogue: Catalogue) -> Iterator[Lint]:
    for name in sorted(old.mechanisms.keys() - new.mechanisms.keys()):
        was, mechanism = old.mechanisms[name], catalogue.mechanisms[name]
        facts: dict[str, Fact] = {"rule": was.title, "mechanism": name, "label": mechanism.label}
        yield Lint("mechanism-lost", was.id, Severity.WARNING, facts | {"absence": mechanism.absence})


def _lost_acts(old: Folded, new: Folded) -> Iterator[Lint]:
    for act in old.law.acts():
        if new.law.act(act.name) is None:
            facts: dict[str, Fact] = {"rule": act.rule, "act": act.label, "budget": act.budget.value}
            yield Lint("act-lost", act.rule_id, Severity.WARNING, facts)


def _doubled_dials(old: Folded, new: Folded) -> Iterator[Lint]:
    known = {(each.winner.kind, each.name) for each in old.doubled}
    for each in new.doubled:
        if (each.winner.kind, each.name) not in known:
            facts: dict[str, Fact] = {each.winner.kind: each.name, "rule": each.winner.title}
            facts["words"] = each.winner.words
            facts["others"] = ", ".join(f"“{other.words}” ({other.title})" for other in each.others)
            yield Lint(f"{each.winner.kind}-doubled", each.winner.rule_id, Severity.WARNING, facts)


def _broken_citations(before: Ruleset, after: Ruleset) -> Iterator[Lint]:
    gone = {rule.title for rule in before.rules} - {rule.title for rule in after.rules}
    already = set(broken_citations(before, frozenset()))
    for rule_id, citation in broken_citations(after, gone):
        if (rule_id, citation) not in already:
            facts: dict[str, Fact] = {"rule": _title(after, rule_id), "citation": citation}
            yield Lint("reference-dangling", rule_id, Severity.WARNING, facts)


def _changed_dials(before: Ruleset, after: Ruleset) -> Iterator[Lint]:
    """Numbers that a rule cites, before as after, and that belong to another rule now."""
    for rule in after.rules:
        earlier = before.rule(rule.id)
        shared = citations(rule.text) & citations(earlier.text) if earlier else frozenset()
        for number in sorted(shared):
            was, now = before.rule_by_number(number), after.rule_by_number(number)
            if was and now and was.id != now.id:
                facts: dict[str, Fact] = {"rule": rule.title, "number": number, "was": was.title, "now": now.title}
                yield Lint("reference-moved", rule.id, Severity.WARNING, facts)


def _inert(before: Ruleset, after: Ruleset) -> Iterator[Lint]:
    for rule in after.rules:
        earlier = before.rule(rule.id)
        known = {(each.name, each.words) for each in _is_italic(earlier)} if earlier else set()
        for each in _is_italic(rule):
            if (each.name, each.words) not in known:
                facts: dict[str, Fact] = {"rule": rule.title, "kind": each.kind, "name": each.name}
                yield Lint("inert-dial", rule.id, Severity.NOTE, facts | {"words": each.words, "line": each.line})


def _malformed_links(before: Ruleset, after: Ruleset) -> Iterator[Lint]:
    """Words that were meant for a link and are none, such as “[2] (dial:quorum.plus)”."""
    for rule in after.rules:
        earlier = before.rule(rule.id)
        known = _slips(earlier) if earlier else ()
        for slip in _slips(rule):
            if slip not in known:
                yield Lint("malformed-dial", rule.id, Severity.WARNING, {"rule": rule.title, "words": slip})


def _never_arriving(before: Ruleset, after: Ruleset) -> Iterator[Lint]:
    """Times that are wholly abstract, and by the glossary never come."""
    cited = timespans_basis(after)
    for rule in after.rules if cited else ():
        earlier = before.rule(rule.id)
        known = abstract_times(earlier) if earlier else ()
        for words in abstract_times(rule):
            if words not in known:
                facts: dict[str, Fact] = {"rule": rule.title, "words": words, "cited": cited}
                yield Lint("time-abstract", rule.id, Severity.WARNING, facts)


def _slips(rule: RuleText) -> tuple[str, ...]:
    try:
        return tuple(slip for block in prose_of(rule.text) for slip in SLIP.findall(block))
    except Invalid:
        return ()


def _is_italic(rule: RuleText) -> tuple[Passage, ...]:
    try:
        return tuple(each for each in passages(rule.text) if each.inert)
    except Invalid:
        return ()


def _changed_rules(old: Folded, new: Folded, catalogue: Catalogue) -> Iterator[Lint]:
    for name, now in sorted(new.dials.items()):
        was = old.dials.get(name)
        if was and was.value != now.value:
            facts: dict[str, Fact] = {"rule": now.title, "dial": name, "label": catalogue.dials[name].label}
            yield Lint("dial-changed", now.rule_id, Severity.NOTE, facts | {"was": was.words, "now": now.words})


def _gained_passages(old: Folded, new: Folded, catalogue: Catalogue) -> Iterator[Lint]:
    for name in sorted(new.dials.keys() - old.dials.keys()):
        now, dial = new.dials[name], catalogue.dials[name]
        facts: dict[str, Fact] = {"rule": now.title, "dial": name, "label": dial.label, "was": dial.absence}
        yield Lint("dial-gained", now.rule_id, Severity.NOTE, facts | {"now": now.words})
    for name in sorted(new.mechanisms.keys() - old.mechanisms.keys()):
        rule = new.mechanisms[name]
        label = catalogue.mechanisms[name].label
        facts = {"rule": rule.title, "mechanism": name, "label": label}
        yield Lint("mechanism-gained", rule.id, Severity.NOTE, facts)


def _acts_moved(old: Folded, new: Folded) -> Iterator[Lint]:
    for act in new.law.acts():
        was = old.law.act(act.name)
        if was is None or was.budget != act.budget:
            facts: dict[str, Fact] = {"rule": act.rule, "act": act.label, "budget": act.budget.value}
            yield Lint("act-changed" if was else "act-gained", act.rule_id, Severity.NOTE, facts)


def _triggers_gained(old: Folded, new: Folded) -> Iterator[Lint]:
    known = {(each.kind, each.rule_id) for each in old.terms if isinstance(each, Trigger)}
    for each in new.terms:
        if isinstance(each, Trigger) and (each.kind, each.rule_id) not in known:
            facts: dict[str, Fact] = {"rule": each.rule, "words": each.words}
            yield Lint("trigger-gained", each.rule_id, Severity.NOTE, facts)


def _title(ruleset: Ruleset, rule_id: int) -> str:
    rule = ruleset.rule(rule_id)
    return rule.title if rule else ""
