"""Spies who act at random, under a law that is taken apart meanwhile, meet refusals only."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
import time_machine

from nomic.core.games.models import Game
from tests.fuzz import truths
from tests.fuzz.spying import SpyPlay

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 1, tzinfo=UTC)
WANTED = frozenset({"move", "gather", "capture", "wait", "make_anew"})


@pytest.mark.drill(41, acts=90)
def test_random_spying_meets_refusals_only_and_leaves_a_true_record(
    seed: int, acts: int, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        play = SpyPlay(seed, traveller)

        play.go(acts, wanted=WANTED)

        truths.the_record_is_true(Game.objects.get(pk=play.game))

    # The Clerk logs what breaks under its hands, and goes on.
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []
    assert play.done.keys() >= WANTED
