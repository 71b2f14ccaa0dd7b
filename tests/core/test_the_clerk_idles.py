"""The Clerk makes the silent idle, where the law says so and after the grace. (Rule Agents; Reading 9)"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from nomic.core.games.models import AgentState
from nomic.core.log.models import Event
from nomic.core.roster import actions_activity as roster_actions_activity
from tests.casting import Table
from tests.core.rostering import HOUR, MOMENT, WEEK, newest

pytestmark = pytest.mark.django_db


def test_the_clerk_waits_out_the_grace_to_the_moment(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK + HOUR)
    table.sweep()
    assert table.agent("Josh").state == AgentState.ACTIVE

    clock.shift(MOMENT)
    table.sweep()

    assert table.agent("Josh").state == AgentState.IDLE
    assert newest(table).by == "the Clerk"


def test_an_admin_acts_within_the_grace_and_the_clerk_finds_nothing_to_do(
    table: Table, clock: time_machine.Traveller
) -> None:
    clock.shift(WEEK + MOMENT)
    roster_actions_activity.idle_agent(
        actor_id=table.agent("Kevan").pk, game_id=table.made.pk, agent_id=table.agent("Josh").pk
    )

    clock.shift(2 * HOUR)
    table.sweep()

    idled = Event.objects.filter(game=table.made, kind="agent.idled", subject=f"agent:{table.agent('Josh').pk}")
    assert [each.by for each in idled] == ["Kevan"]


@pytest.mark.parametrize(("words", "state"), [("an Admin", AgentState.ACTIVE), ("the Clerk", AgentState.IDLE)])
def test_the_clerk_idles_where_the_law_says_so(
    table: Table, clock: time_machine.Traveller, words: str, state: AgentState
) -> None:
    table.propose(
        "Josh",
        "Who idles",
        [table.amend("Agents", "[an Admin or the Clerk](dial:idle.by)", f"[{words}](dial:idle.by)")],
    )
    for name in ("Lulu", "Raven", "Kevan"):
        table.vote(name, 1)
    clock.shift(timedelta(hours=13))
    table.enact("Kevan", 1)
    clock.shift(WEEK + MOMENT)

    table.sweep()

    assert table.agent("Raven").state == state


def test_looking_twice_idles_once(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK + 2 * HOUR)

    table.sweep()
    table.sweep()

    assert Event.objects.filter(game=table.made, kind="agent.idled").count() == 4
