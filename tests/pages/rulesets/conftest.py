from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from tests.casting import Table
from tests.moments import stands_at
from tests.openings import laid

START = datetime(2026, 1, 1, tzinfo=UTC)


clock = stands_at(START)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Kevan, the founder, Admin and Mastermind, and Josh."""
    cache.clear()
    return laid("Josh")
