"""The openings and counts of a game in the form that calendar programs subscribe to: iCalendar. (RFC 5545, RFC 7986)

Each is an instant, and takes up none of anybody's time: a whole day would mean another one in each time zone.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event, vDuration, vText, vUri

from nomic.core import queries as core
from nomic.core.views.entering import GameRequest
from nomic.core.words import counted
from proposals.bnomic.queries.calendars import Happening
from proposals.views.wording import address

PRODUCT = "-//Nomic//The calendar of nweeks//EN"
LOOK_AGAIN = timedelta(hours=6)
HOLDS = "This holds while the law of the game and its Clock stay as they are."


def written(request: GameRequest, happenings: Iterable[Happening]) -> bytes:
    """The file. One state of the game has one, to the byte."""
    calendar, newest = Calendar(), core.last_moment(request.game)
    page = settings.NOMIC_SITE_URL + address("ballot_calendar", request)
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    _say(calendar, request, page)
    calendar.add("url", vUri(page))
    calendar.add("source", vUri(settings.NOMIC_SITE_URL + request.path), parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", vDuration(LOOK_AGAIN), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(LOOK_AGAIN))
    for each in happenings:
        calendar.add_component(_event(request, each, newest))
    content: bytes = calendar.to_ical()
    return content


def _say(calendar: Calendar, request: GameRequest, page: str) -> None:
    """Its name and what it is, in the words of the standard, and in those that programs knew before it."""
    name, about = f"{request.game.title}: openings and counts", f"{HOLDS} {page}"
    for key, text in (("name", name), ("x-wr-calname", name), ("description", about), ("x-wr-caldesc", about)):
        calendar.add(key, vText(text))


def _event(request: GameRequest, happening: Happening, newest: datetime) -> Event:
    """Known by its nweek and kind, so that it moves when the Clock pauses, and does not come twice."""
    kind = "count" if happening.is_count else "opening"
    site = urlsplit(settings.NOMIC_SITE_URL).hostname
    event = Event()
    event.add("uid", f"nweek-{happening.nweek}-{kind}.{request.game.slug}@{site}")
    event.add("dtstamp", newest)
    event.add("dtstart", happening.at)
    event.add("summary", f"{request.game.title}: {_summary(happening)}")
    event.add("description", HOLDS if happening.numbers is None else "It has happened, and stands in the log.")
    event.add("url", vUri(settings.NOMIC_SITE_URL + _page(request, happening)))
    event.add("sequence", request.game.last_seq)
    event.add("transp", "TRANSPARENT")
    return event


def _summary(happening: Happening) -> str:
    nweek, numbers = happening.nweek, happening.numbers
    if numbers is None:
        return f"the ballot of nweek {nweek} is counted" if happening.is_count else f"Proposals open in nweek {nweek}"
    if not happening.is_count:
        return f"{counted(numbers, 'Proposal') if numbers else 'nothing'} opened in nweek {nweek}"
    how = f"{happening.won} of {numbers} Won" if numbers else "and nothing was Open"
    return f"the ballot of nweek {nweek} was counted, {how}"


def _page(request: GameRequest, happening: Happening) -> str:
    """A count that has been made has a page of its own."""
    if happening.is_count and happening.numbers is not None:
        return address("ballot_count", request, happening.nweek)
    return address("ballot_calendar", request)
