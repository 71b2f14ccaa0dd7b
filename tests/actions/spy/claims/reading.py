"""What is read of groups and claims."""

from __future__ import annotations

from typing import Any

import pytest
from time_machine import Traveller

from dynasties.models import Update
from dynasties.spy.models import Completion
from dynasties.spy.queries import missions as queries
from dynasties.spy.queries import teams as door
from dynasties.spy.queries.teams import ClaimShown, TeamShown
from nomic.core.mechanics.decision import Refused
from tests.actions.spy.conftest import mustered
from tests.spying import SpyTable

GAINS = [{"column": "Air Tickets", "add": 2}, {"column": "Gadgets", "add": 1}]
LOSSES = [{"column": "Sea Tickets", "add": -3}]


def paid(clock: Traveller) -> SpyTable:
    """The same table, with one mission that pays and costs; everybody has one Ticket of each kind."""
    table = mustered(clock)
    table.open_mission(gains=GAINS, losses=LOSSES)
    for name in ("Lulu", "Raven", "Josh"):
        table.give(name, air=1, sea=1, land=1, gadgets=3)
    return table


def code(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.reasons[0].code


def names(table: SpyTable, *wanted: str) -> tuple[int, ...]:
    return tuple(table.agent(each).pk for each in wanted)


def seen(table: SpyTable, who: str | None, number: int = 1) -> tuple[list[TeamShown], list[ClaimShown]]:
    """The groups and claims that somebody may know of."""
    mission = queries.mission(table.made.pk, number)
    assert mission is not None
    whose = (mission.row, table.theatre, table.agent(who) if who else None, table.game)
    return door.teams_seen(*whose), door.claims_seen(*whose)


def completed(table: SpyTable) -> list[str]:
    return [each.agent.name for each in Completion.objects.order_by("pk")]


def public(table: SpyTable) -> tuple[Any, ...]:
    """What a stranger could count."""
    game = table.game
    return game.last_seq, game.last_hash, Update.objects.filter(game=game).count(), completed(table)
