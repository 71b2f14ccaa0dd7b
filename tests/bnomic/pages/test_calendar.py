"""The calendar of nweeks: what has been, what will be, what a Clock that stands means; and its file."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from time_machine import Traveller

from nomic.core.actions import hiatus
from nomic.core.floor import floor
from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.lawmaking import change
from tests.openings import opened
from tests.pages.deciding.pages import address, browser, words

SITE, DAY = "https://nomic.example", timedelta(days=1)
PAGE, FEED = "ballot/calendar/", "ballot/calendar.ics"


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    """Kevan (Administrator), Josh, Lulu and Raven, at nine in the morning of Monday 12 March: nday 1 of nweek 1."""
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return opened("ballot", lambda: BallotTable("Josh", "Lulu", "Raven"))


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.NOMIC_SITE_URL = SITE


def shown(table: Table, who: str | None = None) -> str:
    answer = browser(table, who).get(address(table, PAGE))
    assert answer.status_code == 200
    return words(answer)


def ndays(table: Table) -> list[str]:
    """What the page says of each nday, in order."""
    page = browser(table).get(address(table, PAGE)).content.decode()
    items = re.findall(r'<li class="nday.*?</li>', page, re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", each)).strip() for each in items]


# -- the page


def test_the_present_nweek_and_the_next_three_are_told_with_their_dates(table: BallotTable) -> None:
    told = ndays(table)
    assert told[:2] == ["Mon 12 Mar today nday 1", "Tue 13 Mar nday 2"]
    assert told[8] == "Tue 20 Mar nday 9 opening"
    assert told[11] == "Fri 23 Mar nday 12 count"
    assert told[12] == "Sat 24 Mar nday 1"
    assert len(told) == 4 * 12
    assert re.findall(r"Nweek \d+", shown(table)) == ["Nweek 1", "Nweek 2", "Nweek 3", "Nweek 4"]


def test_the_next_opening_and_count_are_told_and_that_they_hold_by_law_and_clock(table: BallotTable) -> None:
    told = shown(table)
    assert "Next opening 20 Mar 2007, 00:00 UTC Next count 24 Mar 2007, 00:00 UTC" in told
    assert "What is ahead holds while the law and the Clock stay as they are" in told


def test_what_has_been_is_told_as_it_was(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    change(table, table.amend("The Count", "[12](dial:nweek.closes)", "[10](dial:nweek.closes)"))
    table.to_nday(time_machine, 9)
    table.votes(1, Lulu="FOR")
    table.ticks(time_machine, 2)
    told = ndays(table)
    assert told[8:11] == [
        "Tue 20 Mar nday 9 1 opened", "Wed 21 Mar nday 10 counted: 1 Won, 0 Lost", "Thu 22 Mar today nday 11",
    ]  # fmt: skip
    assert told[11] == "Fri 23 Mar nday 12"


def test_a_pause_shows_where_it_was_and_moves_what_comes_after_it(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 1)
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    table.ticks(time_machine, 4)
    told = ndays(table)
    assert told[1] == "Tue 13 Mar to 16 Mar nday 2 Clock Off from 13 Mar, 00:01, to 16 Mar, 00:00"
    assert told[2] == "Sat 17 Mar today nday 3"
    assert told[8] == "Fri 23 Mar nday 9 opening"


def test_a_clock_that_pauses_is_told_with_its_end_and_what_comes_after_it(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    told = shown(table)
    assert "turns On by itself 16 Mar 2007, 00:00 UTC" in told
    assert "Next opening 24 Mar 2007, 00:00 UTC" in told
    assert ndays(table)[:2] == [
        "Mon 12 Mar to 16 Mar today nday 1 Clock Off from 12 Mar, 09:00, on", "Sat 17 Mar nday 2"
    ]  # fmt: skip


def test_while_the_clock_is_off_nothing_ahead_has_a_date(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("turn_off")
    table.ticks(time_machine, 3)
    told, page = ndays(table), shown(table)
    assert told[0].startswith("since Mon 12 Mar today nday 1")
    assert told[1:] == [f"nday {nday}" + {9: " opening", 12: " count"}.get(nday, "") for nday in range(2, 13)]
    assert "Midnights do nothing until one of the Administrators turns it On" in page
    assert "At the soonest, were it turned On today: Next opening 23 Mar 2007, 00:00 UTC" in page


def test_where_no_rule_provides_for_a_clock_it_stands(table: BallotTable) -> None:
    change(table, table.repeal("Nweeks and Ndays"))
    told = shown(table)
    assert "The Clock stands Nday 1 of nweek 1 No rule of this game provides for a Clock now" in told
    assert "Next opening" not in told
    assert events(table) == {}


def test_in_a_hiatus_the_clock_stands_even_if_it_pauses_besides(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + 4 * DAY)
    with floor(table.made.pk) as the_floor:
        hiatus.begin(the_floor, "A feast.")
    told = shown(table)
    assert "The Clock stands Nday 1 of nweek 1 The game is in hiatus: until that is over, midnights do nothing." in told
    assert "Next opening" not in told
    assert ndays(table)[1] == "nday 2"


def test_what_is_due_and_not_on_record_is_told_as_late_and_holds(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 8, clerk=False)
    told = ndays(table)
    assert told[8] == "Tue 20 Mar today nday 9 opening, due"
    assert "Something that was due 13 Mar 2007, 00:00 UTC is not on record yet" in shown(table)
    assert "Nday 9 of nweek 1" in shown(table)
    table.sweep()
    assert ndays(table)[8] == "Tue 20 Mar today nday 9 1 opened"
    assert "not on record" not in shown(table)


def test_a_pause_that_is_over_is_over_though_nobody_has_looked(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("pause", until=MIDNIGHT + 2 * DAY)
    table.ticks(time_machine, 2, clerk=False)
    told = shown(table)
    assert "The Clock is On Nday 1 of nweek 1" in told
    assert "Next opening 22 Mar 2007" in told


def test_an_nweek_without_end_is_told_for_a_while(table: BallotTable, time_machine: Traveller) -> None:
    change(table, table.amend("Nweeks and Ndays", "[twelve](dial:nweek.length)", "many"))
    table.desk("set_clock", nweek=1, nday=5000)
    told = ndays(table)
    assert "nday 5100" in told[-1]
    assert len(told) < 150


def test_a_game_that_never_had_a_clock_has_no_calendar(db: None, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT, tick=False)
    table = Table()
    assert browser(table).get(address(table, PAGE)).status_code == 404
    assert browser(table).get(address(table, FEED)).status_code == 404


def queries(table: BallotTable, path: str) -> int:
    browser(table).get(address(table, path))
    with CaptureQueriesContext(connection) as asked:
        browser(table).get(address(table, path))
    return len(asked)


@pytest.mark.parametrize("path", [PAGE, FEED])
def test_a_long_nweek_costs_no_more_queries_than_a_short_one(
    table: BallotTable, time_machine: Traveller, path: str
) -> None:
    early = queries(table, path)
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 11)
    assert queries(table, path) == early


# -- the file


def events(table: Table, who: str | None = None) -> dict[str, Any]:
    """The events of the file by their ids, without the part that names the game."""
    answer = browser(table, who).get(address(table, FEED))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    found = {str(each["uid"]).partition(".")[0]: each for each in calendar.walk("VEVENT")}
    assert len(found) == len(calendar.walk("VEVENT"))
    return found


def at(event: Any) -> datetime:
    moment: datetime = event.decoded("dtstart")
    return moment


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
    assert ndays(table)[8:10] == [
        "Tue 20 Mar nday 9 nothing opened", "Wed 21 Mar nday 10 counted: nothing was Open"
    ]  # fmt: skip
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
