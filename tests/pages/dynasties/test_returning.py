"""Before an idle Agent is brought back, e and the Admin read what is kept and what is a newcomer's."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from tests.casting import Table
from tests.openings import kept
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return kept(with_gems, clock)


def with_gems(clock: time_machine.Traveller) -> Table:
    """Sam has nine of gold and went idle; what is counted since is the gems, and a secret."""
    table = Table("Lulu", "Sam")
    table.column("Gold", standard=3)
    table.update("Lulu", table.cell("Gold", "Sam", "set", 9))
    table.idle("Sam")
    table.column("Gems", standard=2)
    return table


def page(table: Table, name: str, path: str) -> Any:
    return browser(table, name).get(address(table, path))


def test_the_admin_reads_field_by_field_what_the_agent_will_find(table: Table) -> None:
    asked = browser(table, "Sam").post(address(table, "roster/back/"))
    sam = table.agent("Sam").pk

    before = words(page(table, "Kevan", f"roster/{sam}/unidle/"))
    done = browser(table, "Kevan").post(address(table, f"roster/{sam}/unidle/"))

    assert asked.status_code == 302
    assert "Gold 9 kept" in before
    assert "Gems 2 a newcomer’s: it did not exist before" in before
    assert (done.status_code, table.agent("Sam").is_playing) == (302, True)
    assert (table.held("Gold", "Sam"), table.held("Gems", "Sam")) == (9, 2)


def test_whoever_asks_to_come_back_reads_the_same(table: Table) -> None:
    before = words(page(table, "Sam", "roster/back/"))

    assert "Gold 9 kept" in before
    assert "Gems 2 a newcomer’s: it did not exist before" in before
    assert "disabled" not in page(table, "Sam", "roster/back/").content.decode()


def test_who_has_not_asked_is_not_brought_back_and_the_button_says_so(table: Table) -> None:
    path = f"roster/{table.agent('Sam').pk}/unidle/"

    asked = page(table, "Kevan", path)
    done = browser(table, "Kevan").post(address(table, path))

    assert "Sam has not asked to come back." in words(asked)
    assert "disabled>Bring Sam back" in asked.content.decode()
    assert (done.status_code, table.agent("Sam").is_playing) == (409, False)


def test_who_is_not_idle_has_nothing_to_come_back_from(table: Table) -> None:
    asked = page(table, "Lulu", "roster/back/")

    assert asked.status_code == 200
    assert "Lulu is not idle." in words(asked)


def test_only_an_admin_sees_the_page_that_brings_back(table: Table) -> None:
    asked = page(table, "Lulu", f"roster/{table.agent('Sam').pk}/unidle/")

    assert asked.status_code == 409
    assert page(table, "Kevan", "roster/999/unidle/").status_code == 404
