"""The calendar of a game's nweeks, as a page and as a file (RFC 5545, RFC 7986); and the Administrator's desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Calendar, Event, vDuration, vText, vUri

from nomic.core.decision import Invalid, Reason
from nomic.core.forms import NotDone, RefusableForm, run_form
from nomic.core.language.words import MONTHS, moment, quantity
from nomic.core.law.rules_timespans import Interval
from nomic.core.log import queries as log_queries
from nomic.core.log.views import unchanged_without_event
from nomic.core.log.words import Facts, event_text
from nomic.core.registry import registry
from nomic.core.requests import AgentRequest, GameRequest, actor_of, in_game, law_of, office_required
from nomic.core.roster import queries as roster_queries
from proposals.bnomic.clock import actions as clock_actions, presenters as clock_presenters, queries as clock_queries
from proposals.bnomic.clock.forms import CarriedOutForm, NumberForm, PauseForm, SetClockForm, WhyForm
from proposals.bnomic.clock.queries import Calendar as ClockCalendar, CalendarEvent
from proposals.bnomic.clock.rules import Nday
from proposals.bnomic.dials import NWEEK_ADMINISTERING, NWEEK_CLOCK
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.rules import Place, may_turn_off, may_turn_on, midnight_after
from proposals.changes.forms import parse_number
from proposals.reasons.presenters import ReasonLine, address, reasons_context, rule_url

if TYPE_CHECKING:
    from nomic.core.log.models import Event as LogEvent
    from proposals.bnomic.register.models import Proposal

PRODUCT = "-//Nomic//The calendar of nweeks//EN"
LOOK_AGAIN = timedelta(hours=6)
HOLDS = "This holds while the law of the game and its Clock stay as they are."


def write_calendar(request: GameRequest, happenings: Iterable[CalendarEvent]) -> bytes:
    """The file. One state of the game has one, to the byte."""
    calendar, newest = Calendar(), log_queries.last_moment(request.game)
    page = settings.NOMIC_SITE_URL + address("ballot_calendar", request)
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    _add_headers(calendar, request, page)
    calendar.add("url", vUri(page))
    calendar.add("source", vUri(settings.NOMIC_SITE_URL + request.path), parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", vDuration(LOOK_AGAIN), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(LOOK_AGAIN))
    for each in happenings:
        calendar.add_component(_calendar_entry(request, each, newest))
    content: bytes = calendar.to_ical()
    return content


def _add_headers(calendar: Calendar, request: GameRequest, page: str) -> None:
    """Its name and what it is, in the words of the standard, and in those that programs knew before it."""
    name, about = f"{request.game.title}: openings and counts", f"{HOLDS} {page}"
    for key, text in (("name", name), ("x-wr-calname", name), ("description", about), ("x-wr-caldesc", about)):
        calendar.add(key, vText(text))


def _calendar_entry(request: GameRequest, happening: CalendarEvent, newest: datetime) -> Event:
    """Known by its nweek and kind, so that it moves when the Clock pauses, and does not come twice."""
    kind = "count" if happening.is_count else "opening"
    site = urlsplit(settings.NOMIC_SITE_URL).hostname
    event = Event()
    event.add("uid", f"nweek-{happening.nweek}-{kind}.{request.game.slug}@{site}")
    event.add("dtstamp", newest)
    event.add("dtstart", happening.at)
    event.add("summary", f"{request.game.title}: {_entry_summary(happening)}")
    event.add("description", HOLDS if happening.numbers is None else "It has happened, and stands in the log.")
    event.add("url", vUri(settings.NOMIC_SITE_URL + _entry_page(request, happening)))
    event.add("sequence", request.game.last_seq)
    event.add("transp", "TRANSPARENT")
    return event


def _entry_summary(happening: CalendarEvent) -> str:
    nweek, numbers = happening.nweek, happening.numbers
    if numbers is None:
        return f"the ballot of nweek {nweek} is counted" if happening.is_count else f"Proposals open in nweek {nweek}"
    if not happening.is_count:
        return f"{quantity(numbers, 'Proposal') if numbers else 'nothing'} opened in nweek {nweek}"
    how = f"{happening.won} of {numbers} Won" if numbers else "and nothing was Open"
    return f"the ballot of nweek {nweek} was counted, {how}"


def _entry_page(request: GameRequest, happening: CalendarEvent) -> str:
    """A count that has been made has a page of its own."""
    if happening.is_count and happening.numbers is not None:
        return address("ballot_count", request, happening.nweek)
    return address("ballot_calendar", request)


# The calendar of a game's nweeks: a page for readers, and a file for calendar programs. Both are public.


WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MOST_PAST = 60  # ndays of an nweek that is long, or never ends
INSTANT = timedelta(microseconds=1)


@require_safe
@in_game
def calendar_page(request: GameRequest) -> HttpResponse:
    """GET: the present nweek, as it has been and will be, and the three after it."""
    calendar = clock_queries.calendar_of(request.game, law_of(request), request.now)
    if calendar is None:
        raise Http404("This game has no Clock.")
    past = [each for each in calendar.ndays if each.ends_at and each.ends_at <= request.now]
    ndays = calendar.ndays[max(len(past) - MOST_PAST, 0) :]
    feed = settings.NOMIC_SITE_URL + address("ballot_feed", request)
    context = {
        "clock": clock_state(request, calendar),
        "admins": request.keywords.plural("admin"),
        "nweeks": list(_nweeks_shown(request, ndays)),
        "is_cut": len(past) > MOST_PAST,
        "weekdays": WEEKDAYS,
        "course": calendar.hands.course,
        "feed": feed,
        # The scheme at which calendar programs take an address over, whatever the site's own is.
        "subscribe": f"webcal://{feed.removeprefix(f'{urlsplit(feed).scheme}://')}",
    }
    return render(request, "bnomic/calendar.html", context)


class RuleLink(NamedTuple):
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class ClockShown:
    """What the Clock is now by law and clock, as `bnomic/_clock_state.html` takes it: its place, the next opening and
    count (of a Clock that is Off, the soonest, if to turn it On would start it), `kind` (on, paused, off, or stands: no
    midnight means anything), whether its law lets anybody turn it, and since when something is due that is not on
    record yet."""

    kind: str
    place: Place
    ends_at: datetime | None
    next_opening: datetime | None
    next_count: datetime | None
    resumes_at: datetime | None
    late_since: datetime | None
    rule: RuleLink | None
    is_kept: bool
    in_hiatus: bool


def clock_state(request: GameRequest, calendar: ClockCalendar) -> ClockShown:
    law, hands = law_of(request), calendar.hands
    in_hiatus, provided = roster_queries.open_hiatus(request.game.pk) is not None, law.carries(NWEEK_CLOCK)
    rule, clock = law.rule(NWEEK_CLOCK), hands.clock
    # As it stands it may be turned one way or the other, unless the law lets nobody turn it.
    is_kept = may_turn_on(clock, law).outcome or may_turn_off(clock, law).outcome
    would_start = hands.kind == "off" and is_kept and not in_hiatus
    # The first midnight that ends an nday.
    ahead = replace(hands, midnight=midnight_after(request.now)) if would_start else hands
    return ClockShown(
        hands.kind,
        hands.place,
        clock.stroke_at,
        ahead.next_opening,
        ahead.next_count,
        clock.resumes_at,
        calendar.stroke_at if calendar.stroke_at and calendar.stroke_at <= request.now else None,
        RuleLink(rule, rule_url(rule, request)) if provided else None,
        is_kept,
        in_hiatus,
    )


@dataclass(frozen=True, slots=True)
class NdayShown:
    """An nday of the calendar; one without a date begins at None. `until`: the date of its last moment, if another."""

    nday: int
    begins_at: datetime | None
    weekday: str
    date: str
    is_open_ended: bool
    until: str
    is_today: bool
    is_past: bool
    opening: str
    count: str
    count_url: str
    stood: list[str]


@dataclass(frozen=True, slots=True)
class NweekShown:
    nweek: int
    ndays: list[NdayShown]
    undated: list[NdayShown]
    is_present: bool


def _nweeks_shown(request: GameRequest, ndays: Iterable[Nday]) -> Iterator[NweekShown]:
    for nweek, days in groupby(ndays, key=lambda each: each.place.nweek):
        shown = [_nday_shown(request, each) for each in days]
        dated, undated = [each for each in shown if each.begins_at], [each for each in shown if not each.begins_at]
        yield NweekShown(nweek, dated, undated, any(each.is_today for each in shown))


def _nday_shown(request: GameRequest, nday: Nday) -> NdayShown:
    begins, ends, now = nday.begins_at, nday.ends_at, request.now
    date, last = _date_text(begins) if begins else "", _date_text(ends - INSTANT) if ends else ""
    return NdayShown(
        nday.place.nday,
        begins,
        WEEKDAYS[begins.weekday()] if begins else "",
        date,
        is_open_ended=begins is not None and ends is None and date != _date_text(now),
        until=last if date and last != date else "",
        is_today=nday.holds(now),
        is_past=ends is not None and ends <= now,
        opening=_opening_text(nday, now),
        count=_count_text(nday, now),
        count_url=address("ballot_count", request, nday.place.nweek) if nday.counted else "",
        stood=[_stop_text(each) for each in nday.stood],
    )


def _date_text(at: datetime) -> str:
    return f"{at.day} {MONTHS[at.month - 1]}"


def _opening_text(nday: Nday, now: datetime) -> str:
    if nday.opened is not None:
        return f"{nday.opened or 'nothing'} opened"
    if not nday.opens:
        return ""
    return "opening, due" if nday.begins_at and nday.begins_at <= now else "opening"


def _count_text(nday: Nday, now: datetime) -> str:
    if nday.counted:
        won, lost = nday.counted
        return f"counted: {won} Won, {lost} Lost" if won or lost else "counted: nothing was Open"
    if not nday.counts:
        return ""
    return "count, due" if nday.ends_at and nday.ends_at <= now else "count"


def _stop_text(stood: Interval) -> str:
    since = f"Clock Off from {_date_text(stood.start)}, {stood.start:%H:%M}"
    return f"{since}, to {_date_text(stood.end)}, {stood.end:%H:%M}" if stood.end else f"{since}, on"


@require_safe
@in_game
@unchanged_without_event
def calendar_feed(request: GameRequest) -> HttpResponse:
    """GET: openings and counts of the year past and of a year ahead, as iCalendar."""
    if nweeks_queries.clock_row(request.game) is None:
        raise Http404("This game has no Clock.")
    content = write_calendar(request, clock_queries.calendar_events(request.game, law_of(request)))
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")


# The Administrator's desk: the Clock, the numbering, and what was told in prose. One page, one action for each act.

METHODS = ["GET", "HEAD", "POST"]
PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class DeskAct:
    """Something that is done at the desk. `done`: what is said once it is."""

    do: Callable[..., None]
    title: str
    button: str
    done: Callable[[Facts], str]


ACTS: Mapping[str, DeskAct] = {
    "on": DeskAct(clock_actions.turn_clock_on, "Turn the Clock On", "Turn it On", lambda facts: "The Clock is On."),
    "off": DeskAct(
        clock_actions.turn_clock_off, "Turn the Clock Off", "Turn it Off", lambda facts: "The Clock is Off."
    ),
    "pause": DeskAct(
        clock_actions.pause_clock,
        "Have the Clock pause",
        "Have it pause",
        lambda facts: f"The Clock pauses until {moment(facts['until'])}.",
    ),
    "set": DeskAct(
        clock_actions.set_clock,
        "Set the Clock",
        "Set it",
        lambda facts: f"The Clock stands at nday {facts['nday']} of nweek {facts['nweek']}.",
    ),
    "number": DeskAct(
        clock_actions.set_next_number,
        "Number Proposals from another Number on",
        "Number from there",
        lambda facts: f"The next Proposal gets Number {facts['number']}.",
    ),
    "carried-out": DeskAct(
        clock_actions.record_carried_out,
        "Mark as carried out",
        "Mark as carried out",
        lambda facts: f"Proposal {facts['number']} is marked as carried out.",
    ),
}
ON_THE_CLOCK = ("on", "off", "pause", "set", "number")


@require_http_methods(METHODS)
@office_required(NWEEK_ADMINISTERING)
def desk_page(request: AgentRequest) -> HttpResponse:
    """GET: what may be done, what waits, and what has been done. POST: does the one `act` that was sent. 404 in a game
    that never had a Clock."""
    if nweeks_queries.clock_row(request.game) is None:
        raise Http404("This game has no Clock.")
    if request.method != "POST":
        return _render_desk(request)
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise Invalid("act", "There is no such act at this desk.", "no-such-act")
    return _run_act(request, name, ACTS[name], _act_form(request, name, request.POST))


def _run_act(request: AgentRequest, name: str, act: DeskAct, form: RefusableForm) -> HttpResponse:
    """Whoever is refused, or not understood, finds what e typed in its place."""
    done = run_form(form, lambda: act.do(**actor_of(request), **form.cleaned_data), shows_refusals=True)
    if isinstance(done, NotDone):
        return _render_desk(request, name, form, done.reasons, done.status)
    messages.success(request, act.done(form.cleaned_data))
    return redirect("ballot_desk", request.game.slug)


def _render_desk(
    request: AgentRequest,
    name: str = "",
    form: RefusableForm | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """`name`, `form`: the act that was sent and could not be done, and what was typed for it."""
    calendar = clock_queries.calendar_of(request.game, law_of(request), request.now)
    assert calendar is not None
    past = Paginator(clock_queries.desk_acts(request.game.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "clock": clock_state(request, calendar),
        "admins": request.keywords.plural("admin"),
        "past": [_past_act(request, each) for each in past.object_list],
        "page": past,
        "refused": reasons_context(refused, request),
        **_offered_acts(request, name, form),
    }
    return render(request, "bnomic/desk.html", context, status=status)


def _offered_acts(request: AgentRequest, name: str, form: RefusableForm | None) -> dict[str, object]:
    """What may be done, with its forms."""
    seen = clock_presenters.DeskPresenter.by(request)
    told_ones = _waiting_papers(request, form if name == "carried-out" else None)
    return {
        "acts": [_offered_act(request, each, seen, form if name == each else None) for each in ON_THE_CLOCK],
        "told": told_ones,
        "barred": reasons_context(seen.reasons_against("carried-out"), request),
        # A refusal stands where it was asked for; or over all, once what it was about waits no more.
        "is_placed": name in ON_THE_CLOCK or any(each.is_typed for each in told_ones),
    }


class OfferedAct(NamedTuple):
    """An act on the Clock with its form; what follows from it, and what stands against it."""

    name: str
    title: str
    button: str
    form: RefusableForm
    is_typed: bool
    follows: str
    against: list[ReasonLine]


def _offered_act(
    request: AgentRequest, name: str, seen: clock_presenters.DeskPresenter, typed: RefusableForm | None
) -> OfferedAct:
    form = typed or _act_form(request, name, initial=seen.initial(name))
    against = reasons_context(seen.reasons_against(name), request)
    words = ACTS[name]
    return OfferedAct(name, words.title, words.button, form, typed is not None, seen.consequence_text(name), against)


def _act_form(request: AgentRequest, name: str, data: Any = None, initial: Facts | None = None) -> RefusableForm:
    """The form of an act. Fields of the same name stand on the page several times, and are told apart by their ids."""
    number = (data or initial or {}).get("number", "") if name == "carried-out" else ""
    more: dict[str, Any] = {"data": data, "initial": initial, "auto_id": f"{name}{number}-%s"}
    if name == "pause":
        return PauseForm(now=request.now, **more)
    return {"set": SetClockForm, "number": NumberForm, "carried-out": CarriedOutForm}.get(name, WhyForm)(**more)


class WaitingPaper(NamedTuple):
    """A Proposal that waits to be carried out, with its form."""

    row: Proposal
    url: str
    at: datetime
    fate: str
    is_typed: bool
    form: RefusableForm


def _waiting_papers(request: AgentRequest, typed: RefusableForm | None) -> list[WaitingPaper]:
    """What waits to be carried out, and the one that the reader comes for from its page, each with its form."""
    about = typed.data.get("number", "") if typed else request.GET.get("proposal", "")
    asked = parse_number(about)
    found = []
    for each in clock_queries.proposals_to_carry_out(request.game.pk, law_of(request), asked):
        number = each.row.number
        own = typed if number == asked else None
        form = own or _act_form(request, "carried-out", initial={"number": number})
        url = address("ballot_proposal", request, number)
        found.append(WaitingPaper(each.row, url, each.at, each.fate, own is not None, form))
    return found


class PastAct(NamedTuple):
    seq: int
    at: datetime
    by: str
    said: str


def _past_act(request: AgentRequest, event: LogEvent) -> PastAct:
    words = registry().log_words
    said = event_text(event.kind, event.by, event.subject, event.data, request.keywords, words)
    return PastAct(event.seq, event.at, event.by, said)
