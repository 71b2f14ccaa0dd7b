"""The table at which the Senate sits, for tests of its pages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.moments import stands_at
from tests.openings import kept, opened
from tests.sitting import SenateTable

NOON = datetime(2027, 1, 5, 12, tzinfo=UTC)


clock = stands_at(NOON)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> SenateTable:
    """Kevan (Admin, Mastermind), Josh, Lulu and Raven, under the law of Quorum."""
    return opened("senate", lambda: SenateTable("Josh", "Lulu", "Raven"))


@pytest.fixture
def senate(db: None, clock: time_machine.Traveller) -> SenateTable:
    return kept(in_session, clock)


def in_session(clock: time_machine.Traveller) -> SenateTable:
    """Josh (in the chair), Lulu and Raven in an Episode of three rounds."""
    table = SenateTable("Josh", "Lulu", "Raven")
    table.senate("Josh", "Lulu", "Raven", seed="geese")
    return table
