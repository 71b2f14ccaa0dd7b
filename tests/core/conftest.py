"""A table at a fixed moment, for every test here that does not set its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tests.casting import Table
from tests.core.rostering import START
from tests.openings import laid


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu", "Raven")
