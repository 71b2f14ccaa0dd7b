"""An Agent's dossier in a browser: eir own secrets, eir acts, and proofs of eir lines."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from time_machine import Traveller

from dynasties.spy.disclosure import actions as disclosure_actions
from dynasties.spy.dossier import queries as dossier_queries
from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from nomic.core.secrets import rules as secrets_rules
from nomic.core.secrets.queries import published_root
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

DOSSIER = "spy/dossier/"


def read(table: SpyTable, who: str = "Lulu", path: str = "") -> str:
    response = browser(table, who).get(address(table, DOSSIER + path))
    assert response.status_code == 200
    return words(response)


def sent(table: SpyTable, path: str, who: str = "Lulu", **typed: object) -> tuple[int, str]:
    response = browser(table, who).post(address(table, DOSSIER + path), {"token": "form-x"} | typed, follow=True)
    return response.status_code, words(response)


def test_an_agent_reads_what_is_secret_about_em(table: SpyTable) -> None:
    table.put("Lulu", "FIN", affiliation="Double Agent (World)", side="behind")
    table.give("Lulu", air=1, sea=2, land=3)

    page = read(table)

    for said in ("Double Agent (World)", "Finland (FIN)", "behind the Iron Curtain", "2 Sea Tickets", "you may now"):
        assert said in page


def test_nothing_of_another_is_in_it(table: SpyTable) -> None:
    table.put("Raven", "FIN", affiliation="World", prison=None)
    table.declare_for("Josh", "Mastermind")

    page = read(table)

    assert "Finland" not in page
    assert "Josh declares" not in page


def test_the_mastermind_has_none_and_a_visitor_is_asked_to_sign_in(table: SpyTable) -> None:
    response = browser(table, "Kevan").get(address(table, DOSSIER))

    assert response.status_code == 409
    assert "The Mastermind takes no part in this" in words(response)
    assert Client().get(address(table, DOSSIER)).status_code == 302


def test_it_is_in_the_bar_of_who_takes_part(table: SpyTable) -> None:
    def bar(who: str) -> str:
        return browser(table, who).get(address(table, "")).content.decode()

    assert 'href="/g/table/spy/dossier/"' in bar("Lulu")
    assert 'href="/g/table/spy/dossier/"' not in bar("Kevan")
    assert 'href="/g/table/spy/desk/"' in bar("Kevan")
    assert 'href="/g/table/spy/desk/"' not in bar("Lulu")


def test_it_is_kept_by_no_cache(table: SpyTable) -> None:
    assert "no-store" in browser(table, "Lulu").get(address(table, DOSSIER))["Cache-Control"]


def test_an_affiliation_is_declared_there_and_the_form_is_gone(table: SpyTable) -> None:
    assert "until 19 Jan 2026, 12:00 UTC" in read(table)

    status, page = sent(table, "declare/", affiliation="Mastermind")

    assert (status, table.cover("Lulu").affiliation) == (200, "Mastermind")
    assert "The Mastermind knows, and nobody else." in page
    assert "Declare your Affiliation" not in page


@pytest.mark.parametrize("typed", [{}, {"affiliation": "France"}])
def test_a_fifth_affiliation_is_refused_at_its_field(table: SpyTable, typed: dict[str, str]) -> None:
    status, page = sent(table, "declare/", **typed)

    assert status == 422
    assert "Choose one of the four." in page


def test_the_answer_to_an_attempt_is_told_on_the_page_alone(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "WAR")
    table.put("Josh", "PAR")

    away = sent(table, "capture/", target_id=table.agent("Raven").pk, token="one")[1]
    there = sent(table, "capture/", target_id=table.agent("Josh").pk, token="two")[1]

    assert "There is nobody of that name where you are." in away
    assert "Your attempt waits for the Mastermind’s die." in there
    assert "You on Raven: not where you were" in there
    assert "Warsaw" not in there


def test_a_captor_without_an_affiliation_sees_why_e_may_not(table: SpyTable) -> None:
    table.put("Lulu", "PAR")
    page = read(table)
    assert "Declare an Affiliation first" in page

    status, again = sent(table, "capture/", target_id=table.agent("Raven").pk)

    assert status == 409
    assert "The rules do not allow that; nothing was changed." in again


def test_a_target_reads_that_e_was_meant_and_not_by_whom(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="Mastermind")
    table.rule_on(table.attempt("Lulu", "Raven"))

    page = read(table, "Raven")

    captures = page.partition("Captures")[2].partition("Your secret log")[0]
    assert "Somebody on you:" in captures
    assert "Lulu" not in captures + page.partition("Your secret log")[2].partition("Roster")[0]


def test_a_prisoner_is_told_what_e_may_do_and_turns(table: SpyTable) -> None:
    table.put("Lulu", "ICE", affiliation="Double Agent (World)", prison="ICE")
    assert "In Iceland (ICE), the prison of the World." in read(table)

    assert "Your Affiliation is World now." in sent(table, "turn/")[1]

    assert table.cover("Lulu").affiliation == "World"


def test_a_rescue_is_paid_for_there(table: SpyTable) -> None:
    table.put("Raven", "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Lulu", "ICE", walked_in=True)
    table.give("Lulu", air=1, sea=1, land=1)

    status, page = sent(table, "rescue/", prisoner_id=table.agent("Raven").pk)

    assert (status, table.cover("Raven").prison) == (200, None)
    assert "It is paid, and the prisoner is free." in page
    assert "Raven is rescued by Lulu." in read(table, "Raven")


def test_a_rescue_elsewhere_cannot_be_pressed_and_is_refused(table: SpyTable) -> None:
    table.put("Lulu", "PAR", walked_in=True)
    assert "A rescue is for a prisoner who is where you are." in read(table)

    assert sent(table, "rescue/", prisoner_id=table.agent("Raven").pk)[0] == 409


def test_disclosures_are_told_to_both(table: SpyTable) -> None:
    table.put("Lulu", "PAR")
    disclosure_actions.disclose_thing(
        actor_id=table.agent("Kevan").pk,
        game_id=table.made.pk,
        owner_id=table.agent("Lulu").pk,
        to_id=table.agent("Raven").pk,
        what="location",
    )

    assert "You were told of Lulu: Location, Paris (PAR)." in read(table, "Raven")
    assert "Of yours was disclosed to somebody: Location." in read(table)


def test_each_line_of_the_log_can_be_proven_from_the_next_day(table: SpyTable, clock: Traveller) -> None:
    table.declare_for("Lulu", "World")
    (line,) = dossier_queries.own_log(table.theatre, table.agent("Lulu"), table.game)
    path = f"log/{line.commitment}/"
    assert "this can be proven from tomorrow" in read(table, path=path)

    clock.shift(timedelta(days=1))
    table.sweep()

    said = json.loads(browser(table, "Lulu").get(address(table, DOSSIER + path + "?download")).content)
    proof = secrets_rules.read_proof(json.dumps(said))
    assert all(each.holds for each in secrets_rules.findings(proof, published_root(table.made.pk, proof.event)))
    assert said["opened"]["content"]["data"]["affiliation"] == "World"


@pytest.mark.parametrize("who", ["Raven", "Kevan"])
def test_a_line_of_another_is_not_there(table: SpyTable, who: str) -> None:
    table.declare_for("Lulu", "World")
    (line,) = dossier_queries.own_log(table.theatre, table.agent("Lulu"), table.game)

    assert browser(table, who).get(address(table, f"{DOSSIER}log/{line.commitment}/")).status_code == 404
    assert browser(table, "Lulu").get(address(table, f"{DOSSIER}log/{'0' * 64}/")).status_code == 404


def test_who_is_idle_still_reads_eir_record_and_may_do_nothing(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    table.idle("Lulu")

    page = read(table)

    assert "You take no part at present." in page
    assert "Attempt it" not in page


def test_when_the_law_is_gone_the_record_stays(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    change(table, *(table.repeal(each.title) for each in table.rules() if "spy." in each.text))

    page = read(table)

    assert "This is your record as it was left." in page
    assert "Paris (PAR)" in page


def test_in_a_hiatus_nothing_can_be_pressed_and_the_page_says_why(table: SpyTable) -> None:
    table.put("Lulu", "PAR", affiliation="World")
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")

    page = browser(table, "Lulu").get(address(table, DOSSIER)).content.decode()

    assert 'type="submit" disabled aria-describedby="capture-not"' in page
    assert "such business waits until it ends" in page
    assert sent(table, "capture/", target_id=table.agent("Raven").pk)[0] == 409
