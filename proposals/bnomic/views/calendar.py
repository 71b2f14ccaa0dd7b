"""The calendar of a game's nweeks: a page for readers, and a file for calendar programs. Both are public."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.mechanics.timespans import Interval
from nomic.core.views.entering import GameRequest, in_game, law_of
from nomic.core.views.freshness import unless_known
from nomic.core.words import MONTHS
from proposals.bnomic.mechanics.administering import may_turn_off, may_turn_on
from proposals.bnomic.mechanics.calendar import Nday
from proposals.bnomic.mechanics.nweeks import midnight_after
from proposals.bnomic.queries import calendars, clocks
from proposals.bnomic.queries.calendars import Calendar
from proposals.bnomic.queries.clocks import Hands
from proposals.bnomic.views import calendar_file
from proposals.views.wording import address, rule_url

Shown = dict[str, Any]

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MOST_PAST = 60  # ndays of an nweek that is long, or never ends
INSTANT = timedelta(microseconds=1)


@require_safe
@in_game
def page(request: GameRequest) -> HttpResponse:
    """GET: the present nweek, as it has been and will be, and the three after it."""
    calendar = calendars.calendar_of(request.game, law_of(request), request.now)
    if calendar is None:
        raise Http404("This game has no Clock.")
    past = [each for each in calendar.ndays if each.ends_at and each.ends_at <= request.now]
    ndays = calendar.ndays[max(len(past) - MOST_PAST, 0) :]
    feed = settings.NOMIC_SITE_URL + address("ballot_feed", request)
    context = {
        "clock": state(request, calendar),
        "admins": request.keywords.plural("admin"),
        "nweeks": list(_nweeks(request, ndays)),
        "is_cut": len(past) > MOST_PAST,
        "weekdays": WEEKDAYS,
        "course": calendar.hands.course,
        "feed": feed,
        # The scheme at which calendar programs take an address over, whatever the site's own is.
        "subscribe": f"webcal://{feed.removeprefix(f'{urlsplit(feed).scheme}://')}",
    }
    return render(request, "bnomic/calendar.html", context)


def state(request: GameRequest, calendar: Calendar) -> Shown:
    """What the Clock is now by law and clock, as `bnomic/_clock_state.html` takes it: its place, the next opening and
    count (of a Clock that is Off, the soonest, if to turn it On would start it), `kind` (on, paused, off, or stands: no
    midnight means anything), whether its law lets anybody turn it, and since when something is due that is not on
    record yet."""
    law, hands = law_of(request), calendar.hands
    in_hiatus, provided = core.open_hiatus(request.game.pk) is not None, law.carries("nweek.clock")
    rule, clock = law.rule("nweek.clock"), hands.clock
    # As it stands it may be turned one way or the other, unless the law lets nobody turn it.
    is_kept = may_turn_on(clock, law).outcome or may_turn_off(clock, law).outcome
    would_start = hands.kind == "off" and is_kept and not in_hiatus
    return {
        "kind": hands.kind,
        "place": hands.place,
        "ends_at": clock.stroke_at,
        **_ahead(hands, midnight_after(request.now) if would_start else hands.midnight),
        "resumes_at": clock.resumes_at,
        "late_since": calendar.stroke_at if calendar.stroke_at and calendar.stroke_at <= request.now else None,
        "rule": {"title": rule, "url": rule_url(rule, request)} if provided else None,
        "is_kept": is_kept,
        "in_hiatus": in_hiatus,
    }


def _ahead(hands: Hands, midnight: datetime | None) -> dict[str, datetime | None]:
    """The next opening and count, if this is the first midnight that ends an nday; None where none is in sight."""
    hands = replace(hands, midnight=midnight)
    return {"next_opening": hands.next_opening, "next_count": hands.next_count}


def _nweeks(request: GameRequest, ndays: Iterable[Nday]) -> Iterator[Shown]:
    for nweek, days in groupby(ndays, key=lambda each: each.place.nweek):
        shown = [_nday(request, each) for each in days]
        yield {
            "nweek": nweek,
            "ndays": [each for each in shown if each["begins_at"]],
            "undated": [each for each in shown if not each["begins_at"]],
            "is_present": any(each["is_today"] for each in shown),
        }


def _nday(request: GameRequest, nday: Nday) -> Shown:
    begins, ends, now = nday.begins_at, nday.ends_at, request.now
    return {
        "nday": nday.place.nday,
        "begins_at": begins,
        "weekday": WEEKDAYS[begins.weekday()] if begins else "",
        "date": _date(begins) if begins else "",
        "is_open_ended": begins is not None and ends is None and _date(begins) != _date(now),
        "until": _date(ends - INSTANT) if begins and ends and _date(ends - INSTANT) != _date(begins) else "",
        "is_today": nday.holds(now),
        "is_past": ends is not None and ends <= now,
        "opening": _opening(nday, now),
        "count": _count(nday, now),
        "count_url": address("ballot_count", request, nday.place.nweek) if nday.counted else "",
        "stood": [_stood(each) for each in nday.stood],
    }


def _date(at: datetime) -> str:
    return f"{at.day} {MONTHS[at.month - 1]}"


def _opening(nday: Nday, now: datetime) -> str:
    if nday.opened is not None:
        return f"{nday.opened or 'nothing'} opened"
    if not nday.opens:
        return ""
    return "opening, due" if nday.begins_at and nday.begins_at <= now else "opening"


def _count(nday: Nday, now: datetime) -> str:
    if nday.counted:
        won, lost = nday.counted
        return f"counted: {won} Won, {lost} Lost" if won or lost else "counted: nothing was Open"
    if not nday.counts:
        return ""
    return "count, due" if nday.ends_at and nday.ends_at <= now else "count"


def _stood(stood: Interval) -> str:
    since = f"Clock Off from {_date(stood.start)}, {stood.start:%H:%M}"
    return f"{since}, to {_date(stood.end)}, {stood.end:%H:%M}" if stood.end else f"{since}, on"


@require_safe
@in_game
@unless_known
def feed(request: GameRequest) -> HttpResponse:
    """GET: openings and counts of the year past and of a year ahead, as iCalendar."""
    if clocks.row_of(request.game) is None:
        raise Http404("This game has no Clock.")
    content = calendar_file.written(request, calendars.happenings(request.game, law_of(request)))
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")
