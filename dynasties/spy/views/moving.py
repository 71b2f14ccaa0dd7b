"""What is done on the Map, each in one act: moving, exchanging Tickets, rolling for supplies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dynasties.spy.actions import moving, supplies
from dynasties.spy.forms.moving import ExchangeForm, MoveForm, SupplyForm
from dynasties.spy.mechanics.atlas import named
from dynasties.spy.queries import moving as queries
from dynasties.spy.queries import theatres
from dynasties.spy.views import map as page
from nomic.core.forms.tokens import TokenForm
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.views.entering import AgentRequest, as_agent, law_of

if TYPE_CHECKING:
    from dynasties.models import Update

Typed = dict[str, Any]
# Where the forms for Tickets stand, and so where their sender goes back to.
PAGES = {"map": "spy_map", "dossier": "spy_dossier"}


@require_POST
@never_cache
@as_agent
def move(request: AgentRequest) -> HttpResponse:
    """Move to the chosen territory."""
    return _done(request, "move", MoveForm(request.POST), moving.move, _arrived)


@require_POST
@never_cache
@as_agent
def exchange(request: AgentRequest) -> HttpResponse:
    """Exchange Tickets in place of a move."""
    return _done(request, "exchange", ExchangeForm(request.POST), supplies.exchange, _noted)


@require_POST
@never_cache
@as_agent
def roll_supplies(request: AgentRequest) -> HttpResponse:
    """Roll for supplies."""
    theatre = theatres.present(request.game.pk)
    quiet = theatre is not None and queries.may_be_quiet(theatre, request.agent.pk, law_of(request))
    return _done(request, "supplies", SupplyForm(request.POST, quiet=quiet), supplies.roll_supplies, _noted)


def _arrived(update: Update, typed: Typed) -> str:
    return f"You are in {named(typed['to'].strip().upper())} now. Everybody reads: “{update.comment}”."


def _noted(update: Update, typed: Typed) -> str:
    return f"The tracker has it: “{update.comment}”."


def _done(
    request: AgentRequest, name: str, form: TokenForm, act: Callable[..., Update], says: Callable[[Update, Typed], str]
) -> HttpResponse:
    if not form.is_valid():
        return page.shown(request, {name: form}, status=422)
    try:
        update = act(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return page.shown(request, {name: form}, status=422)
    except Refused as refusal:
        return page.shown(request, {name: form}, refusal.reasons, status=409)
    messages.success(request, says(update, form.cleaned_data))
    return redirect(PAGES.get(request.POST.get("back", ""), "spy_map"), request.game.slug)
