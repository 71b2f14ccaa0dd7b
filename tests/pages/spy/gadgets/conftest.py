"""A request that waits, and a Gadget that was approved."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from dynasties.spy.gadgets.models import Gadget, GadgetRequest
from tests.pages.spy.gadgets.reading import HOUR
from tests.spying import SpyTable


@pytest.fixture
def asked(table: SpyTable) -> GadgetRequest:
    return table.ask("Lulu", licences=["leave-prison"])


@pytest.fixture
def skis(table: SpyTable, clock: Traveller, asked: GadgetRequest) -> Gadget:
    """Lulu's Skis, 48 hours later."""
    table.say("Raven", asked.number)
    table.say("Josh", asked.number)
    clock.shift(48 * HOUR)
    return table.add("Lulu", asked.number)
