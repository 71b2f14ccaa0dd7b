from __future__ import annotations

import pytest

from nomic.catalogue import CATALOGUE
from rulesets.text.rules import Ruleset, RuleText, Section
from rulesets.text.rules_folding import fold_ruleset, mark_passages, marks_of

TIMEOUT = "[{}](dial:enactment.timeout)"


def troubles(ruleset: Ruleset, rule_id: int) -> list[str | None]:
    rule = ruleset.rule(rule_id)
    assert rule is not None
    marks = marks_of(rule_id, ruleset, fold_ruleset(ruleset, CATALOGUE), CATALOGUE)
    return [each.trouble for each in mark_passages(rule.text, marks)]


def core(rid: int, text: str) -> RuleText:
    return RuleText(rid, Section.CORE, f"Rule {rid}", text)


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (TIMEOUT.format("48 hours"), None),
        ("*" + TIMEOUT.format("48 hours") + "*", "italics"),
        (TIMEOUT.format("some hours"), "unread"),
        ("[2](dial:no.such)", "unread"),
        ("[resolve](mechanism:enactment.resolving)", None),
        ("[resolve](mechanism:no.such)", "unread"),
        ("[Often](often:supply-roll)", None),
        ("*[Often](often:supply-roll)*", "italics"),
        ("[Often](often:Supply_Roll)", "unread"),
        ("[When enacted](trigger:enacted)", None),
        ("[When enacted](trigger:noon)", "unread"),
    ],
)
def test_each_passage_says_what_stands_in_its_way(text: str, trouble: str | None) -> None:
    assert troubles(Ruleset.of([core(1, text)]), 1) == [trouble]


def test_of_two_that_disagree_the_later_one_loses() -> None:
    ruleset = Ruleset.of([core(1, TIMEOUT.format("48 hours")), core(2, TIMEOUT.format("3 days"))])

    assert (troubles(ruleset, 1), troubles(ruleset, 2)) == ([None], ["doubled"])


def test_of_two_that_allow_one_act_differently_the_later_one_loses() -> None:
    ruleset = Ruleset.of([core(1, "[Often](often:roll)"), core(2, "[Seldom](occasionally:roll), [often](often:roll)")])

    assert (troubles(ruleset, 1), troubles(ruleset, 2)) == ([None], ["doubled", None])


def test_saying_the_same_in_other_words_is_no_loss() -> None:
    ruleset = Ruleset.of([core(1, TIMEOUT.format("48 hours")), core(2, TIMEOUT.format("two days"))])

    assert troubles(ruleset, 2) == [None]


def test_within_one_rule_the_first_passage_wins() -> None:
    ruleset = Ruleset.of([core(1, TIMEOUT.format("48 hours") + " or " + TIMEOUT.format("3 days"))])

    assert troubles(ruleset, 1) == [None, "doubled"]


def test_nothing_in_a_void_rule_is_obeyed() -> None:
    ruleset = Ruleset.of([core(1, TIMEOUT.format("48 hours"))], [1])

    assert troubles(ruleset, 1) == ["void"]
