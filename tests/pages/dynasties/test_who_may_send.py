"""Every address that takes a form, sent by everybody who may not: nothing is done, and nothing breaks."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from nomic.core.duties import actions as duties_actions
from nomic.core.floor import floor
from nomic.core.games.models import Agent
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.openings import further
from tests.pages.deciding.pages import address, browser

OUTSIDE = ("Stranger", "Barred")
ADMINS = (
    "posts/1/enact/",
    "posts/1/fail/",
    "posts/1/illegal/",
    "posts/1/reopen/",
    "posts/1/note/",
    "roster/{idler}/unidle/",
    "roster/{raven}/idle/",
    "ruleset/{rule}/correct/",
    "ruleset/{rule}/reverse/",
    "ruleset/{rule}/void/",
    "join/{arrival}/admit/",
    "join/{arrival}/decline/",
)
AGENTS = (
    "dice/",
    "duties/1/done/",
    "messages/new/",
    "ascend/",
    "ascend/hand-on/",
    "roster/back/",
    "roster/idle/",
    "roster/resign/",
    "roster/leave/",
    "tracker/edit/",
    "tracker/updates/1/undo/",
    "tracker/updates/1/dispute/",
    "pages/1/edit/",
    "posts/new/",
    "posts/1/edit/",
    "posts/1/withdraw/",
    "posts/1/own/",
    "posts/1/comments/",
)
FORM = {
    "token": "a-form",
    "text": "x",
    "theme": "The Sea",
    "to": "{raven}",
    "agent": "{raven}",
    "do": "write",
    "note": "x",
    "base_version": "1",
    "why": "x",
    "rule_id": "{rule}",
    "rule": "{rule}",
    "title": "x",
    "category": "plain",
    "body": "x",
    "subject": "x",
    "notation": "DICE6",
    "purpose": "x",
    "vote": "FOR",
    "comment": "x",
    "sure": "on",
    "cell": "1:{josh}",
    "c1-{josh}-op": "set",
    "c1-{josh}-value": "9",
    "c1-{josh}-base": "0",
    "old": "An",
    "new": "A",
}


@pytest.fixture
def world(table: Table, clock: Traveller) -> Table:
    return further(_fill, table, clock)


def _fill(table: Table, clock: Traveller) -> None:
    """Something to do at every address; Kevan is Admin and Mastermind, Idler is idle."""
    for name in ("Raven", "Gone", "Barred", "Idler"):
        table.join(name)
    table.column("Gold")
    table.update("Josh", table.cell("Gold", "Josh", "set", "3"))
    change(table, enact("Maps", "There is a map."))
    made = {"kind": "make-page", "title": "Map", "rule": table.rule("Maps").id, "editors": "agents", "text": "x"}
    change(table, made)
    table.propose("Josh", "A thought")
    table.announce("Newcomer")
    with floor(table.made.pk) as the_floor:
        owed = duties_actions.NewDuty(table.agent("Josh"), "bake a cake", "Maps", "post:1")
        duties_actions.record_duty(the_floor, "a", owed)
    table.leave("Gone")
    table.leave("Barred")
    with floor(table.made.pk) as the_floor:
        roster_actions.bar_agent(the_floor, table.agent("Barred"), by=table.agent("Kevan"))
    table.idle("Idler")
    roster_actions_activity.ask_back(actor_id=table.agent("Idler").pk, game_id=table.made.pk)


def meant(table: Table) -> dict[str, int]:
    """What the places of an address and of a form stand for."""
    arrival = table.game.applications.get(name="Newcomer").pk
    ids = {name.lower(): table.agent(name).pk for name in ("Raven", "Josh", "Idler")}
    return {"rule": table.rule("Maps").id, "arrival": arrival, **ids}


def standing(table: Table) -> object:
    """What an act would leave behind, in public or in secret."""
    return (
        Event.objects.filter(game=table.made).count(),
        PrivateEvent.objects.filter(game=table.made).count(),
        list(Agent.objects.filter(game=table.made).order_by("pk").values_list("state", "is_admin", "barred")),
    )


def answered(table: Table, who: str, path: str) -> int:
    client, ids = browser(table, who), meant(table)
    form = {name.format(**ids): value.format(**ids) for name, value in FORM.items()}
    return client.post(address(table, path.format(**ids)), form).status_code


@pytest.mark.parametrize("who", OUTSIDE)
def test_who_is_not_in_the_game_does_nothing_in_it(world: Table, who: str) -> None:
    before = standing(world)

    answers = {path: answered(world, who, path) for path in (*ADMINS, *AGENTS)}

    assert set(answers.values()) <= {404, 405, 409}, answers
    assert standing(world) == before


def test_what_is_for_admins_no_mastermind_does_who_is_none(world: Table) -> None:
    world.make_admin("Josh")
    Agent.objects.filter(pk=world.agent("Kevan").pk).update(is_admin=False)
    before = standing(world)

    answers = {path: answered(world, "Kevan", path) for path in ADMINS}

    assert set(answers.values()) <= {404, 409, 422}, answers
    assert standing(world) == before


@pytest.mark.parametrize("who", ["Kevan", "Raven"])
@pytest.mark.parametrize("path", ["ascend/", "ascend/hand-on/"])
def test_what_is_somebodys_own_no_office_does_for_em(world: Table, who: str, path: str) -> None:
    before = standing(world)

    # Anybody may try out what an Address would do.
    assert answered(world, who, path) in {404, 409, 422} | ({200} if path == "ascend/" else set())
    assert standing(world) == before
