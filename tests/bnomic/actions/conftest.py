"""A table at which B Nomic is played, at nine in the morning of the first nday."""

from __future__ import annotations

from tests.balloting import BallotTable
from tests.balloting import MIDNIGHT
from tests.openings import opened
from time_machine import Traveller
import pytest

NINE = MIDNIGHT.replace(hour=9)


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    """Kevan (Administrator), Josh, Lulu and Raven."""
    time_machine.move_to(NINE, tick=False)
    return opened("ballot", lambda: BallotTable("Josh", "Lulu", "Raven"))
