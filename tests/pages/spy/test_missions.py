"""The board of missions in a browser: read by everybody, written by the Mastermind, attempted in secret."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from dynasties.spy.models import Claim, Mission, Team, Theatre
from dynasties.spy.queries import missions as queries
from nomic.core.actions import hiatus
from nomic.core.floor import floor
from tests.casting import Table
from tests.lawmaking import amend, change
from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

CHECKS = [
    {"kind": "be-in", "places": ["LON", "PAR"]},
    {"kind": "agents-in", "places": ["LON"], "count": 2},
    {"kind": "hold", "ticket": "air", "count": 3},
]
PARTS = {
    "description": "A *red* door.", "goals": "Open it.", "reward": "Air.", "closing": "When it is shut.",
    "penalty": "Sea.", "title": "The Door", "token": "form-x",
}  # fmt: skip


def read(table: SpyTable, path: str, who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, f"spy/{path}"))
    return response.status_code, words(response)


def html(table: SpyTable, path: str, who: str | None = None) -> str:
    found: str = browser(table, who).get(address(table, f"spy/{path}")).content.decode()
    return found


def sent(table: SpyTable, path: str, who: str | None, **typed: Any) -> tuple[int, str]:
    response = browser(table, who).post(address(table, f"spy/{path}"), typed, follow=True)
    return response.status_code, words(response)


def bare(page: str) -> str:
    """A page without what differs each time: nonces and marks of forms."""
    return re.sub(r'(nonce|value|name="csrf[^"]*" value)="[^"]*"|"X-CSRFToken": "[^"]*"|req-[\w-]+', "", page)


def number(table: SpyTable, column: str) -> int:
    return table.column_number(column)


# -- the board


def test_a_stranger_reads_all_six_parts_and_how_far_anybody_is_is_not_among_them(table: SpyTable) -> None:
    gains, losses = [{"column": "Air Tickets", "add": 2}], [{"column": "Sea Tickets", "add": -1}]
    table.open_mission("The Door", checks=CHECKS, gains=gains, losses=losses, closes_after=1)
    table.put("Lulu", "LON")

    for path in ("missions/", "missions/1/"):
        status, told = read(table, path)
        assert status == 200
        for part in ("Learn the trade.", "Be somewhere.", "When it is stale.", "nobody yet", "A Sea Ticket.",
                     "Air Tickets +2", "Sea Tickets −1", "London (LON)", "3 Air Tickets"):  # fmt: skip
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
    assert queries.record_of(table.theatre, table.agent("Lulu")).completed == 0
    assert sent(table, "missions/1/claim/", "Lulu", words="It is done.", token="late")[0] == 422


# -- the Mastermind's part


def test_the_mastermind_writes_a_mission_with_everything_in_it(table: SpyTable) -> None:
    air, sea = number(table, "Air Tickets"), number(table, "Sea Tickets")
    typed = PARTS | {
        "check-0-kind": "agents-in", "check-0-places": "lon, par", "check-0-count": "2",
        "check-2-kind": "hold", "check-2-ticket": "sea", "check-2-count": "4",
        f"gain-{air}": "2", f"loss-{sea}": "1", "closes_after": "3",
    }  # fmt: skip
    assert "Open the mission" in read(table, "missions/new/", "Kevan")[1]

    status, told = sent(table, "missions/new/", "Kevan", **typed)

    mission = Mission.objects.get()
    assert (status, "on the board" in told, mission.closes_after) == (200, True, 3)
    assert mission.checks == [
        {"kind": "agents-in", "places": ["LON", "PAR"], "count": 2}, {"kind": "hold", "ticket": "sea", "count": 4},
    ]  # fmt: skip
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


# -- attempting it


def test_a_group_is_founded_joined_and_claims_and_the_mastermind_rules(table: SpyTable) -> None:
    table.open_mission("The Door", gains=[{"column": "Air Tickets", "add": 2}])
    table.give("Raven", air=1)
    assert "Your group" in sent(table, "missions/1/team/", "Lulu", token="found")[1]
    uid = Team.objects.get().uid
    asked = sent(table, f"teams/{uid}/invite/", "Lulu", agent_id=table.agent("Raven").pk)[1]
    assert "asked to join: Raven" in asked
    assert "A group asks you to join" in read(table, "missions/1/", "Raven")[1]
    sent(table, f"teams/{uid}/join/", "Raven")

    status, told = sent(table, "missions/1/claim/", "Raven", team=uid, words="It *is* open.", token="claim")

    assert (status, "is told, and nobody else" in told, "waits for a ruling" in told) == (200, True, True)
    assert "Raven says that" in read(table, "missions/1/", "Lulu")[1]
    desk = read(table, "missions/1/", "Kevan")[1]
    assert ("It is open." in desk, "for Raven , Lulu" in desk) == (True, True)
    ruled = sent(table, f"claims/{Claim.objects.get().uid}/accept/", "Kevan")[1]
    assert "They are listed" in ruled
    assert table.tickets("Raven")[0] == 3
    assert "Lulu" in read(table, "missions/1/")[1]


def test_a_refusal_needs_a_reason_which_the_group_alone_reads(table: SpyTable) -> None:
    table.open_mission("The Door", losses=[{"column": "Sea Tickets", "add": -1}])
    table.give("Lulu", sea=2)
    claim = table.claim("Lulu", 1)

    status, told = sent(table, f"claims/{claim.uid}/refuse/", "Kevan", reason="")
    assert (status, "Say something here." in told) == (422, True)
    sent(table, f"claims/{claim.uid}/refuse/", "Kevan", reason="It is shut.")

    assert "It is shut." in read(table, "missions/1/", "Lulu")[1]
    assert "It is shut." not in read(table, "missions/1/", "Raven")[1]
    assert table.tickets("Lulu")[1] == 1


def test_a_ruling_that_was_made_on_the_desk_leads_back_to_the_desk(table: SpyTable) -> None:
    table.open_mission("The Door")
    claims = [table.claim(name, 1) for name in ("Lulu", "Raven")]

    for claim, path in zip(claims, ("accept", "refuse"), strict=True):
        url = address(table, f"spy/claims/{claim.uid}/{path}/")
        response = browser(table, "Kevan").post(url, {"back": "desk", "reason": "No."})
        assert (response.status_code, response["Location"]) == (302, "/g/table/spy/desk/")


def test_whoever_is_not_in_a_group_finds_none_at_its_address(table: SpyTable) -> None:
    table.open_mission("The Door")
    uid = table.team(1, "Lulu")
    claim = table.claim("Lulu", 1)

    for path in (f"teams/{uid}/invite/", f"teams/{uid}/join/", f"teams/{uid}/leave/"):
        for who in ("Raven", "Kevan"):
            assert sent(table, path, who)[0] == 404, path
    assert sent(table, f"claims/{claim.uid}/refuse/", "Raven", reason="")[0] == 404
    assert sent(table, f"claims/{claim.uid}/accept/", "Raven")[0] == 409
    assert sent(table, "claims/nothing/accept/", "Kevan")[0] == 404


@pytest.mark.parametrize("who", [None, "Josh"])
def test_groups_and_claims_change_no_page_of_anybody_else(table: SpyTable, who: str | None) -> None:
    table.open_mission("The Door", checks=CHECKS)
    paths = ("missions/", "missions/1/", "../log/", "../", "../tracker/")
    before = [bare(html(table, path, who)) for path in paths]

    uid = table.team(1, "Lulu", "Raven")
    table.claim("Lulu", 1, uid)
    table.put("Lulu", "LON")

    assert [bare(html(table, path, who)) for path in paths] == before


def test_a_claim_that_may_not_be_made_keeps_its_words(table: SpyTable) -> None:
    table.open_mission("The Door")
    table.claim("Lulu", 1)

    status, told = sent(table, "missions/1/claim/", "Lulu", words="Once more.", token="again")

    assert (status, "has not ruled on it yet" in told, "Once more." in told) == (409, True, True)
    assert sent(table, "missions/1/claim/", "Raven", words="x" * 2001, token="long")[0] == 422
    assert sent(table, "missions/1/claim/", "Raven", words="Me.", team="nothing", token="team")[0] == 422


def test_in_a_hiatus_the_buttons_wait(table: SpyTable) -> None:
    table.open_mission("The Door")
    with floor(table.made.pk) as the_floor:
        hiatus.begin(the_floor, "a test")

    page = html(table, "missions/1/", "Lulu")

    assert "such business waits until it ends" in page
    assert re.search(r'button--primary" type="submit" disabled aria-describedby="halted"', page)
    assert sent(table, "missions/1/claim/", "Lulu", words="It is done.", token="now")[0] == 409


def test_in_a_hiatus_the_mastermind_rules_on_nothing_and_opens_nothing(table: SpyTable) -> None:
    mission = table.open_mission("The Door")
    table.claim("Lulu", mission.number)
    with floor(table.made.pk) as the_floor:
        hiatus.begin(the_floor, "a test")

    page = html(table, "missions/1/", "Kevan")

    shut = re.findall(r'<button [^>]*type="submit"[^>]*halted[^>]*>([^<]+)<', page)
    assert {"Accept", "Refuse", "Close the mission", "Cancel the mission"} <= set(shut)
    assert "such business waits until it ends" in read(table, "missions/new/", "Kevan")[1]


# -- ranks


def test_a_standard_spy_raises_eir_gadgets_from_the_board(table: SpyTable) -> None:
    table.complete("Lulu", 2)
    told = read(table, "missions/", "Lulu")[1]
    assert ("2 missions completed: you are a Beginner Spy" in told, "so far it is 2" in told) == (True, True)

    table.complete("Lulu", 1)
    told = sent(table, "rank/gadgets/", "Lulu")[1]

    assert ("You may own more Gadgets now." in told, "raised once" in told) == (True, True)
    assert sent(table, "rank/gadgets/", "Lulu")[0] == 409


def test_a_master_spy_is_led_to_the_declaration_filled_in(table: SpyTable) -> None:
    table.complete("Lulu", 9)
    assert "Declare victory" not in read(table, "missions/", "Lulu")[1]
    table.complete("Lulu", 1)

    link = re.search(r'href="([^"]*category=dov[^"]*)"', html(table, "missions/", "Lulu"))

    assert link is not None
    url = link.group(1).replace("&amp;", "&")
    (title,), (body,) = (parse_qs(urlsplit(url).query)[name] for name in ("title", "body"))
    assert title == "I am a Master Spy"
    assert all(part in body for part in ("[Ranks]", "10 missions", "[Mission 10](/g/table/spy/missions/10/)"))
    composer = browser(table, "Lulu").get(url).content.decode()
    assert re.search(r'value="dov"[^>]* checked', composer)
    assert "Mission 10" in composer
    assert "Declare victory" not in read(table, "missions/", "Raven")[1]


def test_where_no_declaration_may_be_posted_the_button_says_why(table: SpyTable) -> None:
    table.complete("Lulu", 10)
    rule = "Victory and Ascension"
    text = re.sub(r"\[([^\]]*)\]\(mechanism:dov.declaring\)", r"\1", table.rule(rule).text)
    change(table, amend(table, rule, text))

    page = html(table, "missions/", "Lulu")

    assert "category=dov" not in page
    assert "You are a Master Spy" in page
