"""Announcing an arrival, and how it is answered. (Rule Agents)"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from nomic.core.decision import Invalid
from nomic.core.games.models import Agent, AgentState
from nomic.core.roster import actions as roster_actions, queries as roster_queries
from nomic.core.roster.models import Application
from tests.casting import Table
from tests.core.rostering import START, newest, refusal

pytestmark = pytest.mark.django_db


def test_an_announced_arrival_is_no_agent_until_an_admin_admits_em(table: Table) -> None:
    application = table.announce("Zack")

    assert not Agent.objects.filter(name="Zack").exists()

    roster_actions.admit_applicant(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, application_id=application)

    zack = table.agent("Zack")
    assert (zack.state, zack.admitted_by, zack.admitted_at) == (AgentState.ACTIVE, table.agent("Kevan"), START)
    assert (newest(table).kind, newest(table).by) == ("agent.admitted", "Kevan")


def test_an_agent_who_is_no_admin_admits_and_declines_nobody(table: Table) -> None:
    application = table.announce("Zack")
    given = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk, "application_id": application}

    assert refusal(roster_actions.admit_applicant, **given) == "not-an-admin"
    assert refusal(roster_actions.decline_applicant, **given, why="No.") == "not-an-admin"


def test_an_application_of_another_game_is_not_there(table: Table) -> None:
    other = Table(slug="other", title="Other")
    application = other.announce("Zack")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}

    assert refusal(roster_actions.admit_applicant, **given) == "application-decided"


def test_who_is_declined_reads_why_and_may_announce_emself_again(table: Table) -> None:
    application = table.announce("Zack")

    roster_actions.decline_applicant(
        actor_id=table.agent("Kevan").pk, game_id=table.made.pk, application_id=application, why="Full tonight."
    )

    declined = Application.objects.get(pk=application)
    assert (declined.state, declined.why, declined.decided_by) == ("declined", "Full tonight.", table.agent("Kevan"))
    assert Application.objects.get(pk=table.announce("Zack")).state == "waiting"


def test_an_application_is_answered_once(table: Table) -> None:
    application = table.announce("Zack")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}
    roster_actions.admit_applicant(**given)

    assert refusal(roster_actions.admit_applicant, **given) == "application-decided"
    assert refusal(roster_actions.decline_applicant, **given, why="Too late.") == "application-decided"


def test_who_withdraws_is_not_at_the_door_any_more(table: Table) -> None:
    application = table.announce("Zack")

    roster_actions.withdraw_application(account=table.account("Zack"), application_id=application)

    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}
    assert refusal(roster_actions.admit_applicant, **given) == "application-decided"
    assert list(roster_queries.waiting_applications(table.made.pk)) == []


def test_nobody_withdraws_the_application_of_another(table: Table) -> None:
    application = table.announce("Zack")

    with pytest.raises(Application.DoesNotExist):
        roster_actions.withdraw_application(account=table.account("Josh"), application_id=application)


def test_nobody_waits_twice_nor_joins_twice(table: Table) -> None:
    table.announce("Zack")
    given = {"account": table.account("Zack"), "game_id": table.made.pk, "name": "Zachary"}

    assert refusal(roster_actions.announce_arrival, **given) == "application-waiting"
    assert refusal(roster_actions.announce_arrival, **given | {"account": table.account("Josh")}) == "already-here"


def test_who_is_barred_stays_outside(table: Table) -> None:
    table.leave("Josh")
    Agent.objects.filter(name="Josh").update(barred=True)
    given = {"account": table.account("Josh"), "game_id": table.made.pk, "name": "Josh"}

    assert refusal(roster_actions.announce_arrival, **given) == "barred"


def test_who_is_barred_while_e_waits_at_the_door_stays_outside_too(table: Table) -> None:
    table.leave("Josh")
    waiting = table.announce("Josh")
    Agent.objects.filter(name="Josh").update(barred=True)
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": waiting}

    assert refusal(roster_actions.admit_applicant, **given) == "applicant-barred"
    assert Application.objects.get(pk=waiting).state == "waiting"


def test_a_few_words_have_at_most_two_thousand_characters(table: Table) -> None:
    given = {"account": table.account("Zack"), "game_id": table.made.pk, "name": "Zack"}

    with pytest.raises(Invalid, match="2000"):
        roster_actions.announce_arrival(**given, text="x" * 2001)  # type: ignore[arg-type]  # facts by name, of several types

    assert roster_actions.announce_arrival(**given, text="x" * 2000).state == "waiting"  # type: ignore[arg-type]  # facts by name, of several types


def test_without_the_rule_that_lets_people_in_nobody_joins(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Shut the door", [table.repeal("Agents")])
    for name in ("Lulu", "Raven", "Kevan"):
        table.vote(name, 1)
    clock.shift(timedelta(hours=13))
    table.enact("Kevan", 1)
    given = {"account": table.account("Zack"), "game_id": table.made.pk, "name": "Zack"}

    assert refusal(roster_actions.announce_arrival, **given) == "not-in-the-law"


@pytest.mark.parametrize(("why", "code"), [("", "empty"), (" \n", "empty"), ("x" * 501, "too-long")])
def test_nobody_is_turned_away_without_a_reason_or_with_one_that_is_cut(table: Table, why: str, code: str) -> None:
    application = table.announce("Zack")
    given = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}

    with pytest.raises(Invalid) as invalid:
        roster_actions.decline_applicant(**given, why=why)
    roster_actions.decline_applicant(**given, why="x" * 500)

    assert invalid.value.code == code
    assert Application.objects.get(pk=application).why == "x" * 500
