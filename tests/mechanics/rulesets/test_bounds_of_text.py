"""How much a rule's text may hold, and what it may not."""

from __future__ import annotations

import pytest

from nomic.catalogue import CATALOGUE
from rulesets.text.rules import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_BRACKETS,
    MOST_PASSAGES,
    check_text,
    clean_text,
    passages,
    title_problem,
)
from tests.mechanics.rulesets.texts import TIMEOUT, refusal_of


def names(text: str) -> list[str]:
    return [passage.name for passage in passages(text)]


def test_a_rule_may_be_as_long_as_the_limit_and_no_longer() -> None:
    check_text("a" * LONGEST_TEXT, CATALOGUE)

    assert refusal_of("a" * (LONGEST_TEXT + 1)).code == "too-long"


def test_a_rule_may_carry_as_many_passages_as_the_limit_and_no_more() -> None:
    check_text("[2](dial:quorum.plus) " * MOST_PASSAGES, CATALOGUE)

    assert refusal_of("[2](dial:quorum.plus) " * (MOST_PASSAGES + 1)).code == "too-many-dials"


def test_what_stands_too_deep_to_be_read_is_refused_and_not_passed_over() -> None:
    check_text("> " * 17 + TIMEOUT, CATALOGUE)
    assert names("> " * 17 + TIMEOUT) == ["enactment.timeout"]

    assert refusal_of("> " * 18 + TIMEOUT).code == "too-deep"
    assert refusal_of("- " * 12 + TIMEOUT).code == "too-deep"


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x07",
        "\x1b",
        "\x7f",
        "\x85",
        "\r",
        "\u200b",
        "\u200d",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\u00ad",
        "\u2028",
        "\u3164",
    ],
)
def test_characters_that_nobody_sees_are_refused_with_their_place(character: str) -> None:
    refusal = refusal_of(f"One.\n\ntw{character}o")

    assert refusal.code == "hidden-character"
    assert "Line 3" in refusal.text
    assert f"U+{ord(character):04X}" in refusal.text
    assert title_problem(f"tw{character}o") is not None


def test_ordinary_text_in_any_script_is_kept() -> None:
    check_text("Tabs\tand lines\n\nétude – “Größe” 武士 العربية 🎲", CATALOGUE)


def test_a_text_may_open_as_many_brackets_as_the_limit_and_no_more() -> None:
    check_text("[" * MOST_BRACKETS, CATALOGUE)

    assert refusal_of("[" * (MOST_BRACKETS + 1)).code == "too-many-brackets"
    assert refusal_of("[](dial:a)" * 5_000).code == "too-many-brackets"
    assert refusal_of("[2](dial:quorum.plus) " * 10_000).code == "too-long"


@pytest.mark.parametrize("text", ["![" * 2_000, "*a " * 16_000, "*_" * 25_000, "<dial:x" * 7_000, "`" * 50_000])
def test_hostile_markdown_is_only_text(text: str) -> None:
    check_text(text, CATALOGUE)

    assert passages(text) == ()


def test_text_is_kept_with_bare_newlines_and_no_blank_ends() -> None:
    assert clean_text("\r\n\r\nOne\r\n\rtwo  \r\n \n") == "One\n\ntwo"
    assert clean_text("    code\n") == "    code"
    assert clean_text(" \n ") == ""


def test_a_title_is_one_line_of_words_within_the_limit() -> None:
    assert title_problem("Victory and Ascension") is None
    assert title_problem("a" * LONGEST_TITLE) is None
    assert "101" in (title_problem("a" * (LONGEST_TITLE + 1)) or "")
    assert "one line" in (title_problem("One\ntwo") or "")
    assert "invisible" in (title_problem("One\ttwo") or "")


@pytest.mark.parametrize("title", ["", "  ", "\u3164", "\u3000 \u2800"])
def test_a_blank_title_is_none(title: str) -> None:
    assert title_problem(title) == "A rule needs a title."
