"""Leaving the game, and what ends with it. (Rule Agents)"""

from __future__ import annotations

import pytest

from nomic.core.decision import Invalid
from nomic.core.games.models import AgentState
from nomic.core.roster import (
    actions as roster_actions,
    actions_activity as roster_actions_activity,
    queries as roster_queries,
)
from tests.casting import Table
from tests.core.rostering import START, newest, refusal

pytestmark = pytest.mark.django_db


def test_who_leaves_loses_eir_offices_and_the_matters_are_looked_at_again(table: Table) -> None:
    table.make_admin("Josh")
    table.propose("Lulu", "Something")

    table.leave("Josh")

    josh = table.agent("Josh")
    assert (josh.state, josh.is_admin) == (AgentState.LEFT, False)
    assert table.post_row(1).matter.next_check == START
    assert refusal(roster_actions_activity.ask_idle, actor_id=josh.pk, game_id=table.made.pk) == "not-an-agent"


def test_a_mastermind_who_leaves_leaves_nobody_in_eir_place(table: Table) -> None:
    table.make_admin("Josh")

    table.leave("Kevan")

    assert table.game.mastermind is None
    assert newest(table).kind == "mastermind.changed"
    assert roster_queries.roster_facts(table.made.pk).mastermind is None


def test_an_idle_agent_may_leave(table: Table) -> None:
    table.idle("Josh")

    table.leave("Josh")

    assert (table.agent("Josh").state, table.agent("Josh").idle_since) == (AgentState.LEFT, None)


def test_who_left_comes_back_through_the_door_and_is_no_admin(table: Table) -> None:
    table.make_admin("Josh")
    before = table.agent("Josh").pk
    table.leave("Josh")

    table.join("Josh")

    josh = table.agent("Josh")
    assert (josh.pk, josh.state, josh.is_admin) == (before, AgentState.ACTIVE, False)


def test_a_farewell_has_at_most_two_thousand_characters_and_none_is_cut(table: Table) -> None:
    given = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk}

    with pytest.raises(Invalid, match="2000") as invalid:
        roster_actions.leave_game(**given, text="x" * 2001)
    assert (invalid.value.path, table.agent("Josh").state) == ("text", AgentState.ACTIVE)

    roster_actions.leave_game(**given, text="x" * 2000)

    assert newest(table).data["text"] == "x" * 2000
