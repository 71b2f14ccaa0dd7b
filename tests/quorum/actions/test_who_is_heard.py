"""Who decides in the Senate is heard from when the round closes, as if e had commented. (Rule Decisions)"""

from __future__ import annotations

import pytest
from time_machine import Traveller

from dynasties.quorum.plugin import CHECKS
from nomic.core.log.models import Event
from nomic.core.roster import actions_activity as roster_actions_activity
from proposals.recount import recount_game
from tests.quorum.actions.conftest import NOON
from tests.sitting import YEA, SenateTable

ILLEGAL = {**YEA, "vote": "maybe"}


@pytest.fixture
def senate(table: SenateTable, clock: Traveller) -> SenateTable:
    """Josh, Lulu and a guest sit emselves; Raven answers for a program. A minute later all but Lulu have decided."""
    table.convenes("Josh", seats=4)
    for seat, name in enumerate(("Josh", "Lulu", "Wanda")):
        table.sits(name, seat)
    token = table.seats_program("Raven", 3)
    clock.shift(60)
    table.decides("Josh")
    table.decides("Wanda")
    table.decides_by(token)
    clock.shift(60)
    return table


def silent_since_noon(table: SenateTable) -> list[str]:
    return [name for name in ("Josh", "Lulu", "Raven") if table.agent(name).last_active_at == NOON]


def test_while_the_round_is_open_nobody_is_heard_from(senate: SenateTable) -> None:
    assert silent_since_noon(senate) == ["Josh", "Lulu", "Raven"]


def test_who_decided_for_emself_is_heard_from_at_the_closing_and_a_programs_keeper_is_not(senate: SenateTable) -> None:
    senate.decides("Lulu")

    event = Event.objects.get(kind="quorum.round-closed")
    assert event.data["heard"] == [senate.agent("Josh").pk, senate.agent("Lulu").pk]
    assert senate.agent("Josh").last_active_at == senate.agent("Lulu").last_active_at == event.at
    assert silent_since_noon(senate) == ["Raven"]


def test_who_decided_illegally_is_not_heard_from(senate: SenateTable) -> None:
    senate.decides("Lulu", ILLEGAL)

    assert silent_since_noon(senate) == ["Lulu", "Raven"]


def test_without_the_rule_deciding_is_no_word_of_anybody(senate: SenateTable) -> None:
    senate.strike("Decisions")

    senate.decides("Lulu")

    assert Event.objects.get(kind="quorum.round-closed").data["heard"] == []
    assert "Lulu" in silent_since_noon(senate)


def test_a_recount_knows_who_was_heard_from(senate: SenateTable, clock: Traveller) -> None:
    senate.decides("Lulu")
    clock.shift(8 * 86_400)
    assert roster_actions_activity.look_again_at_agent(game_id=senate.made.pk, agent_id=senate.agent("Josh").pk)

    assert senate.agent("Josh").state == "idle"
    assert recount_game(senate.game, CHECKS).differences == ()


def test_a_recount_finds_who_is_said_to_be_heard_from_and_was_not(senate: SenateTable) -> None:
    senate.decides("Lulu", ILLEGAL)
    event = Event.objects.get(kind="quorum.round-closed")
    event.data["heard"].append(senate.agent("Lulu").pk)
    event.save()

    (difference,) = recount_game(senate.game, CHECKS).differences

    assert difference.what == "who is heard from in round 0 of episode 1"
