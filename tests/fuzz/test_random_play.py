"""A game played at random, by everybody at once and against every rule, breaks nothing but rules."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
import time_machine

from tests.fuzz import truths
from tests.fuzz.play import Play

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.drill(20, acts=80)
def test_random_play_meets_refusals_only_and_leaves_a_true_record(
    seed: int, acts: int, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        play = Play(seed, clock)

        play.go(acts)

        truths.hold(play.game)

    # The Clerk logs what breaks under its hands, and goes on.
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []
    assert {"post", "vote", "carry", "sweep", "update"} <= play.done.keys()
