"""The game of nweeks in the demo, told at whatever time of day, and told on after a stop."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
import time_machine

from nomic.core.games import queries as games_queries
from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from nomic.demo.ballot import LITTLE_SOAKING_PIER, Pause
from nomic.demo.play import play
from proposals.bnomic.ballot import queries as ballot_queries
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.models import NweekCount

pytestmark = pytest.mark.django_db
SHORTER, TWICE = 18, 23
MIDNIGHT = datetime(2026, 3, 3, tzinfo=UTC)


def there() -> Game:
    found = games_queries.game("little-soaking-pier")
    assert found is not None
    return found


def would_pass() -> tuple[int, ...]:
    return ballot_queries.open_ballot(there(), law_queries.law(there().pk)).count().passed


@pytest.mark.parametrize(
    "now",
    [MIDNIGHT, MIDNIGHT.replace(hour=23, minute=59, second=59)],
    ids=["at the stroke of midnight", "a second before midnight"],
)
def test_at_whatever_time_of_day_it_is_told_it_is_nday_eleven_of_the_third_nweek(now: datetime) -> None:
    """And whatever is told in one state of the ballot or another is told then."""
    with time_machine.travel(now, tick=False):
        told = play(LITTLE_SOAKING_PIER)

        hands = nweeks_queries.clock_reading(there(), now, law_queries.law(there().pk))

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
