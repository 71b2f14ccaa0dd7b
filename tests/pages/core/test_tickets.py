"""The ticket in a letter by which there are no more like it: forged, bent, another's, and sent again."""

from __future__ import annotations

import pytest
import time_machine
from django.core import signing
from django.test import Client

from nomic.core.log.models import Event
from nomic.core.notifications import queries as notifications_queries
from tests.casting import Table
from tests.openings import laid
from tests.pages.deciding.pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu")


def ticket(table: Table, name: str = "Josh", kind: str = "comment") -> str:
    """The whole address."""
    return notifications_queries.stop_url(table.account(name).pk, kind)


def reach(table: Table, name: str) -> object:
    return notifications_queries.reaches(table.account(name).pk)["comment"]


def changed(address: str, place: int) -> str:
    """The address with one sign of its ticket replaced."""
    ticket = address.rstrip("/").rpartition("/")[2]
    sign = "A" if ticket[place] != "A" else "B"
    return address.replace(ticket, ticket[:place] + sign + (ticket[place + 1 :] if place != -1 else ""))


def test_a_mail_program_stops_letters_without_a_page_of_ours(table: Table) -> None:
    before = reach(table, "Josh"), reach(table, "Lulu")
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(ticket(table), {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert reach(table, "Josh") != before[0]
    assert reach(table, "Lulu") == before[1]


def test_looking_at_it_stops_nothing(table: Table) -> None:
    before = reach(table, "Josh")

    for ask in (Client().get, Client().head):
        assert ask(ticket(table)).status_code == 200

    assert reach(table, "Josh") == before


@pytest.mark.parametrize("place", [0, 5, 12, 20, -1])
def test_a_bent_ticket_leads_nowhere(table: Table, place: int) -> None:
    before = reach(table, "Josh")

    assert Client().post(changed(ticket(table), place)).status_code == 404
    assert reach(table, "Josh") == before


@pytest.mark.parametrize("salt", ["django.core.signing", "nomic.other"])
def test_what_was_signed_for_something_else_is_no_ticket(table: Table, salt: str) -> None:
    signed = signing.dumps([table.account("Josh").pk, "comment"], salt=salt)

    assert Client().post(f"/inbox/stop/{signed}/").status_code == 404


@pytest.mark.parametrize("said", ["x", ":", "a:b:c", "%00", "é"])
def test_what_was_never_signed_is_no_ticket(table: Table, said: str) -> None:
    assert Client().post(f"/inbox/stop/{said}/").status_code == 404


def test_one_ticket_bears_no_part_of_another(table: Table) -> None:
    josh, lulu = (ticket(table, name).rstrip("/").rpartition("/")[2] for name in ("Josh", "Lulu"))
    mixed = [josh.split(":")[0], *lulu.split(":")[1:]]

    assert Client().post(f"/inbox/stop/{':'.join(mixed)}/").status_code == 404


def test_anothers_ticket_stops_the_letters_of_whom_it_was_written_to_alone(table: Table) -> None:
    before = reach(table, "Lulu")

    browser(table, "Lulu").post(ticket(table, "Josh"))

    assert reach(table, "Lulu") == before


def test_sent_again_it_takes_back_no_other_choice(table: Table) -> None:
    others = {
        kind: way for kind, way in notifications_queries.reaches(table.account("Josh").pk).items() if kind != "comment"
    }

    for _ in range(2):
        assert Client().post(ticket(table)).status_code == 200

    now = notifications_queries.reaches(table.account("Josh").pk)
    assert {kind: way for kind, way in now.items() if kind != "comment"} == others


def test_an_account_that_is_gone_has_nothing_to_stop(table: Table) -> None:
    assert Client().post(notifications_queries.stop_url(10**9, "comment")).status_code == 404


def test_it_signs_nobody_in_and_makes_no_event(table: Table) -> None:
    client, before = Client(), Event.objects.count()

    client.post(ticket(table))

    assert "_auth_user_id" not in client.session
    assert Event.objects.count() == before
