from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from tests.casting import Table
from tests.openings import laid

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Five at the table: Kevan (Admin, Mastermind), Josh (Admin), Lulu, Raven and Sam. Quorum is 3."""
    table = laid("Lulu", "Raven", "Sam", admins=["Josh"])
    return table
