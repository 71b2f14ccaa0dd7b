"""What the tests of the roster share: moments, and how to ask what an action was refused for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from nomic.core.decision import Refused
from nomic.core.log.models import Event
from tests.casting import Table

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WEEK, HOUR, MOMENT = timedelta(days=7), timedelta(hours=1), timedelta(microseconds=1)


def refusal(act: object, **given: object) -> str:
    """The code of the reason for which an action is refused."""
    with pytest.raises(Refused) as refused:
        act(**given)  # type: ignore[operator]  # acts of any signature
    return refused.value.reasons[0].code


def newest(table: Table) -> Event:
    """The last line of the log."""
    return Event.objects.filter(game=table.made).latest("seq")
