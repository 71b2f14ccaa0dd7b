"""Every sentence of the rules that Quorum was made from has a story, and every paragraph of its law."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dynasties.registry import THEMES
from tests.test_stories import CASES, STORIES

ROWS = re.findall(r"^\| (\d+|\w+ \d+) \| .+? \| (.+) \|$", (STORIES / "quorum/README.md").read_text("utf-8"), re.M)
TITLES = {case.title for case in CASES if case.theme == "quorum"}
SENTENCES = range(1, 21)


def paragraphs() -> Iterator[str]:
    """“Episodes 1” and so on; each point of a list is one."""
    for rule in THEMES["quorum"].law.split("## ")[1:]:
        title, *blocks = rule.strip().split("\n\n")
        points = [point for block in blocks for point in re.split(r"\n(?=- )", block)]
        yield from (f"{title} {number}" for number, _ in enumerate(points, 1))


def test_every_sentence_is_there() -> None:
    assert {int(key) for key, _ in ROWS if key.isdigit()} == set(SENTENCES)


def test_every_paragraph_of_the_law_is_there() -> None:
    assert {key for key, _ in ROWS if not key.isdigit()} == set(paragraphs())


@pytest.mark.parametrize("shown", sorted({shown for _, shown in ROWS}))
def test_the_case_that_a_row_names_is_there(shown: str) -> None:
    assert shown in TITLES


def test_every_case_of_the_rules_is_in_a_row() -> None:
    told = {case.title for case in CASES if case.path.startswith("quorum/") or case.path == "readings/senate.txt"}

    assert told <= {shown for _, shown in ROWS}
