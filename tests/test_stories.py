"""Every story is replayed through the real actions, and must go as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storytelling.parser import Case, cases_in
from tests.storytelling.replay import replay

STORIES = Path(__file__).parent / "stories"


@pytest.mark.django_db
@pytest.mark.parametrize("case", cases_in(STORIES), ids=str)
def test_a_story_goes_as_it_is_written(case: Case) -> None:
    replay(case)
