from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from tests.casting import Table
from tests.openings import laid

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as moved:
        yield moved


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Kevan, the founder, Admin and Mastermind, and Josh."""
    cache.clear()
    return laid("Josh")
