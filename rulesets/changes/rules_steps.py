"""How each change of the law is made: new rules, new texts, titles and places."""

from __future__ import annotations

from dataclasses import replace

from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.changes import AmendRule, Change, EnactRule, MoveRule, RenameRule, RepealRule, ReplaceText
from rulesets.mechanics.merge import marked_in, merge3
from rulesets.mechanics.ruleset import Rule, Ruleset, Section
from rulesets.mechanics.steps import Case, Done, Problem, Step
from rulesets.mechanics.text import tidied


def enact(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, EnactRule)
    ruleset, new_id = case.state.ruleset, case.state.next_rule_id
    if problem := _bad_title(case, change.title):
        return problem
    if problem := _bad_text(case, change.text):
        return problem
    rule = Rule(new_id, change.section, change.title, change.text)
    ruleset = ruleset.with_rule(rule, _place(ruleset, change.section, change.after))
    state = replace(case.state, ruleset=ruleset, next_rule_id=new_id + 1)
    return state, Step(case.index, change, after=change.text, rule=new_id, created=True)


def amend(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, AmendRule)
    rule = case.state.ruleset.rule(change.rule)
    if rule is None:
        return _gone(case, change.rule)
    # The text stands as it did when this was drafted: the new one takes its place.
    if rule.text == change.base:
        return _rewritten(case, change, rule, change.text)
    # The text has moved: what both changed apart from each other stands, and what they changed alike.
    merged = merge3(change.base, rule.text, change.text)
    if merged.text is not None:
        return _rewritten(case, change, rule, merged.text, merged=True)
    # They contradict each other: an admin says what both mean together.
    if case.resolution is None or marked_in(case.resolution):
        problem = case.problem("merge-conflict" if case.resolution is None else "still-marked", rule=rule.title)
        return replace(problem, conflicts=merged.conflicts, marked=merged.marked)
    return _rewritten(case, change, rule, case.resolution, resolved=True)


def replace_words(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, ReplaceText)
    rule = case.state.ruleset.rule(change.rule)
    if rule is None:
        return _gone(case, change.rule)
    first = rule.text.find(change.find)
    if first < 0:
        return case.problem("not-found", rule=rule.title, find=change.find)
    # Places may overlap: “aa” stands twice in “aaa”.
    if rule.text.find(change.find, first + 1) >= 0:
        return case.problem("ambiguous", rule=rule.title, find=change.find)
    text = rule.text[:first] + change.replace + rule.text[first + len(change.find) :]
    return _rewritten(case, change, rule, text)


def repeal(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, RepealRule)
    rule = case.state.ruleset.rule(change.rule)
    if rule is None:
        return _gone(case, change.rule)
    return case.done(case.state.with_ruleset(case.state.ruleset.without(rule.id)), change, before=rule.text)


def rename(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, RenameRule)
    ruleset = case.state.ruleset
    rule = ruleset.rule(change.rule)
    if rule is None:
        return _gone(case, change.rule)
    if rule.title == change.title:
        return case.problem("no-effect", rule=rule.title)
    # A rule may take its own title in other capitals.
    if problem := _bad_title(case, change.title, own=rule.id):
        return problem
    state = case.state.with_ruleset(ruleset.replaced(rule.id, title=change.title))
    return case.done(state, change, rule.title, change.title)


def move(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, MoveRule)
    ruleset = case.state.ruleset
    rule = ruleset.rule(change.rule)
    if rule is None:
        return _gone(case, change.rule)
    place = _place(ruleset.without(rule.id), change.section, change.after)
    moved = ruleset.moved(rule.id, change.section, place)
    if moved.rules == ruleset.rules or change.after == rule.id:
        return case.problem("no-effect", rule=rule.title)
    return case.done(case.state.with_ruleset(moved), change, ruleset.number(rule.id), moved.number(rule.id))


def _gone(case: Case, rule: int) -> Problem:
    return case.problem("target-missing", rule=str(rule))


def _bad_title(case: Case, title: str, own: int | None = None) -> Problem | None:
    """What bars a title: no two rules share one, for it is what players cite, nor do a rule and an Agent."""
    wanted = case.fold(title)
    if any(case.fold(rule.title) == wanted for rule in case.state.ruleset.rules if rule.id != own):
        return case.problem("title-taken", title=title)
    if any(case.fold(seat.name) == wanted for seat in case.state.agents.values()):
        return case.problem("title-is-a-name", title=title)
    return None


def _bad_text(case: Case, text: str) -> Problem | None:
    # A rule says something: to take its last word away is to repeal it.
    if not text:
        return case.problem("no-text")
    try:
        case.check(text)
    except Invalid as error:
        return case.problem("bad-text", said=error.text)
    return None


def _rewritten(
    case: Case, change: Change, rule: Rule, text: str, merged: bool = False, resolved: bool = False
) -> Done | Problem:
    text = tidied(text)
    if text == rule.text:
        return case.problem("no-effect", rule=rule.title)
    if problem := _bad_text(case, text):
        return problem
    state = case.state.with_ruleset(case.state.ruleset.replaced(rule.id, text=text))
    return state, Step(case.index, change, rule.text, text, rule.id, merged=merged, resolved=resolved)


def _place(ruleset: Ruleset, section: Section, after: int | None) -> int | None:
    """The place (from 1) after that rule: 1 after 0; None, the end, when it is not in the section or is gone."""
    ids = [0, *(rule.id for rule in ruleset.in_section(section))]
    return ids.index(after) + 1 if after in ids else None
