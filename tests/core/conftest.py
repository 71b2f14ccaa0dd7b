"""A table at a fixed moment, for every test here that does not set its own."""

from __future__ import annotations

import pytest
import time_machine

from tests.casting import Table
from tests.core.rostering import START
from tests.moments import stands_at
from tests.openings import laid

clock = stands_at(START)


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu", "Raven")
