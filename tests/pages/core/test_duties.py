from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from nomic.core.duties import actions as duties_actions
from nomic.core.duties.actions import NewDuty
from nomic.core.floor import floor
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.openings import laid

pytestmark = pytest.mark.django_db
URL = "/g/table/duties/"


@pytest.fixture
def table() -> Table:
    table = laid("Josh", "Lulu")
    with floor(table.made.pk) as the_floor:
        duties_actions.record_duty(
            the_floor, "a", NewDuty(table.agent("Josh"), "bake a <b>cake</b>", "Cakes", "post:1")
        )
        duties_actions.record_duty(the_floor, "b", NewDuty(None, "light the candles", "Cakes"))
    return table


def page_for(table: Table, name: str | None) -> str:
    client = Client()
    if name:
        client.force_login(table.account(name))
    return client.get(URL).content.decode()


def test_everybody_reads_who_owes_what(table: Table) -> None:
    page = page_for(table, None)

    assert "bake a &lt;b&gt;cake&lt;/b&gt;" in page
    assert "any Admin" in page
    assert "You owe" not in page


@pytest.mark.parametrize(("name", "buttons"), [("Josh", 1), ("Lulu", 0), ("Kevan", 1)])
def test_a_button_stands_where_one_may_report_it(table: Table, name: str, buttons: int) -> None:
    assert page_for(table, name).count(">Done</button>") == buttons


def test_a_duty_is_reported_with_a_note_and_stands_among_the_done(table: Table, client: Client) -> None:
    client.force_login(table.account("Josh"))

    answer = client.post(f"{URL}1/done/", {"note": "With cherries."}, follow=True)

    assert "Done by Josh" in answer.content.decode()
    assert "With cherries." in answer.content.decode()


def test_a_note_that_is_too_long_is_told_at_its_field_and_kept(table: Table, client: Client) -> None:
    client.force_login(table.account("Josh"))

    answer = client.post(f"{URL}1/done/", {"note": "a" * 1_001})

    assert answer.status_code == 422
    assert "a" * 1_001 in answer.content.decode()


def test_somebody_elses_duty_is_refused_and_one_that_is_not_there_not_understood(table: Table, client: Client) -> None:
    client.force_login(table.account("Lulu"))

    assert client.post(f"{URL}1/done/").status_code == 409
    assert client.post(f"{URL}9/done/").status_code == 422


def test_acts_say_whether_they_are_allowed_now_or_when_next() -> None:
    with time_machine.travel(datetime(2026, 3, 14, 23, 30, tzinfo=UTC), tick=False):
        table = Table("Josh", "Lulu")
        change(table, enact("Supplies", "An Agent may [often](often:supply-roll) roll."))
        before = page_for(table, "Josh")
        table.roll("Josh", act="supply-roll")

        assert "allowed now" in before
        assert "Next allowed at 15 Mar 2026, 05:30 UTC" in page_for(table, "Josh")
        assert "allowed now" in page_for(table, "Lulu")
        assert "Supply roll" not in page_for(table, None)
