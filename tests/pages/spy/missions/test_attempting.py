"""A mission is attempted and ruled on, in the browser; and what a Rank brings."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from dynasties.spy.missions.models import Claim, Team
from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from tests.lawmaking import amend, change
from tests.pages.deciding.pages import address, browser
from tests.pages.spy.missions.reading import CHECKS, bare, html, read, sent
from tests.spying import SpyTable


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
        roster_actions.begin_hiatus(the_floor, "a test")

    page = html(table, "missions/1/", "Lulu")

    assert "such business waits until it ends" in page
    assert re.search(r'button--primary" type="submit" disabled aria-describedby="halted"', page)
    assert sent(table, "missions/1/claim/", "Lulu", words="It is done.", token="now")[0] == 409


def test_in_a_hiatus_the_mastermind_rules_on_nothing_and_opens_nothing(table: SpyTable) -> None:
    mission = table.open_mission("The Door")
    table.claim("Lulu", mission.number)
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")

    page = html(table, "missions/1/", "Kevan")

    shut = re.findall(r'<button [^>]*type="submit"[^>]*halted[^>]*>([^<]+)<', page)
    assert {"Accept", "Refuse", "Close the mission", "Cancel the mission"} <= set(shut)
    assert "such business waits until it ends" in read(table, "missions/new/", "Kevan")[1]


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
