"""The fixture `clock` of tests at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
import time_machine


def stands_at(moment: datetime) -> Callable[[], Iterator[time_machine.Traveller]]:
    """A fixture called `clock`: it is this moment until a test moves it."""

    @pytest.fixture(name="clock")
    def clock() -> Iterator[time_machine.Traveller]:
        with time_machine.travel(moment, tick=False) as moved:
            yield moved

    return clock
