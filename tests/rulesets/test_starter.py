from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from dynasties import dials as dynasties_dials
from nomic.catalogue import CATALOGUE
from nomic.core.decision import Invalid
from nomic.core.law import dials as law_dials
from proposals import dials as proposals_dials
from rulesets.founding.rules import read_starter
from rulesets.text.rules import Section

STARTER = Path(__file__).parents[2] / "rulesets" / "starter"
RULES = read_starter((STARTER / "blognomic.md").read_text(encoding="utf-8"))
READINGS = tomllib.loads((STARTER / "readings.toml").read_text(encoding="utf-8"))

LINK = re.compile(r"\[([^\]]*)\]\((dial|mechanism):([^)]*)\)")
ITALICS = re.compile(r"(?<![*\w])\*(?!\*)[^*]+\*(?![*\w])|(?<![_\w])_(?!_)[^_]+_(?![_\w])")

# Themes declare names of their own and carry them in laws of their own.
TOPICS = {
    entry.name.partition(".")[0]
    for package in (law_dials, proposals_dials, dynasties_dials)
    for entry in (*package.DIALS, *package.MECHANISMS)
}
DIALS = sorted(name for name in CATALOGUE.dials if name.partition(".")[0] in TOPICS)
MECHANISMS = sorted(name for name in CATALOGUE.mechanisms if name.partition(".")[0] in TOPICS)

SMALL = "# Core\n\n## One\n\nFirst.\n\n# Dynastic\n\n# Glossary\n\n## Two\n\nSecond.\n"


class Passage(NamedTuple):
    rule: str
    words: str


def passages(scheme: str, name: str) -> list[Passage]:
    return [
        Passage(title, link[1])
        for _, title, text in RULES
        for link in LINK.finditer(text)
        if (link[2], link[3]) == (scheme, name)
    ]


def titles(section: Section) -> list[str]:
    return [title for each, title, _ in RULES if each == section]


@pytest.mark.parametrize("name", DIALS)
def test_each_dial_stands_once_in_its_rule_and_says_its_standard(name: str) -> None:
    dial = CATALOGUE.dials[name]

    found = passages("dial", name)

    assert [passage.rule for passage in found] == [dial.rule]
    assert dial.kind.read_words(found[0].words) == dial.standard


@pytest.mark.parametrize("name", MECHANISMS)
def test_each_mechanism_stands_once_in_its_rule(name: str) -> None:
    mechanism = CATALOGUE.mechanisms[name]

    found = passages("mechanism", name)

    assert [passage.rule for passage in found] == [mechanism.rule]


def test_the_law_links_to_nothing_but_dials_and_mechanisms_that_the_server_knows() -> None:
    known = {("dial", name) for name in DIALS} | {("mechanism", name) for name in MECHANISMS}

    linked = Counter((link[2], link[3]) for _, _, text in RULES for link in LINK.finditer(text))
    targets = sum(text.count("](") for _, _, text in RULES)

    assert set(linked) == known
    assert targets == len(known)


def test_no_dial_stands_in_italics() -> None:
    italics = [words for _, _, text in RULES for words in ITALICS.findall(text)]

    dialled = [words for words in italics if "](" in words]

    assert italics, "the law has examples in italics, so the pattern finds some"
    assert dialled == []


def test_no_two_dials_share_a_sentence_so_that_each_can_be_repealed_alone() -> None:
    sentences = [part for _, _, text in RULES for part in re.split(r"(?<=[.:;])\s+|\n+", text)]

    crowded = [sentence for sentence in sentences if sentence.count("](dial:") > 1]

    assert crowded == []


def test_the_core_rules_are_nine_and_in_the_order_that_players_cite() -> None:
    assert titles(Section.CORE) == [
        "Ruleset and Gamestate",
        "Agents",
        "Proposals",
        "Voting",
        "Enactment",
        "Calls for Judgment",
        "Gamestate Tracking",
        "Dynasties",
        "Victory and Ascension",
    ]


def test_the_starter_law_begins_with_no_dynastic_rule_and_a_glossary_of_eleven() -> None:
    assert titles(Section.DYNASTIC) == []
    assert titles(Section.GLOSSARY) == [
        "Keywords",
        "Posts and Subjects",
        "Numbers and Spending",
        "Dice",
        "Timespans",
        "Enactment and Its Effects",
        "Voting Icons",
        "Spelling",
        "Typographic Conventions",
        "Spivak",
        "Shall and May",
    ]


def test_the_rules_that_the_law_cites_by_number_bear_those_numbers() -> None:
    core = titles(Section.CORE)

    cited = [
        (int(match[1]), match[2]) for _, _, text in RULES for match in re.finditer(r"1\.(\d) \(([A-Z][^)]*)\)", text)
    ]

    assert cited
    assert all(core[place - 1] == title for place, title in cited)


def test_every_reading_is_a_note_under_a_rule_that_exists() -> None:
    every = {title for _, title, _ in RULES}

    assert {int(number) for number in READINGS} == {*range(1, 17), *range(39, 49), *range(51, 65)}
    assert {reading["rule"] for reading in READINGS.values()} <= every
    assert all(set(reading) - {"needs"} == {"rule", "point", "text"} for reading in READINGS.values())
    assert {reading["needs"] for reading in READINGS.values() if "needs" in reading} <= set(MECHANISMS)
    assert all(reading["point"].strip() and reading["text"].strip() for reading in READINGS.values())


def test_a_starter_law_is_read_in_order_with_the_section_of_each_rule() -> None:
    rules = read_starter(SMALL)

    assert rules == ((Section.CORE, "One", "First."), (Section.GLOSSARY, "Two", "Second."))


def test_a_rule_may_have_third_level_headings_and_several_paragraphs() -> None:
    law = SMALL.replace("First.", "First.\n\n### Part\n\nMore.\n\n#hashtag")

    rules = read_starter(law)

    assert rules[0] == (Section.CORE, "One", "First.\n\n### Part\n\nMore.\n\n#hashtag")


def test_line_ends_of_other_systems_are_read_alike() -> None:
    assert read_starter(SMALL.replace("\n", "\r\n")) == read_starter(SMALL)


@pytest.mark.parametrize(
    ("law", "path", "code"),
    [
        ("", "", "section-missing"),
        (SMALL.partition("# Glossary")[0], "", "section-missing"),
        ("Hello.\n" + SMALL, "line 1", "stray-text"),
        (SMALL.replace("# Dynastic", "# Dynastic\nLoose words."), "line 8", "stray-text"),
        ("## Early\n\nToo early.\n" + SMALL, "line 1", "no-section"),
        (SMALL.replace("# Dynastic", "# Dynastical"), "line 7", "unknown-section"),
        (SMALL.replace("# Dynastic", "#"), "line 7", "unknown-section"),
        (SMALL.replace("# Dynastic\n", ""), "line 8", "section-order"),
        (SMALL + "\n# Glossary\n", "line 15", "section-order"),
        (SMALL.replace("## Two", "## "), "line 11", "no-title"),
        (SMALL.replace("## Two", "##"), "line 11", "no-title"),
        (SMALL.replace("## Two", "## ONE"), "line 11", "doubled-title"),
        (SMALL.replace("Second.", ""), "line 11", "no-text"),
        (SMALL.replace("Second.", "#### Deep"), "line 13", "too-deep"),
    ],
)
def test_a_malformed_starter_law_is_answered_with_the_line_and_the_mistake(law: str, path: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_starter(law)

    assert (caught.value.path, caught.value.code) == (path, code)
