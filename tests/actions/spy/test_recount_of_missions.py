"""What a recount finds out about missions: rows that are not what the log tells, and what the law had not allowed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from time_machine import Traveller

from dynasties.spy.missions import actions as missions_actions
from dynasties.spy.missions.models import Claim, Completion, Mission
from dynasties.spy.plugin import CHECKS
from nomic.core.games.models import Agent
from nomic.core.log.models import Event
from proposals.posts.models import Comment
from proposals.recount import recount_game
from tests.actions.spy.conftest import mustered
from tests.openings import kept
from tests.spying import SpyTable

HOUR = timedelta(hours=1)


@pytest.fixture
def table(db: None, clock: Traveller) -> SpyTable:
    return kept(played, clock)


def played(clock: Traveller) -> SpyTable:
    """Four missions: one completed, one cancelled while young, one aborted, one open; as full as the law allows."""
    table = mustered(clock)
    for title in ("One", "Two", "Three", "Four"):
        if title == "Four":
            table.accept(table.claim("Lulu", 1, table.team(1, "Lulu", "Raven")))
        table.open_mission(title)
    cancel(table, 2)
    clock.shift(7 * HOUR)
    for name in ("Lulu", "Raven", "Josh"):
        table.comment(name, Mission.objects.get(number=3).post.number, "Abort the mission!")
    cancel(table, 3)
    return table


def cancel(table: SpyTable, number: int) -> None:
    missions_actions.cancel_mission(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, number=number)


def differences(table: SpyTable) -> list[str]:
    return [each.what for each in recount_game(table.game, CHECKS).differences]


@pytest.mark.postgresql
def test_a_board_that_was_played_agrees(table: SpyTable) -> None:
    counted = recount_game(table.game, CHECKS)

    assert (counted.counts["missions"], counted.counts["completions of missions"]) == (4, 2)
    assert counted.differences == ()


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (lambda: Mission.objects.filter(number=1).update(goals="Nothing."), "text of mission 1"),
        (
            lambda: Mission.objects.filter(number=1).update(losses=[{"column": 1, "name": "LKL", "add": 1}]),
            "text of mission 1",
        ),
        (
            lambda: Mission.objects.filter(number=1).update(opened_by=Agent.objects.get(name="Josh")),
            "opening of mission 1",
        ),
        (lambda: Mission.objects.filter(number=2).update(ending="aborted"), "closing of mission 2"),
        (lambda: Mission.objects.filter(number=4).update(number=9), "mission 9"),
        (lambda: Mission.objects.filter(number=4).update(number=9), "mission 4"),
        (lambda: Comment.objects.filter(author__name="Josh").update(body="Go on!"), "ground to cancel mission 3"),
        (lambda: Completion.objects.filter(agent__name="Raven").delete(), "mission 1 by {Raven}"),
        (lambda: Claim.objects.update(accepted=False), "mission 1 by {Lulu}"),
        (lambda: Event.objects.filter(kind="spy.mission-completed").update(seq=F("seq") + 1000), "room for mission 4"),
    ],
)
def test_what_was_tampered_with_is_found(table: SpyTable, tamper: Callable[[], object], what: str) -> None:
    tamper()

    named = {name: table.agent(name).pk for name in ("Lulu", "Raven")}
    assert what.format_map(named) in differences(table)
