"""An Admin makes an Agent idle and brings em back. (Rule Agents; Reading 9)"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from nomic.core.games.models import AgentState
from nomic.core.roster import actions_activity as roster_actions_activity
from tests.casting import Table
from tests.core.rostering import MOMENT, START, WEEK, newest, refusal

pytestmark = pytest.mark.django_db


def test_seven_days_of_silence_exactly_idle_nobody(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK)
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster_actions_activity.idle_agent, **given) == "not-silent-yet"


def test_one_microsecond_more_than_seven_days_does(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK + MOMENT)

    roster_actions_activity.idle_agent(
        actor_id=table.agent("Kevan").pk, game_id=table.made.pk, agent_id=table.agent("Josh").pk
    )

    assert table.agent("Josh").state == AgentState.IDLE
    assert table.agent("Josh").idle_since == START + WEEK + MOMENT


def test_a_comment_ends_the_silence(table: Table, clock: time_machine.Traveller) -> None:
    table.post_plain("Lulu", "Hello")
    clock.shift(timedelta(days=1))
    table.comment("Josh", 1)
    clock.shift(WEEK)
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster_actions_activity.idle_agent, **given) == "not-silent-yet"


def test_at_eir_own_request_an_agent_is_idled_at_once(table: Table) -> None:
    table.idle("Josh")

    assert table.agent("Josh").state == AgentState.IDLE
    assert newest(table).data["asked"] is True


def test_who_is_no_admin_idles_nobody(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK + MOMENT)
    given = {"actor_id": table.agent("Lulu").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster_actions_activity.idle_agent, **given) == "not-an-admin"


def test_coming_back_leaves_everything_as_it_was(table: Table, clock: time_machine.Traveller) -> None:
    table.make_admin("Josh")
    table.idle("Josh")
    clock.shift(timedelta(days=30))

    table.unidle("Josh")

    josh = table.agent("Josh")
    assert (josh.state, josh.idle_since, josh.is_admin, josh.asked_back_at) == (AgentState.ACTIVE, None, True, None)
    assert (josh.admitted_at, josh.last_active_at) == (START, START + timedelta(days=30))


def test_nobody_is_brought_back_who_has_not_asked(table: Table) -> None:
    table.idle("Josh")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster_actions_activity.unidle_agent, **given) == "has-not-asked"


def test_an_idle_admin_brings_emself_back_unasked(table: Table) -> None:
    table.idle("Kevan")

    roster_actions_activity.unidle_agent(
        actor_id=table.agent("Kevan").pk, game_id=table.made.pk, agent_id=table.agent("Kevan").pk
    )

    assert table.agent("Kevan").state == AgentState.ACTIVE


def test_who_plays_cannot_come_back_and_who_is_idle_cannot_go(table: Table) -> None:
    josh = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk}
    assert refusal(roster_actions_activity.ask_back, **josh) == "not-idle"

    table.idle("Josh")

    assert refusal(roster_actions_activity.ask_idle, **josh) == "is-idle"


def test_an_admin_is_told_about_em_who_cannot_be_idled(table: Table) -> None:
    table.idle("Josh")
    table.leave("Lulu")
    by_kevan = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk}

    assert refusal(roster_actions_activity.idle_agent, **by_kevan, agent_id=table.agent("Josh").pk) == "idle-already"
    assert refusal(roster_actions_activity.idle_agent, **by_kevan, agent_id=table.agent("Lulu").pk) == "gone"
    assert refusal(roster_actions_activity.unidle_agent, **by_kevan, agent_id=table.agent("Lulu").pk) == "gone"
    assert refusal(roster_actions_activity.idle_agent, **by_kevan, agent_id=0) == "nobody-here"
