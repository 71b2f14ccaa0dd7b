"""The Mastermind opens and closes missions, in the browser."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from dynasties.spy.missions.models import Mission
from tests.pages.spy.missions.reading import PARTS, html, number, read, sent
from tests.spying import SpyTable


def test_the_mastermind_writes_a_mission_with_everything_in_it(table: SpyTable) -> None:
    air, sea = number(table, "Air Tickets"), number(table, "Sea Tickets")
    typed = PARTS | {
        "check-0-kind": "agents-in",
        "check-0-places": "lon, par",
        "check-0-count": "2",
        "check-2-kind": "hold",
        "check-2-ticket": "sea",
        "check-2-count": "4",
        f"gain-{air}": "2",
        f"loss-{sea}": "1",
        "closes_after": "3",
    }
    assert "Open the mission" in read(table, "missions/new/", "Kevan")[1]

    status, told = sent(table, "missions/new/", "Kevan", **typed)

    mission = Mission.objects.get()
    assert (status, "on the board" in told, mission.closes_after) == (200, True, 3)
    assert mission.checks == [
        {"kind": "agents-in", "places": ["LON", "PAR"], "count": 2},
        {"kind": "hold", "ticket": "sea", "count": 4},
    ]
    assert mission.gains == [{"column": air, "name": "Air Tickets", "add": 2}]
    assert mission.losses == [{"column": sea, "name": "Sea Tickets", "add": -1}]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"title": ""}, "Give it a title."),
        ({"goals": " "}, "say something here"),
        ({"check-1-kind": "be-in", "check-1-places": "XXX"}, "No territory has the code “XXX”."),
        ({"check-1-kind": "hold", "check-1-ticket": "air"}, "Say how many"),
        ({"closes_after": "soon"}, "whole number"),
        ({"token": ""}, "lost its mark"),
    ],
)
def test_what_cannot_be_taken_is_told_at_its_field_and_what_was_typed_stays(
    table: SpyTable, wrong: dict[str, str], said: str
) -> None:
    status, told = sent(table, "missions/new/", "Kevan", **PARTS | wrong)

    assert (status, said in told, "When it is shut." in told) == (422, True, True)
    assert not Mission.objects.exists()


def test_nobody_else_is_shown_the_form_and_a_full_board_keeps_what_was_typed(table: SpyTable) -> None:
    assert read(table, "missions/new/", "Lulu")[0] == 409
    for title in ("One", "Two", "Three"):
        table.open_mission(title)

    assert "there must be fewer than 3" in read(table, "missions/", "Kevan")[1]
    status, told = sent(table, "missions/new/", "Kevan", **PARTS)

    assert (status, "there must be fewer than 3" in told, "When it is shut." in told) == (409, True, True)


def test_the_mastermind_closes_and_cancels_from_its_page(table: SpyTable, clock: Traveller) -> None:
    table.open_mission("One")
    table.open_mission("Two")

    assert sent(table, "missions/1/close/", "Kevan", why="")[0] == 422
    assert "Nobody cares." in sent(table, "missions/1/close/", "Kevan", why="Nobody cares.")[1]
    assert "cancelled while it was young" in sent(table, "missions/2/cancel/", "Kevan", why="")[1]
    assert sent(table, "missions/2/cancel/", "Kevan", why="")[0] == 409
    assert sent(table, "missions/1/close/", "Lulu", why="No.")[0] == 409


def test_a_ground_that_is_missing_stands_beside_the_button(table: SpyTable, clock: Traveller) -> None:
    mission = table.open_mission("One")
    clock.shift(7 * 3600)
    table.comment("Lulu", mission.post.number, "Abort the mission!")

    page = html(table, "missions/1/", "Kevan")

    assert re.search(r'button--danger" type="submit" disabled', page)
    assert "1 of the 3 different Agents" in page
    assert "Lulu asks to abort it" in read(table, "missions/1/")[1]
