"""Every sentence of the rule that B Nomic's procedure was made from has a story, and every paragraph of its law."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rulesets.founding.queries import starter_law
from tests.test_stories import CASES, STORIES

ROWS = re.findall(
    r"^\| (\d+|[A-Z][\w ]* \d+) \| .+? \| (.+) \|$", (STORIES / "bnomic/README.md").read_text("utf-8"), re.M
)
TITLES = {case.title for case in CASES if case.procedure == "bnomic"}
SENTENCES = range(1, 28)
# The others are in the law of every game: what they say is shown where that is.
OWN = (
    "Players",
    "The Administrator",
    "Game Actions",
    "Nweeks and Ndays",
    "Proposals",
    "Dependencies and Conflicts",
    "Opening",
    "Votes",
    "The Count",
    "Passing",
)


def paragraphs() -> Iterator[str]:
    """“Passing 1” and so on; each point of a list is one."""
    texts = {title: text for _, title, text in starter_law("bnomic")}
    for title in OWN:
        points = [point for block in texts[title].split("\n\n") for point in re.split(r"\n(?=- )", block)]
        yield from (f"{title} {number}" for number, _ in enumerate(points, 1))


def test_every_sentence_is_there() -> None:
    assert {int(key) for key, _ in ROWS if key.isdigit()} == set(SENTENCES)


def test_every_paragraph_of_the_law_is_there() -> None:
    assert {key for key, _ in ROWS if not key.isdigit()} == set(paragraphs())


@pytest.mark.parametrize("shown", sorted({shown for _, shown in ROWS}))
def test_the_case_that_a_row_names_is_there(shown: str) -> None:
    assert shown in TITLES


def test_every_case_of_the_rules_is_in_a_row() -> None:
    told = {case.title for case in CASES if case.path.startswith("bnomic/") or case.path == "readings/ballots.txt"}

    assert told <= {shown for _, shown in ROWS}


def test_no_rule_that_other_games_do_not_have_is_left_out() -> None:
    everywhere = {title for _, title, _ in starter_law()}

    assert {title for _, title, _ in starter_law("bnomic")} - everywhere <= set(OWN)
