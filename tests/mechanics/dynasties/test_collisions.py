"""Which keywords may give way to which. (Rules 1.9 and Keywords)"""

from __future__ import annotations

import pytest

from dynasties.succession.rules import MOST_KEYWORDS, Surroundings, may_rename, new_keywords
from dynasties.succession.rules_rewording import Rename
from nomic.core.language.rules import Keywords
from rulesets.text.rules import Ruleset, RuleText, Section

RULES = Ruleset(
    (
        RuleText(1, Section.CORE, "Agents", "An Agent may leave. The Vortex Machine hums."),
        RuleText(2, Section.DYNASTIC, "Gadgets", "Each Agent may hold a Gadget. The cost is in Tickets."),
        RuleText(3, Section.GLOSSARY, "Spelling", "Some write Colour."),
    )
)
RESERVED = Keywords().reserved_words | {"Proposal", "Quorum", "Call for Judgment", "Clerk"}
AROUND = Surroundings(Keywords(), RULES, frozenset({"Josh"}), RESERVED)


def codes(*renames: Rename, around: Surroundings = AROUND) -> list[str]:
    return [reason.code for reason in may_rename(renames, around, "Victory and Ascension").reasons]


def agent(to: str, to_plural: str = "") -> Rename:
    return Rename("Agent", to, to_plural=to_plural, office="agent")


def test_a_free_word_may_take_a_keywords_place() -> None:
    assert codes(agent("Wizard")) == []


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ("Quorum", "glossary-term"),
        ("veto", "glossary-term"),
        ("Dice", "glossary-term"),
        ("Hiatus", "glossary-term"),
        ("Josh", "somebodys-name"),
        ("J0sh", "somebodys-name"),
        ("Mastermind", "keyword-taken"),
        ("Spelling", "rules-title"),
        ("Tickets", "word-in-use"),
        ("Agent", "same-word"),
        ("", "no-word"),
        ("Wiz\u200bard", "hidden-in-word"),
        ("W" * 41, "word-too-long"),
        ("[Wizard](dial:idle.by)", "not-a-word"),
        ("7", "not-a-word"),
    ],
)
def test_a_word_that_is_taken_or_is_none_is_refused(new: str, code: str) -> None:
    assert codes(agent(new)) == [code]


def test_forty_letters_are_not_too_many() -> None:
    assert codes(agent("W" * 39)) == []


def test_the_plural_is_judged_as_well() -> None:
    found = may_rename([agent("Wizard", "Quorum")], AROUND, "x").reasons

    assert [(each.code, each.facts["field"]) for each in found] == [("glossary-term", "to_plural")]


def test_two_keywords_never_become_one() -> None:
    assert codes(agent("Wizard"), Rename("Gadget", "Wizard")) == ["two-become-one", "two-become-one"]


def test_one_keyword_never_becomes_two() -> None:
    assert "renamed-twice" in codes(Rename("Gadget", "Spell"), Rename("Gadget", "Charm"))


def test_two_offices_may_change_places() -> None:
    assert codes(agent("Mastermind"), Rename("Mastermind", "Agent", office="mastermind")) == []


def test_an_office_may_have_its_first_name_back() -> None:
    wizards = Surroundings(Keywords(agent="Wizard"), Ruleset(), frozenset(), RESERVED)

    assert codes(Rename("Wizard", "Agent", office="agent"), around=wizards) == []


def test_no_other_keyword_may_have_it() -> None:
    wizards = Surroundings(Keywords(agent="Wizard"), RULES, frozenset(), RESERVED)

    assert codes(Rename("Gadget", "Agent"), around=wizards) == ["glossary-term"]


@pytest.mark.parametrize("word", ["Proposal", "Quorum", "Judgment", "Dynasty"])
def test_what_the_server_calls_by_name_keeps_it(word: str) -> None:
    assert codes(Rename(word, "Bill")) == ["keyword-fixed"]


@pytest.mark.parametrize("word", ["the", "The", "cost", "Each", "Banana", "Colour"])
def test_an_everyday_word_is_no_keyword(word: str) -> None:
    assert codes(Rename(word, "Spell")) == ["no-such-keyword"]


@pytest.mark.parametrize("word", ["Gadget", "Ticket", "Vortex Machine"])
def test_a_word_that_a_rule_uses_as_a_name_is_one(word: str) -> None:
    assert codes(Rename(word, "Spell")) == []


def test_there_is_a_bound_to_how_many_change_at_once() -> None:
    assert codes(*[agent("Wizard")] * (MOST_KEYWORDS + 1)) == ["too-many-keywords"]


def test_the_games_keywords_follow_with_plurals_that_english_would_not_guess() -> None:
    found = new_keywords(Keywords(admin="Ox", plurals={"admin": "Oxen"}), [agent("Mouse", "Mice")])

    assert found == Keywords(agent="Mouse", admin="Ox", plurals={"agent": "Mice", "admin": "Oxen"})
