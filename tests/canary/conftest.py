"""What all canaries have: a clock, and no report of the thousands of addresses that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tests.canary.world import START


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def quietly(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("ERROR")
