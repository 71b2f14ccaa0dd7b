"""The table at which claims are made."""

from __future__ import annotations

from tests.actions.spy.claims.reading import paid
from tests.openings import kept
from tests.spying import SpyTable
from time_machine import Traveller
import pytest

@pytest.fixture
def table(db: None, clock: Traveller) -> SpyTable:
    return kept(paid, clock)
