"""The table at which the spies are played."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from nomic.core.secrets import actions as secrets_actions
from tests.moments import stands_at
from tests.openings import kept
from tests.spying import SpyTable

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


clock = stands_at(NOON)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> SpyTable:
    """Kevan (Admin, Mastermind), Josh (Admin), Lulu and Raven, who are spies; a day after the law came into force."""
    return kept(mustered, clock)


def mustered(clock: time_machine.Traveller) -> SpyTable:
    table = SpyTable("Lulu", "Raven")
    table.join("Josh", admin=True)
    clock.shift(24 * 3600)
    secrets_actions.look_again_at_day(game_id=table.made.pk)
    return table
