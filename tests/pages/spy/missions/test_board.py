"""The board of missions, for whoever reads it."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from dynasties.spy.missions import queries as missions_queries
from dynasties.spy.theatre.models import Theatre
from tests.casting import Table
from tests.lawmaking import amend, change
from tests.pages.deciding.pages import address, browser
from tests.pages.spy.missions.reading import CHECKS, read, sent
from tests.spying import SpyTable


def test_a_stranger_reads_all_six_parts_and_how_far_anybody_is_is_not_among_them(table: SpyTable) -> None:
    gains, losses = [{"column": "Air Tickets", "add": 2}], [{"column": "Sea Tickets", "add": -1}]
    table.open_mission("The Door", checks=CHECKS, gains=gains, losses=losses, closes_after=1)
    table.put("Lulu", "LON")

    for path in ("missions/", "missions/1/"):
        status, told = read(table, path)
        assert status == 200
        for part in (
            "Learn the trade.",
            "Be somewhere.",
            "When it is stale.",
            "nobody yet",
            "A Sea Ticket.",
            "Air Tickets +2",
            "Sea Tickets −1",
            "London (LON)",
            "3 Air Tickets",
        ):
            assert part in told, part
        assert not re.search(r"you (are|hold|do)|there now|so many:|nobody is there", told)


def test_an_agent_sees_eir_own_part_of_the_goals_and_the_mastermind_sees_all(table: SpyTable) -> None:
    table.open_mission("The Door", checks=CHECKS)
    table.put("Lulu", "LON")
    table.put("Raven", "FRA")
    table.give("Lulu", air=2)
    table.give("Raven", air=3)
    table.give("Josh", air=0)

    lulu, raven, kevan = (read(table, "missions/", name)[1] for name in ("Lulu", "Raven", "Kevan"))

    assert ("met: you are there" in lulu, "you hold 2 of 3" in lulu, "Raven" in lulu) == (True, True, False)
    # Whether the second of two is in London too, e does not know.
    assert "2 of the group are in London (LON) you are there" in lulu
    assert ("you are not there" in raven, "met: you hold so many" in raven, "Lulu" in raven) == (True, True, False)
    assert ("met: there now: Lulu" in kevan, "met: so many: Raven" in kevan) == (True, True)


def test_there_is_a_board_where_spies_were_played_and_no_other(table: SpyTable) -> None:
    table.open_mission("The Door")
    other = Table(slug="other")
    assert browser(other).get("/g/other/spy/missions/").status_code == 404
    assert read(table, "missions/9/")[0] == 404

    text = table.rule("Missions").text
    change(table, amend(table, "Missions", text.replace("[open a mission](mechanism:spy.missions)", "open a mission")))
    status, told = read(table, "missions/", "Lulu")
    assert (status, "No rule of this game provides for missions" in told, "The Door" in told) == (200, True, True)


@pytest.mark.parametrize("who", [None, "Lulu", "Kevan"])
def test_many_missions_cost_no_more_queries_than_one(table: SpyTable, who: str | None) -> None:
    table.open_mission("One", checks=CHECKS)
    table.accept(table.claim("Raven", 1))
    client = browser(table, who)
    client.get(address(table, "spy/missions/"))
    with CaptureQueriesContext(connection) as few:
        client.get(address(table, "spy/missions/"))
    for title in ("Two", "Three"):
        mission = table.open_mission(title, checks=CHECKS)
        table.accept(table.claim("Raven", mission.number))
        table.comment("Josh", mission.post.number, "Abort the mission!")

    with CaptureQueriesContext(connection) as many:
        client.get(address(table, "spy/missions/"))

    assert len(many) <= len(few)


def test_the_board_is_in_the_games_bar(table: SpyTable) -> None:
    page = browser(table).get(address(table, "")).content.decode()

    assert '/g/table/spy/missions/"' in page


def test_what_is_closed_is_listed_with_who_completed_it(table: SpyTable) -> None:
    table.open_mission("The Door", closes_after=1)
    table.accept(table.claim("Lulu", 1))

    told = read(table, "missions/")[1]

    assert ("No mission is open" in told, "completed by Lulu" in told) == (True, True)
    assert "You have completed" not in read(table, "missions/1/", "Lulu")[1]


def test_a_mission_keeps_its_address_in_a_later_theatre_where_ranks_begin_anew(table: SpyTable) -> None:
    table.open_mission("The Door")
    table.complete("Lulu", 3)
    old = table.theatre
    Theatre.objects.filter(pk=old.pk).update(ended_at=F("began_at"), ended_seq=table.game.last_seq)
    Theatre.objects.create(game=table.made, number=2, began_at=old.began_at, began_seq=table.game.last_seq)

    fresh = table.open_mission("The Door")

    assert fresh.number == 5
    status, told = read(table, "missions/1/", "Lulu")
    assert (status, "The Door" in told, "Your attempt" in told) == (200, True, False)
    assert "Basic" not in read(table, "missions/")[1]
    assert missions_queries.record_of(table.theatre, table.agent("Lulu")).completed == 0
    assert sent(table, "missions/1/claim/", "Lulu", words="It is done.", token="late")[0] == 422
