"""Every story is replayed through the real actions, must go as it is written, and must show what it claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dynasties.registry import THEMES
from proposals.procedures import PROCEDURES
from rulesets.founding.queries import starter_law
from tests.storytelling.claims import unproven_claims
from tests.storytelling.engines import telling_anew
from tests.storytelling.parser import Case, cases_in
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS

STORIES = Path(__file__).parent / "stories"
CASES = cases_in(STORIES)
# What moves the law is tried on both engines by the rules' own tests; what a theme's Agents do, by its own.
PLAYED_TWICE = telling_anew(case for case in CASES if not (case.dials or case.mechanisms or case.theme))
READINGS = range(1, 65)
OF_THEMES = [title for name in ("spy", "quorum") for title in re.findall(r"^## (.+)$", THEMES[name].law, re.MULTILINE)]
OF_PROCEDURES = [title for name in PROCEDURES for _, title, _ in starter_law(name)]
# Many rules are in the law of several games, by the same title.
TITLES = [*dict.fromkeys([*(title for _, title, _ in starter_law()), *OF_PROCEDURES, *OF_THEMES])]
BOOKS = (ACTS, CHANGES, EXPECTATIONS)
PHRASES = [phrase for book in BOOKS for phrase in book.phrases]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=pytest.mark.postgresql if case in PLAYED_TWICE else ()) for case in CASES],
    ids=str,
)
def test_a_story_goes_as_it_is_written(case: Case) -> None:
    assert not unproven_claims(case)


@pytest.mark.parametrize("pin", [*TITLES, *(f"Reading {number}" for number in READINGS)])
def test_every_rule_and_every_reading_has_a_story(pin: str) -> None:
    assert any(pin in case.pins for case in CASES)


def test_stories_pin_what_there_is() -> None:
    known = {*TITLES, *(f"Reading {number}" for number in READINGS)}

    assert not {str(case): pins for case in CASES if (pins := set(case.pins) - known)}


def test_the_readme_of_the_stories_tells_every_phrase() -> None:
    told = (STORIES / "README.md").read_text("utf-8").splitlines()

    assert not {phrase.template for phrase in PHRASES} - set(told)


def test_every_phrase_is_used_by_a_story() -> None:
    texts = {text for case in CASES for line in case.lines for text in (line.text, *dict(line.under).values())}
    used = {found[0].template for book in BOOKS for text in texts if (found := book.find(text))}

    assert not {phrase.template for phrase in PHRASES} - used
