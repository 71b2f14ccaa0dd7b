"""Keywords give way in the text of the law, and nothing else does. (Rule 1.9: Victory and Ascension)"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from dynasties.succession.rules_rewording import (
    Rename,
    occurrences,
    reword_rule,
    reword_ruleset,
    reword_text,
    what_is_read,
)
from nomic.core.language.rules import article
from rulesets.founding.queries import starter_law
from rulesets.text.rules import Ruleset, RuleText, Section, passages

WIZARD = Rename("Agent", "Wizard", office="agent")
SAGE = Rename("Mastermind", "Sage", office="mastermind")
SCRAPS = st.lists(
    st.sampled_from(
        [
            "Agent",
            "agents",
            "AGENT",
            "Agent's",
            "Agents'",
            "an ",
            "a ",
            "Re",
            "Counter-",
            " ",
            "\n\n",
            "`",
            "```\n",
            "[an Agent](dial:idle.by)",
            "[Agents](mechanism:agents.leaving)",
            "[x](https://a.example/Agent)",
            "*",
            "_",
            "](",
            "[",
            "]",
            "(",
            ")",
            "<https://Agent.example>",
            "    ",
            "\n",
            "word",
            ".",
            "Mastermind",
            "mechanism:",
        ]
    )
).map("".join)
STARTER = Ruleset.of(RuleText(rid, *each) for rid, each in enumerate(starter_law(), 1))


def rule(text: str, title: str = "A Rule") -> RuleText:
    return RuleText(1, Section.CORE, title, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("An Agent and two Agents.", "A Wizard and two Wizards."),
        ("the agent, THE AGENTS", "the wizard, THE WIZARDS"),
        ("an Agent's vote, the Agents' votes", "a Wizard's vote, the Wizards' votes"),
        ("an *Agent*, an “Agent”, _Agent_", "a *Wizard*, a “Wizard”, _Wizard_"),
        ("AN AGENT", "A WIZARD"),
        ("an idle Agent", "an idle Wizard"),
        ("a Agent", "a Wizard"),
    ],
)
def test_a_keyword_gives_way_in_its_number_its_capitals_and_with_its_article(before: str, after: str) -> None:
    assert reword_text(before, [WIZARD]) == after


@pytest.mark.parametrize(
    ("new", "shown"), [("Owl", "an Owl"), ("Unicorn", "a Unicorn"), ("Heir", "an Heir"), ("Umpire", "an Umpire")]
)
def test_the_article_goes_by_how_the_new_word_is_spoken(new: str, shown: str) -> None:
    assert reword_text("a Guard", [Rename("Guard", new)]) == shown


def test_plurals_that_english_would_not_guess_are_taken_as_given() -> None:
    fishermen = Rename("Agent", "Fisherman", to_plural="Fishermen")

    assert reword_text("Agents, the Agents' boats", [fishermen]) == "Fishermen, the Fishermen's boats"


def test_owners_of_an_unruly_plural_become_regular_ones() -> None:
    assert reword_text("the Fishermen's boats", [Rename("Fisherman", "Agent", "Fishermen")]) == "the Agents' boats"


def test_a_closing_quotation_mark_makes_no_owner() -> None:
    assert reword_text("'Agents' is a word", [Rename("Agent", "Ox", to_plural="Oxen")]) == "'Oxen' is a word"


@pytest.mark.parametrize(
    "text",
    [
        "`Agent`",
        "```\nAgent\n```",
        "[x](dial:agents.Agent)",
        "[an Agent or the Clerk](dial:idle.by)",
        "https://a.example/Agent",
        "<https://Agent.example>",
        "[it]: https://a.example/Agent",
        "    Agent",
    ],
)
def test_code_targets_and_the_words_of_dials_stay(text: str) -> None:
    found = reword_rule(rule(text), [WIZARD])

    assert found.after.text == text


@pytest.mark.parametrize("kind", ["often", "occasionally", "trigger", "mechanism"])
def test_names_that_the_server_reads_stay(kind: str) -> None:
    assert reword_text(f"[an Agent may]({kind}:agent)", [WIZARD]) == f"[a Wizard may]({kind}:agent)"


def test_what_dials_go_on_saying_is_told() -> None:
    found = reword_rule(rule("It is up to [an Agent or the Clerk](dial:idle.by), not an Agent."), [WIZARD])

    assert found.dials == ("an Agent or the Clerk",)
    assert found.after.text == "It is up to [an Agent or the Clerk](dial:idle.by), not a Wizard."


def test_the_words_of_a_mechanism_are_words_like_others() -> None:
    assert reword_text("[an Agent may](mechanism:x.Agent)", [WIZARD]) == "[a Wizard may](mechanism:x.Agent)"


def test_inside_other_words_a_keyword_stays_and_is_listed() -> None:
    found = reword_rule(rule("A Reagent, a Counter-Agent, the reagent."), [WIZARD])

    assert not found.has_changed
    assert [each.whole for each in found.inside] == ["Reagent", "Counter-Agent"]


def test_inside_a_ticked_word_it_gives_way() -> None:
    ticked = Rename("Agent", "Wizard", inside=frozenset({"counter-agent"}))

    assert reword_text("A Reagent, a Counter-Agent.", [ticked]) == "A Reagent, a Counter-Wizard."


def test_two_keywords_may_change_places() -> None:
    swap = [Rename("Agent", "Mastermind"), Rename("Mastermind", "Agent")]

    assert reword_text("An Agent, two Masterminds.", swap) == "A Mastermind, two Agents."


def test_a_link_whose_label_would_break_is_left_as_it_is() -> None:
    found = reword_rule(rule("[Agent] is an Agent.\n\n[agent]: https://a.example"), [WIZARD])

    assert found.after.text == "[Agent] is a Wizard.\n\n[agent]: https://a.example"


def test_titles_are_reworded_too() -> None:
    assert reword_rule(rule("Nothing.", "Agents"), [WIZARD]).after.title == "Wizards"


def test_the_starter_law_says_the_same_dials_and_carries_the_same_mechanisms() -> None:
    found = reword_ruleset(STARTER, [WIZARD, SAGE, Rename("Admin", "Warden", office="admin")])

    for each in found:
        before, after = passages(each.before.text), passages(each.after.text)
        assert [(link.kind, link.name) for link in before] == [(link.kind, link.name) for link in after]
        assert [link for link in before if link.kind == "dial"] == [link for link in after if link.kind == "dial"]


def test_there_and_back_the_starter_law_is_the_same() -> None:
    there = [WIZARD, SAGE]
    back = [Rename(each.to, each.word) for each in there]

    for each in STARTER.rules:
        assert reword_rule(reword_rule(each, there).after, back).after == each


@given(SCRAPS)
def test_whatever_the_text_links_code_and_dials_stay(text: str) -> None:
    found = reword_rule(rule(text), [WIZARD, SAGE])

    assert what_is_read(found.after.text) == what_is_read(text) or not found.has_changed


@given(SCRAPS)
def test_whatever_the_text_no_word_of_the_old_keyword_is_left_outside_what_stays(text: str) -> None:
    left = [each for each in occurrences(reword_text(text, [WIZARD]), [WIZARD]) if each.standing == "word"]

    assert not left


@given(SCRAPS)
def test_whatever_the_text_both_ways_of_a_swap_undo_each_other(text: str) -> None:
    swap = [Rename("Agent", "Elder"), Rename("Elder", "Agent")]
    # The first time also puts articles right that were wrong.
    once = reword_text(text, swap)

    assert reword_text(reword_text(once, swap), swap) == once


@given(st.text(alphabet="abehinouxy", min_size=1, max_size=8))
def test_every_word_has_one_article_whatever_its_capitals(word: str) -> None:
    assert article(word) == article(word.upper()) in {"a", "an"}
