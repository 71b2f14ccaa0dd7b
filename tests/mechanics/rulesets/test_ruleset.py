from __future__ import annotations

import pytest

from rulesets.text.rules import Ruleset, RuleText, Section


def rule(rule_id: int, section: Section, title: str = "") -> RuleText:
    return RuleText(rule_id, section, title or f"Rule {rule_id}", f"Text {rule_id}.")


RULES = Ruleset.of(
    [rule(5, Section.GLOSSARY), rule(9, Section.CORE, "Agents"), rule(2, Section.DYNASTIC), rule(3, Section.CORE)],
    void=[3],
)


def test_rules_are_numbered_by_section_and_then_as_arranged() -> None:
    assert RULES.numbers() == {9: "1.1", 3: "1.2", 2: "2.1", 5: "3.1"}
    assert [each.id for each in RULES.rules] == [9, 3, 2, 5]
    assert RULES.number(3) == "1.2"
    with pytest.raises(KeyError):
        RULES.number(99)


def test_a_rule_is_found_by_id_by_number_and_by_title_whatever_the_capitals() -> None:
    agents = rule(9, Section.CORE, "Agents")

    assert RULES.rule(9) == RULES.rule_by_number("1.1") == RULES.rule_by_title(" aGENTS ") == agents
    assert RULES.rule(99) is RULES.rule_by_number("1.3") is RULES.rule_by_title("Agent") is None


def test_a_new_rule_goes_to_its_place_or_to_the_end_of_its_section() -> None:
    new = rule(7, Section.CORE)

    assert RULES.with_rule(new).number(7) == "1.3"
    assert RULES.with_rule(new, place=1).numbers() == {7: "1.1", 9: "1.2", 3: "1.3", 2: "2.1", 5: "3.1"}
    assert RULES.with_rule(new, place=99).number(7) == "1.3"
    assert RULES.with_rule(new).void == {3}


def test_a_repealed_rule_leaves_its_number_to_the_next_and_is_void_no_more() -> None:
    assert RULES.without_rule(9).numbers() == {3: "1.1", 2: "2.1", 5: "3.1"}
    assert RULES.without_rule(3).void == frozenset()
    assert RULES.without_rule(99) == RULES


def test_a_rule_keeps_its_place_when_its_title_or_text_changes() -> None:
    assert RULES.with_rule_changed(9, title="Wizards").rule_by_number("1.1") == RuleText(
        9, Section.CORE, "Wizards", "Text 9."
    )
    assert RULES.with_rule_changed(9, text="").rule_by_number("1.1") == RuleText(9, Section.CORE, "Agents", "")
    assert RULES.with_rule_changed(99, text="No.") == RULES


def test_a_rule_moves_within_its_section_and_to_another_and_stays_void() -> None:
    assert RULES.with_rule_moved(3, Section.CORE, 1).numbers() == {3: "1.1", 9: "1.2", 2: "2.1", 5: "3.1"}
    assert RULES.with_rule_moved(3, Section.GLOSSARY).numbers() == {9: "1.1", 2: "2.1", 5: "3.1", 3: "3.2"}
    assert RULES.with_rule_moved(3, Section.GLOSSARY).void == {3}
    with pytest.raises(KeyError):
        RULES.with_rule_moved(99, Section.CORE)
