"""What is read of groups and claims."""

from __future__ import annotations

from typing import Any

import pytest
from time_machine import Traveller

from dynasties.spy.missions import queries as missions_queries, queries_teams as missions_queries_teams
from dynasties.spy.missions.models import Completion
from dynasties.spy.missions.queries_teams import ClaimFacts, TeamFacts
from dynasties.tracker.models import Update
from nomic.core.decision import Refused
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


def seen(table: SpyTable, who: str | None, number: int = 1) -> tuple[list[TeamFacts], list[ClaimFacts]]:
    """The groups and claims that somebody may know of."""
    mission = missions_queries.get_mission(table.made.pk, number)
    assert mission is not None
    whose = (mission.row, table.theatre, table.agent(who) if who else None, table.game)
    return missions_queries_teams.visible_teams(*whose), missions_queries_teams.visible_claims(*whose)


def completed(table: SpyTable) -> list[str]:
    return [each.agent.name for each in Completion.objects.order_by("pk")]


def public(table: SpyTable) -> tuple[Any, ...]:
    """What a stranger could count."""
    game = table.game
    return game.last_seq, game.last_hash, Update.objects.filter(game=game).count(), completed(table)
