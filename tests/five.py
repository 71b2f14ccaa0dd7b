"""Five at a table at noon, with whom most tests of matters begin: fixtures that a `conftest.py` takes over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.casting import Table
from tests.moments import stands_at
from tests.openings import laid

__all__ = ["clock", "table"]

clock = stands_at(datetime(2026, 1, 5, 12, tzinfo=UTC))


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Kevan (Admin, Mastermind), Josh (Admin), Lulu, Raven and Sam. Quorum is 3."""
    return laid("Lulu", "Raven", "Sam", admins=["Josh"])
