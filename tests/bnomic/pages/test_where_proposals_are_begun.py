"""Wherever a page says what a Proposal could do, it leads to where Proposals of this game are begun."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import html
from tests.casting import Table

pytestmark = pytest.mark.django_db

SUBMIT, POST = ("ballot/submit/", "Submit a Proposal"), ("posts/new/", "New post")
PLACES = ["", "tracker/", "pages/", "drafts/"]


@pytest.fixture
def alone(time_machine: Traveller) -> BallotTable:
    """Kevan has founded a game of B Nomic, and nobody else has come."""
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return BallotTable(slug="alone")


def led_to(table: Table, path: str, who: str | None = "Kevan") -> list[tuple[str, str]]:
    """Where the notice leads that there is nothing here yet: address within the game, and words."""
    empty = re.search(r'<div class="empty">.*?</div>', html(table, path, who))
    assert empty, "nothing says that there is nothing"
    links = re.findall(r'href="([^"]*)">([^<]*)</a>', empty.group())
    return [(url.removeprefix(f"/g/{table.game.slug}/"), said) for url, said in links]


@pytest.mark.parametrize("path", PLACES)
def test_where_nothing_is_yet_a_player_is_led_to_the_composer_of_the_ballot(alone: BallotTable, path: str) -> None:
    assert led_to(alone, path) == [SUBMIT]


@pytest.mark.parametrize("path", PLACES)
def test_in_a_game_whose_journal_takes_proposals_it_is_the_journals(path: str) -> None:
    assert led_to(Table(slug="other"), path) == [POST]


@pytest.mark.parametrize("path", PLACES)
def test_a_journal_that_takes_them_too_is_led_to_instead(alone: BallotTable, path: str) -> None:
    alone.legislate(*alone.new_rule("Both", "Anybody may [post](mechanism:proposals.posting) a Proposal."))

    assert led_to(alone, path) == [POST]


@pytest.mark.parametrize("path", PLACES)
def test_where_no_law_takes_any_the_composer_is_led_to_for_all_else(alone: BallotTable, path: str) -> None:
    alone.legislate(alone.repeal("Proposals"))

    assert led_to(alone, path) == [POST]


@pytest.mark.parametrize("path", ["", "tracker/", "pages/"])
def test_a_visitor_is_led_to_none(alone: BallotTable, path: str) -> None:
    assert led_to(alone, path, who=None) == []


def test_who_finds_the_journal_empty_is_led_there_too(time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Josh")

    assert "The first word is yours." in html(table, "", "Josh")
    assert led_to(table, "", "Josh") == [SUBMIT]
