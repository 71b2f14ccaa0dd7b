"""Times that no clock can tell, found in a rule's live words."""

from __future__ import annotations

import pytest

from nomic.catalogue import CATALOGUE
from rulesets.lints.rules import find_lints
from rulesets.text.rules import Ruleset, RuleText, Section
from rulesets.text.rules_entrenchment import abstract_times
from tests.mechanics.rulesets.test_lints import LAW, appended, found, the


def times(text: str) -> tuple[str, ...]:
    return abstract_times(RuleText(1, Section.DYNASTIC, "Tea", text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("At dusk the gates are shut.", "At dusk"),
        ("The gates open before sunrise.", "before sunrise"),
        ("Tickets are counted around supper.", "around supper"),
        ("E moves when the time is right.", "when the time is right"),
        ("The Mastermind answers in due course.", "in due course"),
        ("It is paid soon.", "soon"),
        ("It is paid as soon as possible.", "as soon as possible"),
        ("Eventually a map is drawn.", "Eventually"),
        ("A winner is named at some point.", "at some point"),
        ("The war ends\nwhen the stars are aligned.", "when the stars are aligned"),
        ("It comes **sooner or later**.", "sooner or later"),
    ],
)
def test_a_wholly_abstract_time_is_found(text: str, words: str) -> None:
    assert times(text) == (words,)


@pytest.mark.parametrize(
    "text",
    [
        "*At dusk the gates are shut.*",
        "`soon`",
        "As soon as a Proposal is enacted, its author has a cake.",
        "At noon, GMT.",
        "Within 48 hours.",
        "On the first Monday of a month.",
        "The tea is cold. The Dusk is a ship.",
        "Once in a while an Agent draws.",
        "At the time of posting.",
        "",
    ],
)
def test_a_time_that_something_tells_is_none(text: str) -> None:
    assert times(text) == ()


def test_the_law_to_begin_with_speaks_of_no_such_time() -> None:
    assert [each for rule in LAW.rules for each in abstract_times(rule)] == []


def test_the_lint_cites_the_rule_by_which_it_never_comes() -> None:
    after = appended("Spelling", "A cake is served soon, and another soon.")
    number = LAW.number(the("Timespans").id)

    told = {"rule": "Spelling", "words": "soon", "cited": f"rule {number} Timespans"}
    assert found(after, "time-abstract") == [told]
    assert found(after, "time-abstract", after) == []


@pytest.mark.parametrize("lost", ["repealed", "void"])
def test_without_that_rule_nothing_says_so(lost: str) -> None:
    basis = the("Timespans").id
    before = LAW.without_rule(basis) if lost == "repealed" else Ruleset(LAW.rules, frozenset({basis}))
    rule = the("Spelling")

    after = before.with_rule_changed(rule.id, text=f"{rule.text}\n\nA cake is served soon.")

    assert [lint for lint in find_lints(before, after, CATALOGUE) if lint.code == "time-abstract"] == []
