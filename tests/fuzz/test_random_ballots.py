"""Whatever Players do in nweeks and ballots at random, they meet refusals only, and every count is just."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
import time_machine

from proposals.bnomic.nweeks.models import NweekCount
from tests.fuzz import ballot_truths
from tests.fuzz.balloting import BallotPlay

pytestmark = pytest.mark.django_db
START = datetime(2027, 1, 5, 9, 30, tzinfo=UTC)
SEED = 200
STEPS = {"historical", "strength", "conflict", "dependency", "passed"}
WANTED = frozenset({"submit", "revise", "carry", "sleep", "look", "turn", "set_clock", "restore"})


@pytest.mark.drill(SEED, acts=100)
def test_random_ballots_meet_refusals_only_and_leave_a_true_record(
    seed: int, acts: int, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        play = BallotPlay(seed, traveller)

        play.go(acts, wanted=WANTED)

        ballot_truths.hold(play.game)

    # A count logs what breaks under its hands, and goes on.
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []
    assert play.done.keys() >= WANTED
    happened = {step for count in NweekCount.objects.all() for step, *_ in count.trace}
    # Of whatever else there is, this one or that may be missing among the ballots of another seed.
    assert {"strength", "passed"} <= happened <= STEPS
    assert happened == STEPS or seed != SEED
