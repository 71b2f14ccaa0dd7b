"""The table at which programs sit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from dynasties.quorum.programs import views_entry as programs_views_entry
from dynasties.quorum.senate import actions as senate_actions
from tests.moments import stands_at
from tests.openings import opened
from tests.quorum.api.programs import Program
from tests.sitting import SenateTable

NOON = datetime(2027, 1, 5, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nobody_was_told_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """In other tests, at the same moment, many were."""
    monkeypatch.setattr(programs_views_entry, "CALENDAR", programs_views_entry.ProgramCalendar())


clock = stands_at(NOON)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> SenateTable:
    """Kevan (Admin, Mastermind), Josh and Lulu, under the law of Quorum."""
    return opened("programs", lambda: SenateTable("Josh", "Lulu"))


@pytest.fixture
def senate(table: SenateTable) -> list[Program]:
    """The programs of an Episode of three seats and two rounds of a minute each, by their seats; it is on."""
    return seated(table, 3)


def seated(table: SenateTable, seats: int, **more: Any) -> list[Program]:
    """An Episode with a program in each seat; Josh answers for them."""
    made = table.convenes("Josh", seats=seats, **{"rounds": 2, "decision_seconds": 60, "seed": "goose", **more})
    return [Program(table.seats_program("Josh", seat, f"Automaton {seat}"), made.number) for seat in range(seats)]


def renewed(table: SenateTable, seat: int) -> str:
    """A new token for a seat of Josh's, in the newest Episode."""
    return senate_actions.renew_token(
        account_id=table.account("Josh").pk, game_id=table.made.pk, number=table.number, seat=seat
    )
