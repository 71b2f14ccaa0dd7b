"""Every situation that practice has brought up has a story, or a test where no story can tell it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_stories import CASES, STORIES

ROOT = Path(__file__).parents[1]
ROWS = re.findall(r"^\| (\d+) \| .+? \| (.+) \|$", (STORIES / "PRACTICE.md").read_text("utf-8"), re.MULTILINE)
TITLES = {case.title for case in CASES}


def test_every_row_is_there() -> None:
    assert {int(number) for number, _ in ROWS} == set(range(1, 84))


@pytest.mark.parametrize("shown", sorted({shown for _, shown in ROWS}))
def test_what_a_row_names_is_there(shown: str) -> None:
    assert shown in TITLES or (ROOT / shown).is_file()
