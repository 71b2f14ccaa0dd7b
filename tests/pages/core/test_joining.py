"""The door of a game: announcing, waiting, being answered."""

from __future__ import annotations

import re

import pytest
import time_machine

from nomic.core.roster.models import Application
from tests.casting import Table
from tests.lawmaking import change
from tests.openings import laid
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    table = laid("Josh")
    table.account("Zack")
    return table


def test_a_stranger_is_asked_to_sign_in_and_brought_back(table: Table) -> None:
    answer = browser(table).get(address(table, "join/"))

    assert answer["Location"] == "/accounts/login/?next=/g/table/join/"


def test_an_announced_arrival_is_shown_to_wait_and_at_the_door_of_the_roster(table: Table) -> None:
    zack = browser(table, "Zack")

    answer = zack.post(address(table, "join/"), {"name": "Zack", "text": "I like laws."})

    assert answer["Location"] == address(table, "join/")
    assert re.search(
        "announced As Zack , just now . It waits for one of the Admins.", words(zack.get(answer["Location"]))
    )
    at_the_door = words(browser(table).get(address(table, "roster/")))
    assert re.search("At the door Zack announced eir arrival just now I like laws", at_the_door)


def test_who_is_not_in_the_game_is_shown_the_door_where_only_agents_may_act(table: Table) -> None:
    refused = browser(table, "Zack").get(address(table, "posts/new/"))

    assert refused.status_code == 409
    assert f'<a href="{address(table, "join/")}">announce your arrival</a>' in refused.content.decode()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "required"),
        ("Kévan", "“Kévan” could be mistaken for “Kevan”, who is here already."),
        ("Quorum", "means something in the law"),
        ("Za\u202eck", "control or invisible characters"),
        ("Za\u200bck", "control or invisible characters"),
        ("x" * 41, "at most 40 characters"),
    ],
)
def test_a_name_that_cannot_be_is_said_at_its_field_and_what_was_typed_is_kept(
    table: Table, name: str, said: str
) -> None:
    answer = browser(table, "Zack").post(address(table, "join/"), {"name": name, "text": "Let me in."})

    assert answer.status_code == 422
    assert re.search(rf'id="id_name_error".*?{said}', answer.content.decode(), re.DOTALL)
    assert "Let me in." in answer.content.decode()
    assert not Application.objects.filter(state="waiting").exists()


def test_who_is_in_the_game_is_told_so(table: Table) -> None:
    assert "You are in this game as Josh" in words(browser(table, "Josh").get(address(table, "join/")))


def test_who_comes_back_finds_eir_name_in_the_field_and_takes_no_other(table: Table) -> None:
    table.leave("Josh")
    josh = browser(table, "Josh")

    offered = josh.get(address(table, "join/")).content.decode()
    answer = josh.post(address(table, "join/"), {"name": "Joshua"})

    assert re.search(r'<input[^>]*name="name"[^>]*value="Josh"', offered)
    assert (answer.status_code, "You were called Josh here" in words(answer)) == (422, True)
    assert josh.post(address(table, "join/"), {"name": "Josh"}).status_code == 302


def test_a_second_announcement_is_refused(table: Table) -> None:
    zack = browser(table, "Zack")
    zack.post(address(table, "join/"), {"name": "Zack"})

    answer = zack.post(address(table, "join/"), {"name": "Zachary"})

    assert answer.status_code == 409
    assert "Your arrival is announced already" in words(answer)


def test_an_announcement_can_be_withdrawn(table: Table) -> None:
    zack = browser(table, "Zack")
    zack.post(address(table, "join/"), {"name": "Zack"})

    zack.post(address(table, "join/withdraw/"))

    assert Application.objects.get(name="Zack").state == "withdrawn"
    assert "Announce your arrival" in words(zack.get(address(table, "join/")))


def test_there_is_nothing_to_withdraw_twice(table: Table) -> None:
    zack = browser(table, "Zack")

    assert zack.post(address(table, "join/withdraw/")).status_code == 302

    zack.post(address(table, "join/"), {"name": "Zack"})
    zack.post(address(table, "join/withdraw/"))
    assert zack.post(address(table, "join/withdraw/")).status_code == 409


def test_an_admin_admits(table: Table) -> None:
    application = table.announce("Zack")
    kevan = browser(table, "Kevan")
    assert "Admit Zack" in words(kevan.get(address(table, "roster/")))

    kevan.post(address(table, f"join/{application}/admit/"))

    assert "Zack is on the roster." in words(kevan.get(address(table, "roster/")))


def test_who_is_no_admin_sees_no_button_and_is_refused(table: Table) -> None:
    application = table.announce("Zack")
    josh = browser(table, "Josh")

    assert "Admit Zack" not in words(josh.get(address(table, "roster/")))
    assert josh.post(address(table, f"join/{application}/admit/")).status_code == 409
    assert josh.post(address(table, f"join/{application}/decline/"), {"why": "No."}).status_code == 409


def test_declining_asks_for_a_reason_at_its_field(table: Table) -> None:
    application = table.announce("Zack")

    answer = browser(table, "Kevan").post(address(table, f"join/{application}/decline/"), {"why": " "})

    assert answer.status_code == 422
    assert f'id="decline_{application}_why_error"' in answer.content.decode()
    assert Application.objects.get(pk=application).state == "waiting"


def test_who_is_declined_reads_by_whom_and_why_and_may_try_again(table: Table) -> None:
    application = table.announce("Zack")
    browser(table, "Kevan").post(address(table, f"join/{application}/decline/"), {"why": "Full tonight."})

    told = words(browser(table, "Zack").get(address(table, "join/")))

    assert "was declined just now by Kevan: “Full tonight.”" in told
    assert "Announce your arrival" in told


def test_a_forged_application_is_refused(table: Table) -> None:
    other = Table(slug="other", title="Other")
    application = other.announce("Lulu")

    assert browser(table, "Kevan").post(address(table, f"join/{application}/admit/")).status_code == 409
    assert browser(table, "Kevan").post(address(table, "join/999999/admit/")).status_code == 409


def test_where_the_law_lets_nobody_in_the_button_is_off_and_says_why(table: Table) -> None:
    change(table, table.repeal("Agents"))

    page = browser(table, "Zack").get(address(table, "join/"))

    assert re.search(r'type="submit" disabled>Announce', page.content.decode())
    assert "No rule of this game provides for that any more." in words(page)
