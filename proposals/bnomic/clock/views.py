"""The Administrator's desk: the Clock, the numbering, and what was told in prose. One page, one action for each act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.http import require_http_methods

from nomic.core.forms.refusing import RefusableForm
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.views.entering import AgentRequest, as_officer, law_of
from nomic.core.words import moment
from nomic.core.words_log import told
from proposals.bnomic.actions import administering
from proposals.bnomic.forms.desk import CarriedOutForm, NumberForm, PauseForm, SetForm, WhyForm
from proposals.bnomic.mechanics.administering import OFFICE
from proposals.bnomic.queries import calendars, clocks, desk
from proposals.bnomic.views import calendar as calendar_page
from proposals.bnomic.views import desk_shown
from proposals.forms.rows import number_in
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from nomic.core.models import Event

METHODS = ["GET", "HEAD", "POST"]
PER_PAGE = 30
Shown = dict[str, Any]
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done at the desk. `done`: what is said once it is."""

    do: Callable[..., None]
    title: str
    button: str
    done: Callable[[Facts], str]


ACTS: Mapping[str, Act] = {
    "on": Act(administering.turn_on, "Turn the Clock On", "Turn it On", lambda facts: "The Clock is On."),
    "off": Act(administering.turn_off, "Turn the Clock Off", "Turn it Off", lambda facts: "The Clock is Off."),
    "pause": Act(administering.pause, "Have the Clock pause", "Have it pause",
                 lambda facts: f"The Clock pauses until {moment(facts['until'])}."),
    "set": Act(administering.set_clock, "Set the Clock", "Set it",
               lambda facts: f"The Clock stands at nday {facts['nday']} of nweek {facts['nweek']}."),
    "number": Act(administering.number_from, "Number Proposals from another Number on", "Number from there",
                  lambda facts: f"The next Proposal gets Number {facts['number']}."),
    "carried-out": Act(administering.carried_out, "Mark as carried out", "Mark as carried out",
                       lambda facts: f"Proposal {facts['number']} is marked as carried out."),
}  # fmt: skip
ON_THE_CLOCK = ("on", "off", "pause", "set", "number")


@require_http_methods(METHODS)
@as_officer(OFFICE)
def page(request: AgentRequest) -> HttpResponse:
    """GET: what may be done, what waits, and what has been done. POST: does the one `act` that was sent. 404 in a game
    that never had a Clock."""
    if clocks.row_of(request.game) is None:
        raise Http404("This game has no Clock.")
    if request.method != "POST":
        return _page(request)
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise Invalid("act", "There is no such act at this desk.", "no-such-act")
    return _sent(request, name, ACTS[name], _form(request, name, request.POST))


def _sent(request: AgentRequest, name: str, act: Act, form: RefusableForm) -> HttpResponse:
    """Whoever is refused, or not understood, finds what e typed in its place."""
    if not form.is_valid():
        return _page(request, name, form, status=422)
    try:
        act.do(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return _page(request, name, form, status=422)
    except Refused as refusal:
        return _page(request, name, form, refusal.reasons, status=409)
    messages.success(request, act.done(form.cleaned_data))
    return redirect("ballot_desk", request.game.slug)


def _page(
    request: AgentRequest, name: str = "", form: RefusableForm | None = None, refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """`name`, `form`: the act that was sent and could not be done, and what was typed for it."""
    calendar = calendars.calendar_of(request.game, law_of(request), request.now)
    assert calendar is not None
    past = Paginator(desk.acts(request.game.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "clock": calendar_page.state(request, calendar),
        "admins": request.keywords.plural("admin"),
        "past": [_past(request, each) for each in past.object_list],
        "page": past,
        "refused": grounds(refused, request),
        **_offered(request, name, form),
    }
    return render(request, "bnomic/desk.html", context, status=status)


def _offered(request: AgentRequest, name: str, form: RefusableForm | None) -> Shown:
    """What may be done, with its forms."""
    seen = desk_shown.Seen.by(request)
    told_ones = _told(request, form if name == "carried-out" else None)
    return {
        "acts": [_act(request, each, seen, form if name == each else None) for each in ON_THE_CLOCK],
        "told": told_ones,
        "barred": grounds(seen.against("carried-out"), request),
        # A refusal stands where it was asked for; or over all, once what it was about waits no more.
        "is_placed": name in ON_THE_CLOCK or any(each["is_typed"] for each in told_ones),
    }


def _act(request: AgentRequest, name: str, seen: desk_shown.Seen, typed: RefusableForm | None) -> Shown:
    return {
        "name": name,
        "title": ACTS[name].title,
        "button": ACTS[name].button,
        "form": typed or _form(request, name, initial=seen.initial(name)),
        "is_typed": typed is not None,
        "follows": seen.follows(name),
        "against": grounds(seen.against(name), request),
    }


def _form(request: AgentRequest, name: str, data: Any = None, initial: Shown | None = None) -> RefusableForm:
    """The form of an act. Fields of the same name stand on the page several times, and are told apart by their ids."""
    number = (data or initial or {}).get("number", "") if name == "carried-out" else ""
    more: Shown = {"data": data, "initial": initial, "auto_id": f"{name}{number}-%s"}
    if name == "pause":
        return PauseForm(now=request.now, **more)
    return {"set": SetForm, "number": NumberForm, "carried-out": CarriedOutForm}.get(name, WhyForm)(**more)


def _told(request: AgentRequest, typed: RefusableForm | None) -> list[Shown]:
    """What waits to be carried out, and the one that the reader comes for from its page, each with its form."""
    about = typed.data.get("number", "") if typed else request.GET.get("proposal", "")
    asked = number_in(about)
    return [
        {
            "row": each.row,
            "url": address("ballot_proposal", request, each.row.number),
            "at": each.at,
            "fate": each.fate,
            "is_typed": typed is not None and each.row.number == asked,
            "form": typed if typed and each.row.number == asked else _form(
                request, "carried-out", initial={"number": each.row.number}
            ),
        }
        for each in desk.to_carry_out(request.game.pk, law_of(request), asked)
    ]  # fmt: skip


def _past(request: AgentRequest, event: Event) -> Shown:
    words = import_string(settings.NOMIC_LOG_WORDS)
    said = told(event.kind, event.by, event.subject, event.data, request.keywords, words)
    return {"seq": event.seq, "at": event.at, "by": event.by, "said": said}
