"""Joining, going idle, coming back, leaving, as the actions do it. (Rule Agents; Reading 9)"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from nomic.core import queries
from nomic.core.actions import roster
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Agent, AgentState, Application, Event
from tests.casting import Table

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WEEK, HOUR, MOMENT = timedelta(days=7), timedelta(hours=1), timedelta(microseconds=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return Table("Josh", "Lulu", "Raven")


def refusal(act: object, **given: object) -> str:
    with pytest.raises(Refused) as refused:
        act(**given)  # type: ignore[operator]
    return refused.value.reasons[0].code


def newest(table: Table) -> Event:
    return Event.objects.filter(game=table.made).latest("seq")


# -- at the door


def test_an_announced_arrival_is_no_agent_until_an_admin_admits_em(table: Table) -> None:
    application = table.announce("Zack")

    assert not Agent.objects.filter(name="Zack").exists()

    roster.admit(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, application_id=application)

    zack = table.agent("Zack")
    assert (zack.state, zack.admitted_by, zack.admitted_at) == (AgentState.ACTIVE, table.agent("Kevan"), START)
    assert (newest(table).kind, newest(table).by) == ("agent.admitted", "Kevan")


def test_an_agent_who_is_no_admin_admits_and_declines_nobody(table: Table) -> None:
    application = table.announce("Zack")
    given = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk, "application_id": application}

    assert refusal(roster.admit, **given) == "not-an-admin"
    assert refusal(roster.decline, **given, why="No.") == "not-an-admin"


def test_an_application_of_another_game_is_not_there(table: Table) -> None:
    other = Table(slug="other", title="Other")
    application = other.announce("Zack")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}

    assert refusal(roster.admit, **given) == "application-decided"


def test_who_is_declined_reads_why_and_may_announce_emself_again(table: Table) -> None:
    application = table.announce("Zack")

    roster.decline(
        actor_id=table.agent("Kevan").pk, game_id=table.made.pk, application_id=application, why="Full tonight."
    )

    declined = Application.objects.get(pk=application)
    assert (declined.state, declined.why, declined.decided_by) == ("declined", "Full tonight.", table.agent("Kevan"))
    assert Application.objects.get(pk=table.announce("Zack")).state == "waiting"


def test_an_application_is_answered_once(table: Table) -> None:
    application = table.announce("Zack")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}
    roster.admit(**given)

    assert refusal(roster.admit, **given) == "application-decided"
    assert refusal(roster.decline, **given, why="Too late.") == "application-decided"


def test_who_withdraws_is_not_at_the_door_any_more(table: Table) -> None:
    application = table.announce("Zack")

    roster.withdraw_application(account=table.account("Zack"), application_id=application)

    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}
    assert refusal(roster.admit, **given) == "application-decided"
    assert list(queries.waiting_applications(table.made.pk)) == []


def test_nobody_withdraws_the_application_of_another(table: Table) -> None:
    application = table.announce("Zack")

    with pytest.raises(Application.DoesNotExist):
        roster.withdraw_application(account=table.account("Josh"), application_id=application)


def test_nobody_waits_twice_nor_joins_twice(table: Table) -> None:
    table.announce("Zack")
    given = {"account": table.account("Zack"), "game_id": table.made.pk, "name": "Zachary"}

    assert refusal(roster.announce_arrival, **given) == "application-waiting"
    assert refusal(roster.announce_arrival, **given | {"account": table.account("Josh")}) == "already-here"


def test_who_is_barred_stays_outside(table: Table) -> None:
    table.leave("Josh")
    Agent.objects.filter(name="Josh").update(barred=True)
    given = {"account": table.account("Josh"), "game_id": table.made.pk, "name": "Josh"}

    assert refusal(roster.announce_arrival, **given) == "barred"


def test_who_is_barred_while_e_waits_at_the_door_stays_outside_too(table: Table) -> None:
    table.leave("Josh")
    waiting = table.announce("Josh")
    Agent.objects.filter(name="Josh").update(barred=True)
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": waiting}

    assert refusal(roster.admit, **given) == "applicant-barred"
    assert Application.objects.get(pk=waiting).state == "waiting"


def test_a_few_words_have_at_most_two_thousand_characters(table: Table) -> None:
    given = {"account": table.account("Zack"), "game_id": table.made.pk, "name": "Zack"}

    with pytest.raises(Invalid, match="2000"):
        roster.announce_arrival(**given, text="x" * 2001)  # type: ignore[arg-type]

    assert roster.announce_arrival(**given, text="x" * 2000).state == "waiting"  # type: ignore[arg-type]


def test_without_the_rule_that_lets_people_in_nobody_joins(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Shut the door", [table.repeal("Agents")])
    for name in ("Lulu", "Raven", "Kevan"):
        table.vote(name, 1)
    clock.shift(timedelta(hours=13))
    table.enact("Kevan", 1)
    given = {"account": table.account("Zack"), "game_id": table.made.pk, "name": "Zack"}

    assert refusal(roster.announce_arrival, **given) == "not-in-the-law"


@pytest.mark.parametrize(("why", "code"), [("", "empty"), (" \n", "empty"), ("x" * 501, "too-long")])
def test_nobody_is_turned_away_without_a_reason_or_with_one_that_is_cut(table: Table, why: str, code: str) -> None:
    application = table.announce("Zack")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}

    with pytest.raises(Invalid) as invalid:
        roster.decline(**given, why=why)
    roster.decline(**given, why="x" * 500)

    assert invalid.value.code == code
    assert Application.objects.get(pk=application).why == "x" * 500


# -- idle and back


def test_seven_days_of_silence_exactly_idle_nobody(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK)
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster.idle, **given) == "not-silent-yet"


def test_one_microsecond_more_than_seven_days_does(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK + MOMENT)

    roster.idle(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, agent_id=table.agent("Josh").pk)

    assert table.agent("Josh").state == AgentState.IDLE
    assert table.agent("Josh").idle_since == START + WEEK + MOMENT


def test_a_comment_ends_the_silence(table: Table, clock: time_machine.Traveller) -> None:
    table.post_plain("Lulu", "Hello")
    clock.shift(timedelta(days=1))
    table.comment("Josh", 1)
    clock.shift(WEEK)
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster.idle, **given) == "not-silent-yet"


def test_at_eir_own_request_an_agent_is_idled_at_once(table: Table) -> None:
    table.idle("Josh")

    assert table.agent("Josh").state == AgentState.IDLE
    assert newest(table).data["facts"]["asked"] is True


def test_who_is_no_admin_idles_nobody(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK + MOMENT)
    given = {"actor_id": table.agent("Lulu").pk, "game_id": table.made.pk, "agent_id": table.agent("Josh").pk}

    assert refusal(roster.idle, **given) == "not-an-admin"


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

    assert refusal(roster.unidle, **given) == "has-not-asked"


def test_an_idle_admin_brings_emself_back_unasked(table: Table) -> None:
    table.idle("Kevan")

    roster.unidle(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, agent_id=table.agent("Kevan").pk)

    assert table.agent("Kevan").state == AgentState.ACTIVE


def test_who_plays_cannot_come_back_and_who_is_idle_cannot_go(table: Table) -> None:
    josh = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk}
    assert refusal(roster.ask_back, **josh) == "not-idle"

    table.idle("Josh")

    assert refusal(roster.ask_idle, **josh) == "is-idle"


def test_an_admin_is_told_about_em_who_cannot_be_idled(table: Table) -> None:
    table.idle("Josh")
    table.leave("Lulu")
    by_kevan = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk}

    assert refusal(roster.idle, **by_kevan, agent_id=table.agent("Josh").pk) == "idle-already"
    assert refusal(roster.idle, **by_kevan, agent_id=table.agent("Lulu").pk) == "gone"
    assert refusal(roster.unidle, **by_kevan, agent_id=table.agent("Lulu").pk) == "gone"
    assert refusal(roster.idle, **by_kevan, agent_id=0) == "nobody-here"


# -- leaving


def test_who_leaves_loses_eir_offices_and_the_matters_are_looked_at_again(table: Table) -> None:
    table.make_admin("Josh")
    table.propose("Lulu", "Something")

    table.leave("Josh")

    josh = table.agent("Josh")
    assert (josh.state, josh.is_admin) == (AgentState.LEFT, False)
    assert table.post_row(1).matter.next_check == START
    assert refusal(roster.ask_idle, actor_id=josh.pk, game_id=table.made.pk) == "not-an-agent"


def test_a_mastermind_who_leaves_leaves_nobody_in_eir_place(table: Table) -> None:
    table.make_admin("Josh")

    table.leave("Kevan")

    assert table.game.mastermind is None
    assert newest(table).kind == "mastermind.changed"
    assert queries.roster_facts(table.made.pk).mastermind is None


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


# -- the Clerk


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
    roster.idle(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, agent_id=table.agent("Josh").pk)

    clock.shift(2 * HOUR)
    table.sweep()

    idled = Event.objects.filter(game=table.made, kind="agent.idled", subject=f"agent:{table.agent('Josh').pk}")
    assert [each.by for each in idled] == ["Kevan"]


@pytest.mark.parametrize(("words", "state"), [("an Admin", AgentState.ACTIVE), ("the Clerk", AgentState.IDLE)])
def test_the_clerk_idles_where_the_law_says_so(
    table: Table, clock: time_machine.Traveller, words: str, state: AgentState
) -> None:
    table.propose("Josh", "Who idles", [table.amend("Agents", "[an Admin or the Clerk](dial:idle.by)",
                                                    f"[{words}](dial:idle.by)")])  # fmt: skip
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
