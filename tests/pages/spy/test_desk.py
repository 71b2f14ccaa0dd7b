"""The Mastermind's desk in a browser: everything for em, and nothing for anybody else."""

from __future__ import annotations

import pytest
from django.test import Client
from time_machine import Traveller

from dynasties.spy.map import queries as map_queries
from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from proposals.posts.models import Post
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

DESK = "spy/desk/"


def read(table: SpyTable, who: str = "Kevan", path: str = "") -> str:
    response = browser(table, who).get(address(table, DESK + path))
    assert response.status_code == 200
    return words(response)


def sent(table: SpyTable, path: str, who: str = "Kevan", **typed: object) -> tuple[int, str]:
    response = browser(table, who).post(address(table, DESK + path), typed, follow=True)
    return response.status_code, words(response)


def crown(table: SpyTable, name: str) -> None:
    with floor(table.made.pk) as the_floor:
        roster_actions.crown_mastermind(the_floor, table.agent(name))


def test_the_mastermind_reads_everything_that_is_secret(table: SpyTable) -> None:
    table.put("Lulu", "FIN", affiliation="Double Agent (World)", side="behind")
    table.put("Raven", "ICE", affiliation="World", prison="ICE")

    page = read(table)

    for said in ("Double Agent (World)", "Finland (FIN) behind the Iron Curtain", "in ICE", "not declared, until"):
        assert said in page


def in_the_bar(table: SpyTable) -> int:
    """How much waits on the desk, by the game's bar."""
    bar = browser(table, "Kevan").get(address(table, "spy/map/")).context["game_nav"]
    return int(next(each.count for each in bar if each.label == "Desk"))


def test_the_bar_counts_what_waits_for_a_ruling(table: SpyTable) -> None:
    for name in ("Lulu", "Raven"):
        table.put(name, "FIN", affiliation="World")
    table.put("Josh", "PAR")
    assert in_the_bar(table) == 0

    attempt = table.attempt("Lulu", "Raven")
    table.attempt("Raven", "Josh")
    table.open_mission()
    table.claim("Raven", 1)

    assert in_the_bar(table) == 2
    table.rule_on(attempt)
    assert in_the_bar(table) == 1


@pytest.mark.parametrize("who", ["Lulu", "Josh"])
def test_nobody_else_gets_it(table: SpyTable, who: str) -> None:
    table.put("Raven", "FIN")

    response = browser(table, who).get(address(table, DESK))

    assert response.status_code == 409
    assert "Only the Mastermind may do that." in words(response)
    assert "FIN" not in words(response)


def test_a_visitor_is_asked_to_sign_in(table: SpyTable) -> None:
    assert Client().get(address(table, DESK)).status_code == 302


def test_a_game_without_spies_has_none(table: SpyTable) -> None:
    other = SpyTable.__mro__[1]("Lulu", slug="other")

    assert browser(other, "Kevan").get(address(other, DESK)).status_code == 404


def test_the_incoming_mastermind_gets_the_desk_and_the_outgoing_loses_it_at_once(table: SpyTable) -> None:
    table.put("Raven", "FIN")
    crown(table, "Josh")

    assert "Finland (FIN)" in read(table, "Josh")
    assert browser(table, "Kevan").get(address(table, DESK)).status_code == 409
    assert 'href="/g/table/spy/desk/"' not in browser(table, "Kevan").get(address(table, "")).content.decode()


def test_it_is_kept_by_no_cache(table: SpyTable) -> None:
    assert "no-store" in browser(table, "Kevan").get(address(table, DESK))["Cache-Control"]


def test_one_click_deals_to_all_who_have_no_location(table: SpyTable) -> None:
    assert "No Location yet: Josh, Lulu, Raven" in read(table)

    assert "3 Locations are dealt." in sent(table, "deal/")[1]

    assert all(table.cover(name).location for name in ("Lulu", "Raven", "Josh"))
    assert "No Location yet" not in read(table)


def test_a_location_is_assigned_by_hand(table: SpyTable) -> None:
    status, _ = sent(table, "assign/", agent_id=table.agent("Lulu").pk, code="BER")

    assert (status, table.cover("Lulu").location) == (200, "BER")


