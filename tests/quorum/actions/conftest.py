"""The table at which the Senate sits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.moments import stands_at
from tests.openings import opened
from tests.sitting import SenateTable

NOON = datetime(2027, 1, 5, 12, tzinfo=UTC)
DAY = timedelta(hours=24)


clock = stands_at(NOON)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> SenateTable:
    """Kevan (Admin, Mastermind), Josh, Lulu and Raven, under the law of Quorum."""
    return opened("senate", lambda: SenateTable("Josh", "Lulu", "Raven"))
