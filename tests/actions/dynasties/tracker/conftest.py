"""The table at which the tracker is played with."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.casting import Table
from tests.moments import stands_at
from tests.openings import kept, laid

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


clock = stands_at(NOON)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    return kept(with_gold, clock)


def with_gold(clock: time_machine.Traveller) -> Table:
    """Kevan (Admin, Mastermind), Josh (Admin), Lulu and Sam; a column Gold, a number from 0, 3 to begin with."""
    table = laid("Lulu", "Sam", admins=["Josh"])
    table.column("Gold", standard=3)
    return table
