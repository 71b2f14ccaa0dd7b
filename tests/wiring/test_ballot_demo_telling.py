"""The game of nweeks in the demo, told at whatever time of day, and told on after a stop."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
import time_machine

from nomic.core import queries as core
from nomic.core.models import Game
from nomic.demo.ballot.acts import Pause
from nomic.demo.little_soaking import LITTLE_SOAKING_PIER
from nomic.demo.playing import play
from proposals.bnomic.models import NweekCount
from proposals.bnomic.queries import ballots, clocks

pytestmark = pytest.mark.django_db
SHORTER, TWICE = 18, 23
MIDNIGHT = datetime(2026, 3, 3, tzinfo=UTC)


def there() -> Game:
    found = core.game("little-soaking-pier")
    assert found is not None
    return found


def would_pass() -> tuple[int, ...]:
    return ballots.ballot_of(there(), core.law(there().pk)).count().passed


@pytest.mark.parametrize(
    "now",
    [MIDNIGHT, MIDNIGHT.replace(hour=12), MIDNIGHT.replace(hour=23, minute=59, second=59)],
    ids=["at the stroke of midnight", "at noon", "a second before midnight"],
)
def test_at_whatever_time_of_day_it_is_told_it_is_nday_eleven_of_the_third_nweek(now: datetime) -> None:
    """And whatever is told in one state of the ballot or another is told then."""
    with time_machine.travel(now, tick=False):
        told = play(LITTLE_SOAKING_PIER)

        hands = clocks.hands(there(), now, core.law(there().pk))

        assert told == len(LITTLE_SOAKING_PIER.acts)
        assert hands is not None
        assert hands.clock.place == (3, 11)
        assert would_pass() == (SHORTER, TWICE)
        assert list(NweekCount.objects.values_list("nweek", flat=True)) == [2, 1]


def test_a_telling_that_broke_off_while_the_clock_paused_goes_on_with_the_same_ballot() -> None:
    stop = next(place for place, act in enumerate(LITTLE_SOAKING_PIER.acts) if isinstance(act, Pause)) + 1
    with time_machine.travel(MIDNIGHT, tick=False) as traveller:
        play(replace(LITTLE_SOAKING_PIER, acts=LITTLE_SOAKING_PIER.acts[:stop]))
        traveller.shift(600)

        acts = play(LITTLE_SOAKING_PIER)

        assert acts == len(LITTLE_SOAKING_PIER.acts) - stop
        assert would_pass() == (SHORTER, TWICE)
