"""What the tests of the tracker look at."""

from __future__ import annotations

from nomic.core.log.models import Event
from tests.casting import Table


def last_event(table: Table) -> Event:
    event = Event.objects.filter(game=table.game).order_by("-seq").first()
    assert event is not None
    return event


def update_column(table: Table) -> int:
    return table.column_number("Side")
