"""Whatever people and programs do in the Senate at random, they meet refusals only, and every Episode is true."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
import time_machine

from dynasties.quorum.episodes.models import Episode
from tests.fuzz.sitting import SenatePlay, hold

pytestmark = pytest.mark.django_db
START = datetime(2027, 1, 5, tzinfo=UTC)
WANTED = frozenset({"convene", "sit", "seat_program", "open_it", "decide", "decide_by_program", "halt"})


@pytest.mark.drill(75, acts=200)
def test_random_sitting_meets_refusals_only_and_leaves_a_true_record(
    seed: int, acts: int, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        play = SenatePlay(seed, traveller)

        play.go(acts, wanted=WANTED)

        hold(play)

    # The Clerk logs what breaks under its hands, and goes on.
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []
    assert play.done.keys() >= WANTED
    assert Episode.objects.filter(state="over").exists()
