"""A table at which somebody has won."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tests.actions.dynasties.ascending.reading import START, won
from tests.casting import Table
from tests.openings import kept


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    """Josh has won, and has yet to speak."""
    return kept(won, clock)
