"""What a count leaves for an Administrator to carry out: it waits at the desk until e records that it is done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from time_machine import Traveller

from tests.balloting import BallotTable
from tests.bnomic.pages.desks import DESK, page, send
from tests.casting import Table
from tests.lawmaking import amend
from tests.openings import further
from tests.pages.deciding.pages import address, browser, queries_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(table: BallotTable, time_machine: Traveller) -> BallotTable:
    return further(five_are_counted, table, time_machine)


def five_are_counted(table: BallotTable, time_machine: Traveller) -> None:
    """Proposal 1, told in prose, has passed, and so have 2 and 3, whose changes were made, and of which 3 says nothing
    besides; 4 has without effect, for 3 had repealed what it amends; 5 is Lost."""
    table.submits("Josh", "Blue", "Let the page be blue.")
    gone = amend(table, "Votes", "There are few votes.")
    table.submits("Lulu", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "No votes", "", changes=[table.repeal("Votes")])
    table.submits("Raven", "Few votes", changes=[gone])
    table.submits("Raven", "Nothing")
    table.ticks(time_machine, 8, clerk=False)
    for number in (1, 2, 3, 4):
        table.votes(number, Josh="FOR", Lulu="FOR")
    table.ticks(time_machine, 4, clerk=False)
    table.sweep()


def waiting_at(answer: Any) -> str:
    """What waits to be carried out."""
    return words(answer).partition("To be carried out")[2].partition("Done at this desk")[0]


def paper(table: Table, number: int, who: str | None = "Kevan") -> str:
    """The page of a Proposal."""
    text: str = browser(table, who).get(address(table, f"ballot/{number}/")).content.decode()
    return text


def test_what_was_told_in_prose_or_came_to_nothing_waits(told: BallotTable) -> None:
    waiting = waiting_at(page(told))
    assert "Proposal 1: Blue" in waiting
    assert "It lists no changes: all that it says, it says in prose." in waiting
    assert "Proposal 4: Few votes" in waiting
    assert "It passed without effect" in waiting
    assert not any(f"Proposal {number}" in waiting for number in (2, 3, 5))


def test_what_is_marked_as_carried_out_waits_no_more(told: BallotTable) -> None:
    assert send(told, "carried-out", number="1", why="It is blue.").status_code == 302
    assert send(told, "carried-out", number="1", why="It is blue.").status_code == 302
    waiting, _, past = words(page(told)).partition("Done at this desk")
    assert "Proposal 1" not in waiting
    assert "Kevan has carried out what Proposal 1 says: “It is blue.”" in past
    again = send(told, "carried-out", number="1", why="Once more.")
    assert again.status_code == 409
    assert "Proposal 1 has not passed, or what it says has been done already." in words(again)


def test_what_one_says_besides_its_changes_is_put_on_record_from_its_own_page(told: BallotTable) -> None:
    way = f'href="{address(told, DESK)}?proposal=2#proposal-2"'
    assert way in paper(told, 2)
    assert way not in paper(told, 2, who="Lulu")

    waiting = waiting_at(page(told, asked="?proposal=2"))
    assert "Proposal 2: Cats" in waiting
    assert "Its changes were made; what else it says, it says in prose." in waiting
    assert "Say why" in waiting_at(send(told, "carried-out", number="2", why=""))

    assert send(told, "carried-out", number="2", why="Meow.").status_code == 302
    assert way not in paper(told, 2)
    assert "was put on record" in paper(told, 2)
    assert "Proposal 2" not in waiting_at(page(told, asked="?proposal=2"))


@pytest.mark.parametrize("number", [3, 5])
def test_of_one_that_leaves_nothing_to_do_nothing_is_put_on_record(told: BallotTable, number: int) -> None:
    assert "?proposal=" not in paper(told, number)
    assert f"Proposal {number}" not in waiting_at(page(told, asked=f"?proposal={number}"))
    assert send(told, "carried-out", number=str(number), why="Done.").status_code == 409


@pytest.mark.parametrize("number", [1, 4])
def test_one_that_waits_at_the_desk_is_led_to_there_from_its_own_page(told: BallotTable, number: int) -> None:
    assert f'{DESK}?proposal={number}#proposal-{number}"' in paper(told, number)
    assert page(told, asked=f"?proposal={number}").content.decode().count(f'id="proposal-{number}"') == 1


@pytest.mark.parametrize("asked", ["", "x", "²", "-1", "9" * 40, "%00"])
def test_what_is_no_number_asks_for_none(told: BallotTable, asked: str) -> None:
    answer = page(told, asked=f"?proposal={asked}")
    assert answer.status_code == 200
    assert waiting_at(answer) == waiting_at(page(told))


def test_what_is_typed_for_one_proposal_is_said_at_that_one(told: BallotTable) -> None:
    answer = send(told, "carried-out", number="4", why="")
    items = re.findall(r'<li class="told__item".*?</li>', answer.content.decode(), re.DOTALL)
    assert ["Say why" in each for each in items] == [False, True]
    assert answer.status_code == 422


def test_no_two_things_on_the_page_have_one_id(told: BallotTable) -> None:
    ids = re.findall(r' id="([^"]+)"', page(told).content.decode())
    assert len(set(ids)) == len(ids)


def test_more_that_waits_costs_no_more_queries(told: BallotTable) -> None:
    told.desk("number_from", number=9)
    both = queries_of(told, DESK, "Kevan")
    told.desk("carried_out", number=1)
    assert queries_of(told, DESK, "Kevan") == both
