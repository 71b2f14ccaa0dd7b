"""The calendar of nweeks as a file: what programs that subscribe to it find there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.calendars import DAY, FEED, PAGE, at, events, ndays
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db
SITE = "https://nomic.example"


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.NOMIC_SITE_URL = SITE


def test_the_file_holds_the_openings_and_counts_of_a_year_ahead(table: BallotTable) -> None:
    found = events(table)
    assert at(found["nweek-1-opening"]) == MIDNIGHT + 8 * DAY
    assert at(found["nweek-1-count"]) == MIDNIGHT + 12 * DAY
    assert found["nweek-1-opening"]["summary"] == "The Table: Proposals open in nweek 1"
    assert found["nweek-1-count"]["summary"] == "The Table: the ballot of nweek 1 is counted"
    assert max(at(each) for each in found.values()) > datetime(2008, 3, 12, tzinfo=UTC)
    assert len(found) == 33 * 2


def test_each_is_an_instant_and_takes_up_nobodys_time(table: BallotTable) -> None:
    for event in events(table).values():
        assert "dtend" not in event
        assert "duration" not in event
        assert event["transp"] == "TRANSPARENT"
        assert at(event).tzinfo is not None


def test_what_has_been_stays_in_it_for_a_year_with_how_it_went(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    table.to_nday(time_machine, 9)
    table.votes(1, Lulu="FOR")
    table.to_nday(time_machine, 1)
    found = events(table)
    assert found["nweek-1-opening"]["summary"] == "The Table: 1 Proposal opened in nweek 1"
    assert found["nweek-1-count"]["summary"] == "The Table: the ballot of nweek 1 was counted, 1 of 1 Won"
    assert found["nweek-1-count"]["url"] == f"{SITE}/g/{table.made.slug}/ballot/nweeks/1/"
    assert at(found["nweek-1-count"]) == MIDNIGHT + 12 * DAY

    table.desk("turn_off")
    time_machine.move_to(MIDNIGHT + 370 * DAY)
    table.desk("number_from", number=9)
    assert "nweek-1-count" in events(table)
    time_machine.move_to(MIDNIGHT + 379 * DAY)
    table.desk("number_from", number=10)
    assert events(table) == {}


def test_a_ballot_with_nothing_on_it_is_told_as_such(table: BallotTable, time_machine: Traveller) -> None:
    change(table, table.amend("The Count", "[12](dial:nweek.closes)", "[10](dial:nweek.closes)"))
    table.ticks(time_machine, 10)
    assert ndays(table)[8:10] == ["Tue 20 Mar nday 9 nothing opened", "Wed 21 Mar nday 10 counted: nothing was Open"]
    found = events(table)
    assert found["nweek-1-opening"]["summary"] == "The Table: nothing opened in nweek 1"
    assert found["nweek-1-count"]["summary"] == "The Table: the ballot of nweek 1 was counted, and nothing was Open"


def test_what_moves_keeps_its_id_and_comes_as_something_newer(table: BallotTable) -> None:
    before = events(table)
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    after = events(table)
    assert at(after["nweek-1-opening"]) == at(before["nweek-1-opening"]) + 4 * DAY
    assert after["nweek-1-opening"]["uid"] == before["nweek-1-opening"]["uid"]
    assert after["nweek-1-opening"]["sequence"] > before["nweek-1-opening"]["sequence"]


def test_while_the_clock_is_off_nothing_is_ahead(table: BallotTable) -> None:
    table.desk("turn_off")
    assert events(table) == {}


def test_it_is_public_and_the_same_for_everybody(table: BallotTable) -> None:
    files = {browser(table, who).get(address(table, FEED)).content for who in (None, "Josh", "Kevan")}
    assert len(files) == 1


def test_it_says_what_it_is_and_how_often_to_look_again(table: BallotTable) -> None:
    text = browser(table).get(address(table, FEED)).content.decode()
    lines = text.replace("\r\n ", "").split("\r\n")
    assert "X-WR-CALNAME:The Table: openings and counts" in lines
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT6H" in lines
    assert "X-PUBLISHED-TTL:PT6H" in lines
    assert f"URL:{SITE}/g/{table.made.slug}/ballot/calendar/" in lines
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")


def test_a_title_with_signs_of_the_format_comes_through(db: None, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT, tick=False)
    table = BallotTable(title="Tea; coffee, or \\both")
    found = events(table)
    assert found["nweek-1-opening"]["summary"] == "Tea; coffee, or \\both: Proposals open in nweek 1"
    text = browser(table).get(address(table, FEED)).content.decode().replace("\r\n ", "")
    assert "X-WR-CALNAME:Tea\\; coffee\\, or \\\\both: openings and counts\r\n" in text


def test_it_is_not_sent_twice_and_is_sent_again_once_something_happened(
    table: BallotTable, time_machine: Traveller, client: Client
) -> None:
    first = client.get(address(table, FEED))
    again = {"If-None-Match": first["ETag"]}
    assert first["Last-Modified"]
    assert client.get(address(table, FEED), headers=again).status_code == 304
    table.desk("turn_off")
    assert client.get(address(table, FEED), headers=again).status_code == 200


def test_the_page_leads_to_it(table: BallotTable) -> None:
    page = browser(table).get(address(table, PAGE)).content.decode()
    path = address(table, FEED)
    assert f'href="webcal://nomic.example{path}"' in page
    assert f'type="text/calendar" title="The Table: openings and counts" href="{path}"' in page
    assert f"{SITE}{path}" in page
