"""What tests of the Administrator's desk ask of a table."""

from __future__ import annotations

from typing import Any

import pytest

from nomic.core.decision import Invalid, Refused
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from proposals.bnomic.nweeks.models import NweekClock
from tests.balloting import BallotTable


def happened(table: BallotTable, kind: str) -> list[Event]:
    """The events of that kind, the oldest first."""
    return list(log_queries.log(table.made.pk, kinds=(f"bnomic.{kind}",)).order_by("seq"))


def the(table: BallotTable, kind: str) -> Event:
    """The last one of that kind."""
    return happened(table, kind)[-1]


def refusal(table: BallotTable, act: str, **facts: Any) -> list[str]:
    """The codes of all grounds against an act."""
    with pytest.raises(Refused) as caught:
        table.desk(act, **facts)
    return [each.code for each in caught.value.reasons]


def invalid(table: BallotTable, act: str, **facts: Any) -> tuple[str, str]:
    """The field and the code of what was not understood."""
    with pytest.raises(Invalid) as caught:
        table.desk(act, **facts)
    return caught.value.path, caught.value.code


def clock(table: BallotTable) -> NweekClock:
    return NweekClock.objects.get(game=table.made)
