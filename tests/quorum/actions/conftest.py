"""The table at which the Senate sits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.openings import opened
from tests.sitting import SenateTable

NOON = datetime(2027, 1, 5, 12, tzinfo=UTC)
DAY = timedelta(hours=24)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> SenateTable:
    """Kevan (Admin, Mastermind), Josh, Lulu and Raven, under the law of Quorum."""
    return opened("senate", lambda: SenateTable("Josh", "Lulu", "Raven"))
