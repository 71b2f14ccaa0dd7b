"""How the calendar of nweeks is read: its page, and its file."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from icalendar import Calendar

from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

DAY = timedelta(days=1)
PAGE, FEED = "ballot/calendar/", "ballot/calendar.ics"


def shown(table: Table, who: str | None = None) -> str:
    answer = browser(table, who).get(address(table, PAGE))
    assert answer.status_code == 200
    return words(answer)


def ndays(table: Table) -> list[str]:
    """What the page says of each nday, in order."""
    page = browser(table).get(address(table, PAGE)).content.decode()
    items = re.findall(r'<li class="nday.*?</li>', page, re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", each)).strip() for each in items]


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
