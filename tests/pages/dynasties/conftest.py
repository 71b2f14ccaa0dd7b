from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from tests.casting import Table
from tests.moments import stands_at
from tests.openings import kept, laid
from tests.pages.dynasties.tracking import SECRET

START = datetime(2026, 1, 1, tzinfo=UTC)


clock = stands_at(START)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Kevan, the founder, Admin and Mastermind, and Josh."""
    cache.clear()
    return laid("Josh")


@pytest.fixture
def spies(db: None, clock: time_machine.Traveller) -> Table:
    cache.clear()
    return kept(with_a_tracker, clock)


def with_a_tracker(clock: time_machine.Traveller) -> Table:
    """Kevan, Josh and Rodney, with Gold, a Place, a secret Cipher, and a Round of the game's own."""
    table = Table("Josh", "Rodney")
    table.column("Gold")
    table.column("Place", kind="text")
    table.column("Cipher", kind="text", secret=True)
    table.column("Round", scope="game")
    table.update("Josh", table.cell("Gold", "Josh", "set", "12"), table.cell("Place", "Josh", "set", "Rome"))
    table.update("Rodney", table.cell("Cipher", "Rodney", "set", SECRET))
    return table
