"""Gadgets: what is asked for, the shop, who owns what; and asking for one. (Rules Gadgets and Spy Shop)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.spy.actions import gadget_requests as actions
from dynasties.spy.forms.gadgets import RequestForm
from dynasties.spy.mechanics.gadget_requests import REQUESTING, may_request
from dynasties.spy.queries import gadgets as queries
from dynasties.spy.views import gadgets_shown as shown
from dynasties.spy.views.gadgets_shown import Stall
from dynasties.spy.views.played import played
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Decision, Invalid, Reason, Refused
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from nomic.core.views.recalling import lack
from proposals.views.scenes import scene_of
from proposals.views.wording import grounds


@require_safe
@never_cache
@in_game
def gadgets(request: GameRequest) -> HttpResponse:
    """Requests, approved Gadgets with their cost, and who owns what."""
    return page(request)


def page(
    request: GameRequest, typed: Mapping[str, Any] | None = None, refused: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    """`typed`: forms that could not be taken, by what they are about; `refused`: why the rules do not allow it."""
    theatre = played(request)
    stall = Stall(request, theatre, typed or {})
    judged = [queries.judged(each, scene_of(request)) for each in queries.requests(theatre)]
    pending = [each for each in judged if each.verdict is not None]
    decided = [each for each in judged if each.verdict is None]
    context = {
        "stall": stall,
        "pending": [shown.asked(each, stall) for each in pending],
        "decided": [shown.asked(each, stall) for each in reversed(decided)],
        "kinds": [shown.kind(each, stall) for each in queries.gadgets(theatre)],
        "owners": shown.owners(stall),
        "asking": law_of(request).carries(REQUESTING),
        "lack": lack(REQUESTING, request),
        "ask_not": _ask_not(stall),
        "refused": grounds(refused, request),
    }
    return render(request, "spy/gadgets.html", context, status=status)


def _ask_not(stall: Stall) -> list[dict[str, Any]] | None:
    """Why the reader may not ask for a Gadget now; nothing if e may; None for whom it is no question."""
    if stall.buyer is None:
        return None
    return stall.why_not(_may_ask(stall))


def _may_ask(stall: Stall) -> Decision[bool]:
    assert stall.buyer is not None  # e takes part
    return may_request("", "", queries.pending_of(stall.theatre, stall.buyer.pk), law_of(stall.request))


@require_safe
@never_cache
@in_game
def gadget(request: GameRequest, number: int) -> HttpResponse:
    """One approved kind of Gadget, of whatever stretch of play, with everybody who ever owned one."""
    row = queries.gadget(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Gadget.")
    asked = queries.request(row.theatre, row.request.number)
    assert asked is not None  # it was approved by one
    stall = Stall(request, row.theatre, {})
    context = {
        "stall": stall,
        "kind": shown.kind(row, stall),
        "asked": shown.asked(queries.judged(asked, scene_of(request)), stall),
        "holdings": queries.history(row),
    }
    return render(request, "spy/gadget.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@as_agent
def new(request: AgentRequest) -> HttpResponse:
    """Ask for a Gadget."""
    stall = Stall(request, played(request), {})
    if request.method != "POST":
        form = RequestForm(initial={"token": fresh_token()})
        return _written(request, form, _ask_not(stall) or [])
    form = RequestForm(request.POST)
    if not form.is_valid():
        return _written(request, form, status=422)
    try:
        actions.request(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return _written(request, form, status=422)
    except Refused as refusal:
        # What was typed stays on the page, with the reasons why it is not taken.
        return _written(request, form, grounds(refusal.reasons, request), status=409)
    messages.success(request, "Your request stands, and the others may say what they think of it.")
    return redirect("spy_gadgets", request.game.slug)


def _written(
    request: AgentRequest, form: RequestForm, why_not: Sequence[dict[str, Any]] = (), status: int = 200
) -> HttpResponse:
    context = {"form": form, "grounds": why_not, "refused": status == 409}
    return render(request, "spy/gadget_new.html", context, status=status)
