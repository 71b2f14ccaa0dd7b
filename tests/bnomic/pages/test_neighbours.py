"""A Proposal drawn with those that it lists and those that list it."""

from __future__ import annotations

from typing import cast

import pytest
from django.db import connection
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.core.requests import GameRequest
from proposals.bnomic.ballot.presenters_graph import GraphShown, neighbours_graph
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import Proposal
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import HTMX, html
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    """Cats; Dogs, which Conflict with Cats; Kittens, which Depend on Cats; Litters, which Depend on Kittens."""
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Josh", "Lulu")
    table.submits("Josh", "Cats")
    table.submits("Josh", "Dogs", conflicts="Cats")
    table.submits("Josh", "Kittens", depends="Cats")
    table.submits("Josh", "Litters", depends="Kittens")
    table.submits("Josh", "Ants")
    return table


def asked(table: BallotTable) -> GameRequest:
    request = cast(GameRequest, HttpRequest())
    request.game, request.agent, request.now = table.game, None, clock.now()
    request.keywords = games_queries.keywords_of(table.game)
    return request


def near(row: Proposal, request: GameRequest) -> GraphShown | None:
    return neighbours_graph(row, register_queries.lists_of_rows([row]), register_queries.rows_that_list(row), request)


def around(table: BallotTable, number: int) -> GraphShown:
    found = near(table.proposal(number), asked(table))
    assert found is not None
    return found


def fates(table: BallotTable, number: int) -> dict[int, str]:
    return {box.number: box.fate.name for box in around(table, number).boxes}


def test_a_proposal_stands_among_those_that_it_lists_and_those_that_list_it(table: BallotTable) -> None:
    assert fates(table, 1).keys() == {1, 2, 3}
    assert fates(table, 3).keys() == {1, 3, 4}
    assert fates(table, 2).keys() == {1, 2}


def test_it_is_the_one_that_is_marked(table: BallotTable) -> None:
    assert [box.number for box in around(table, 3).boxes if box.is_own] == [3]


def test_whoever_has_to_do_with_nobody_is_not_drawn(table: BallotTable) -> None:
    assert near(table.proposal(5), asked(table)) is None


def test_open_ones_are_told_by_what_would_become_of_them(table: BallotTable, time_machine: Traveller) -> None:
    assert fates(table, 1) == {1: "pending", 2: "pending", 3: "pending"}

    table.to_nday(time_machine, 9)
    table.votes(1, Josh="FOR", Lulu="FOR")
    table.votes(3, Josh="FOR")

    assert fates(table, 1) == {1: "wins", 2: "loses", 3: "wins"}


def test_historical_ones_are_told_by_what_became_of_them(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 9)
    table.votes(1, Josh="FOR")
    table.to_nday(time_machine, 1)
    table.submits("Josh", "Old cats", depends="#1")

    assert fates(table, 1) == {1: "passed", 2: "lost", 3: "lost", 6: "pending"}


def test_a_part_of_a_page_draws_it(table: BallotTable) -> None:
    shown = render_to_string("bnomic/_graph.html", {"graph": around(table, 1), "uid": "near", "title": "Neighbours"})

    assert 'aria-labelledby="near-title"' in shown
    assert shown.count("web__box--own") == 1


def test_a_vote_on_its_own_page_moves_the_picture(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 9)
    table.votes(1, Josh="FOR")
    assert "web__box--loses web__box--own" in html(table, "ballot/3/")

    path, vote = address(table, "ballot/3/vote/"), {"vote": "FOR", "at": "paper"}
    part = browser(table, "Lulu").post(path, vote, headers=HTMX).content.decode()

    assert "web__box--wins web__box--own" in part


def test_many_neighbours_ask_no_more_than_two(table: BallotTable) -> None:
    def queries() -> int:
        row, request = table.proposal(1), asked(table)
        with CaptureQueriesContext(connection) as captured:
            near(row, request)
        return len(captured)

    few = queries()
    for number in range(7):
        table.submits("Josh", f"Cats {number}", depends="#1", conflicts="#2")

    assert queries() == few
