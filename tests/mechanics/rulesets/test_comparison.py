from __future__ import annotations

from dataclasses import replace

from rulesets.history.rules import compare_rulesets
from rulesets.text.rules import Ruleset, RuleText, Section

ONE, TWO, THREE = (RuleText(rid, Section.CORE, title, title) for rid, title in enumerate(("One", "Two", "Three"), 1))


def test_nothing_differs_between_a_ruleset_and_itself() -> None:
    assert compare_rulesets(Ruleset.of([ONE, TWO]), Ruleset.of([ONE, TWO])) == ()


def test_rules_come_go_and_change_and_a_shifted_number_is_no_change() -> None:
    amended = replace(TWO, text="Second.")
    new = RuleText(4, Section.GLOSSARY, "Four", "Four")

    found = compare_rulesets(Ruleset.of([ONE, TWO, THREE]), Ruleset.of([amended, THREE, new]))

    assert [(each.fate, each.rule.title, each.was_number, each.number) for each in found] == [
        ("changed", "Two", "1.2", "1.1"),
        ("added", "Four", "", "3.1"),
        ("removed", "One", "1.1", ""),
    ]


def test_a_rule_found_void_has_changed() -> None:
    found = compare_rulesets(Ruleset.of([ONE]), Ruleset.of([ONE], [1]))

    assert [(each.was_void, each.void) for each in found] == [(False, True)]
