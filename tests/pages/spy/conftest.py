"""The table at which the spies are played, for tests of their pages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from tests.moments import stands_at
from tests.openings import kept
from tests.spying import SpyTable

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


clock = stands_at(NOON)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> SpyTable:
    """Kevan (Admin, Mastermind), Josh (Admin), Lulu and Raven, who are spies."""
    cache.clear()
    return kept(mustered, clock)


def mustered(clock: time_machine.Traveller) -> SpyTable:
    table = SpyTable("Lulu", "Raven")
    table.join("Josh", admin=True)
    return table
