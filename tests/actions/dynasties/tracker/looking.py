"""What the tests of the tracker look at."""

from __future__ import annotations

import pytest

from nomic.core.mechanics.decision import Refused
from nomic.core.models import Event
from tests.casting import Table


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason.code for reason in caught.value.reasons]


def last_event(table: Table) -> Event:
    event = Event.objects.filter(game=table.game).order_by("-seq").first()
    assert event is not None
    return event


def update_column(table: Table) -> int:
    return table.column_number("Side")
