"""A table at which B Nomic is played, at nine in the morning of the first nday."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.openings import opened

NINE = MIDNIGHT.replace(hour=9)


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    """Kevan (Administrator), Josh, Lulu and Raven."""
    time_machine.move_to(NINE, tick=False)
    return opened("ballot", lambda: BallotTable("Josh", "Lulu", "Raven"))
