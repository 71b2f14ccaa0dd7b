"""What a procedure or a theme has addresses for is nowhere offered in a game that was never played by it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.urls import URLPattern
from time_machine import Traveller

from nomic.core.notifications.models import Visit
from nomic.plugins import PLUGINS
from proposals.bnomic.plugin import PLUGIN as BNOMIC
from tests.balloting import MIDNIGHT, BallotTable
from tests.canary.crawl import Route
from tests.casting import Table
from tests.openings import OURS, opened
from tests.pages.deciding.pages import browser, words

pytestmark = pytest.mark.django_db

NEVER = "No rule of this game has ever provided for"
# What the forms of these addresses send, as much as one form for all of them can: each takes what it knows.
SENT = {
    "do": "draft",
    "act": "on",
    "why": "It is time.",
    "vote": "FOR",
    "token": "form-1",
    "name": "Cats",
    "body": "Cats are green.",
    "seats": "3",
    "rounds": "5",
    "veto": "on",
    "uid": "form-1",
    "agent": "1",
    "to": "1",
}
# What is there whatever is played: files and descriptions for who writes a program for the Senate.
FOR_PROGRAMS = {"quorum_api", "quorum_client", "quorum_bot"}


def addresses(table: Table, urls: str) -> list[tuple[str, str]]:
    """Each address of such a list, by name, with something in every place that is to be filled in."""
    patterns: list[URLPattern] = import_module(urls).urlpatterns
    before = f"/g/{table.game.slug}/"
    routes = [Route(each.name or "", before + str(each.pattern)) for each in patterns]
    return [(each.name, address) for each in routes for address in each.filled({"int": ["1"], "slug": ["x"]})]


def kept() -> dict[Any, int]:
    """How many rows there are of everything that we keep, but for when somebody was here last."""
    ours = (each for each in apps.get_models() if each.__module__.partition(".")[0] in OURS and each is not Visit)
    return {each: each._base_manager.count() for each in ours}


def offered(table: Table, who: str, urls: str) -> set[str]:
    """Of these addresses those at which that reader does an act, or is shown a page with nothing said against it."""
    reader = browser(table, who)
    return {
        f"{method} {name}"
        for name, address in addresses(table, urls)
        for method, answer in (("GET", reader.get(address)), ("POST", reader.post(address, SENT)))
        if answer.status_code < 400 and NEVER not in words(answer) and name not in FOR_PROGRAMS
    }


@pytest.mark.parametrize("who", ["Kevan", "Lulu"])
@pytest.mark.parametrize("urls", [each.urls for each in PLUGINS.values()])
def test_in_a_game_of_the_journals_own_nothing_of_the_others_is_shown_or_done(
    urls: str, who: str, time_machine: Traveller
) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = opened("nothing but the journal", lambda: Table("Lulu"))
    before = kept()

    assert offered(table, who, urls) == set()
    assert kept() == before


@pytest.mark.parametrize("urls", [each.urls for each in PLUGINS.values() if each is not BNOMIC])
def test_in_a_game_of_nweeks_nothing_of_the_themes_is_shown_or_done(urls: str, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = opened("nothing but nweeks", lambda: BallotTable("Lulu"))
    before = kept()

    assert offered(table, "Kevan", urls) == set()
    assert kept() == before


def test_no_page_of_a_ballot_is_there_for_whoever_is_not_signed_in_either(time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = opened("nothing but the journal", lambda: Table("Lulu"))
    stranger = browser(table)

    answers = {name: stranger.get(address) for name, address in addresses(table, BNOMIC.urls)}

    assert {name for name, answer in answers.items() if answer.status_code == 200} == set()
