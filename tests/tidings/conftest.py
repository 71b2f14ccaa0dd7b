"""A table at a fixed moment, with nothing told yet."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.casting import Table
from tests.moments import stands_at
from tests.openings import laid
from tests.tidings.inboxes import forget

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


clock = stands_at(START)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Kevan (Admin, Mastermind), Raven (Admin), Josh, Lulu and Sam. Quorum is 3."""
    table = laid("Josh", "Lulu", "Sam", admins=["Raven"])
    forget()
    return table
