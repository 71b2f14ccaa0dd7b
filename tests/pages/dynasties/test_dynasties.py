"""The list of Dynasties, the archive of each, and the colours of the present one. (Rule 1.8)"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from dynasties.succession.models import Dynasty
from dynasties.succession.rules import accent_colours
from tests.casting import Table
from tests.openings import laid
from tests.pages.deciding.pages import address, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Any:
    """The second Dynasty is open."""
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC), tick=False) as clock:
        table = laid("Josh", "Lulu")
        table.win("Josh", clock)
        table.ascend("Josh", "The Sea", {"Agent": "Sailor"}, text="Ahoy.", accent=205, emblem="⚓")
        yield table


def read(table: Table, client: Client, page: str) -> Any:
    return client.get(address(table, page))


def test_the_list_names_every_dynasty_the_newest_first(played: Table, client: Client) -> None:
    shown = words(read(played, client, "dynasties/"))

    assert shown.index("The First Dynasty of Josh") < shown.rindex("The First Dynasty of Kevan")


def test_the_archive_holds_address_words_and_how_it_stands(played: Table, client: Client) -> None:
    shown = words(read(played, client, "dynasties/2/"))

    assert "Ahoy." in shown
    assert "Sailor, Sailors" in shown


def test_the_archive_of_an_ended_one_leads_to_law_and_tracker_as_they_were(played: Table, client: Client) -> None:
    first = Dynasty.objects.get(game=played.made, number=1)
    assert first.ended_seq

    html = read(played, client, "dynasties/1/").content.decode()

    assert f"/ruleset/after/{first.ended_seq - 1}/" in html
    assert f"/tracker/?after={first.ended_seq - 1}" in html
    assert "#1 Mine" in html


def test_the_archive_leads_on_to_the_dynasties_beside_it(played: Table, client: Client) -> None:
    first, second = (words(read(played, client, f"dynasties/{number}/")) for number in (1, 2))

    assert "After it came The First Dynasty of Josh" in first
    assert "Before it came The First Dynasty of Kevan" in second
    assert "Before it came" not in first
    assert "After it came" not in second


def test_there_is_no_dynasty_that_never_was(played: Table, client: Client) -> None:
    assert read(played, client, "dynasties/3/").status_code == 404


def test_the_sheet_has_the_colour_for_light_paper_and_for_dark(played: Table, client: Client) -> None:
    answer = read(played, client, "dynasty.css")

    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert all(colour in answer.content.decode() for colour in accent_colours(205))


def test_every_page_links_it_and_bears_the_emblem(played: Table, client: Client) -> None:
    html = read(played, client, "").content.decode()

    assert f"/g/{played.made.slug}/dynasty.css?hue=205" in html
    assert "⚓ The First Dynasty of Josh" in html


def test_a_dynasty_without_a_colour_links_none(client: Client) -> None:
    table = Table()

    assert "dynasty.css" not in read(table, client, "").content.decode()
    assert read(table, client, "dynasty.css").content == b""


def test_the_log_tells_of_them_by_name_and_leads_there(played: Table, client: Client) -> None:
    answer = read(played, client, "log/")

    assert "The First Dynasty of Josh begins." in words(answer)
    assert f'href="/g/{played.made.slug}/dynasties/2/"' in answer.content.decode()


def test_the_list_asks_as_much_of_the_database_for_four_dynasties_as_for_two(
    played: Table, client: Client, clock: time_machine.Traveller
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            read(played, client, "dynasties/")
        return len(asked)

    clock.shift(timedelta(days=1))
    few = cost()
    for name in ("Lulu", "Kevan"):
        clock.shift(timedelta(days=30))
        played.win(name, clock)
        played.ascend(name)

    assert cost() == few
