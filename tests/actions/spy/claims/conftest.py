"""The table at which claims are made."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from tests.actions.spy.claims.reading import paid
from tests.openings import kept
from tests.spying import SpyTable


@pytest.fixture
def table(db: None, clock: Traveller) -> SpyTable:
    return kept(paid, clock)
