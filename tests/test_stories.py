"""Every story is replayed through the real actions, and must go as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.queries import starter_law
from tests.storytelling.parser import Case, cases_in
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS, Phrase
from tests.storytelling.replay import replay

STORIES = Path(__file__).parent / "stories"
CASES = cases_in(STORIES)
# The Readings that concern what is built; later ones join when their worlds do.
READINGS = [*range(1, 17), *range(39, 48)]
TITLES = [title for _, title, _ in starter_law()]
CORE = [title for section, title, _ in starter_law() if section.value == "core"]
PHRASES = [phrase for book in (ACTS, CHANGES, EXPECTATIONS) for phrase in book.phrases]


@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_story_goes_as_it_is_written(case: Case) -> None:
    replay(case)


@pytest.mark.parametrize("pin", [*CORE, *(f"Reading {number}" for number in READINGS)])
def test_every_core_rule_and_every_reading_has_a_story(pin: str) -> None:
    assert any(pin in case.pins for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_story_pins_what_there_is(case: Case) -> None:
    known = {*TITLES} | {f"Reading {number}" for number in READINGS}

    assert set(case.pins) <= known


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.template)
def test_the_readme_of_the_stories_tells_every_phrase(phrase: Phrase) -> None:
    told = (STORIES / "README.md").read_text("utf-8").splitlines()

    assert phrase.template in told


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.template)
def test_every_phrase_is_used_by_a_story(phrase: Phrase) -> None:
    texts = [line.text for case in CASES for line in case.lines]
    texts += [text for case in CASES for line in case.lines for _, text in line.under]

    assert any(found[0] is phrase for book in (ACTS, CHANGES, EXPECTATIONS) for t in texts if (found := book.find(t)))