def test_what_was_not_understood_stands_at_its_field_with_what_was_typed(table: SpyTable) -> None:
    typed = {"agent_id": table.agent("Lulu").pk, "field": "location", "value": "Atlantis", "why": "A slip."}
    response = browser(table, "Kevan").post(address(table, DESK + "correct/"), typed)

    assert response.status_code == 422
    assert "It can be the code of a territory" in words(response)
    assert 'value="Atlantis"' in response.content.decode()
    assert "A slip." in words(response)


def test_a_correction_is_in_the_trail_with_its_reason(table: SpyTable) -> None:
    table.put("Lulu", "BER")
    sent(table, "correct/", agent_id=table.agent("Lulu").pk, field="location", value="PAR", why="I misread it.")

    assert "The record of Lulu is put right" in read(table)
    assert "“I misread it.”" in read(table)


def test_an_attempt_waits_there_and_is_ruled_on(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="Mastermind")
    attempt = table.attempt("Lulu", "Raven")
    assert "Lulu would capture Raven" in read(table)

    status, page = sent(table, f"attempts/{attempt.uid}/")

    assert status == 200
    assert "The die shows" in page
    assert "Lulu would capture Raven" not in page
    assert "Lulu on Raven:" in page


def test_failed_attempts_are_on_record(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "WAR")
    table.attempt("Lulu", "Raven")

    assert "Lulu on Raven: not there (Paris (PAR), and Warsaw (WAR))" in read(table)


def test_who_passed_the_checkpoint_is_a_duty_until_it_is_posted(table: SpyTable, clock: Traveller) -> None:
    table.put("Lulu", "BER", side="behind")
    table.move("Lulu", "FRA")
    assert "Lulu passed Checkpoint Charlie, from Berlin (BER) to Frankfurt (FRA)" in read(table)
    (passage,) = map_queries.passages(table.theatre, table.agent("Kevan"), table.game)

    assert "The journal tells of it" in sent(table, f"checkpoint/{passage.uid}/")[1]

    assert Post.objects.filter(game=table.made, title="Checkpoint Charlie").count() == 1
    assert "Post now" not in read(table)


@pytest.mark.parametrize("path", ["deal/", "assign/", "correct/", "attempts/x/", "checkpoint/x/"])
def test_nobody_else_acts_there(table: SpyTable, path: str) -> None:
    assert sent(table, path, "Lulu")[0] == 409


def test_the_trail_can_be_sifted(table: SpyTable) -> None:
    table.put("Lulu", "PAR")
    table.put("Raven", "WAR")
    table.declare_for("Lulu")

    page = read(table, path=f"?of={table.agent('Lulu').pk}&how=declared")

    assert "Lulu declares eir Affiliation: World." in page
    assert "Lulu is given" not in page
    assert "Raven is given" not in page


@pytest.mark.parametrize("asked", ["?of=x", "?of=999999", "?how=flew", "?page=99"])
def test_odd_questions_show_the_page_all_the_same(table: SpyTable, asked: str) -> None:
    assert "Everybody" in read(table, path=asked)


def test_a_claim_and_an_unpriced_gadget_wait_there(table: SpyTable) -> None:
    table.equip("Raven", "leave-prison")
    table.open_mission("The Door", "Kevan")
    table.claim("Lulu", 1)

    page = read(table)

    assert "Lulu says that “ The Door ” is completed" in page
    assert "Set the cost of" in page


def test_the_mastermind_disposes_of_what_is_left_when_the_law_is_gone(table: SpyTable) -> None:
    table.put("Lulu", "PAR")
    change(table, *(table.repeal(each.title) for each in table.rules() if "spy." in each.text))

    page = read(table)

    assert "The law of spies is not in force now." in page
    assert "Paris (PAR)" in page


def test_in_a_hiatus_nothing_can_be_pressed_and_the_page_says_why(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="World")
    attempt = table.attempt("Lulu", "Raven")
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")

    page = browser(table, "Kevan").get(address(table, DESK)).content.decode()

    assert f'aria-describedby="attempt-{attempt.uid}-head halted" disabled' in page
    assert "such business waits until it ends" in page
    assert sent(table, f"attempts/{attempt.uid}/")[0] == 409
