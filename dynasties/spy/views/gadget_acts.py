"""What is done about Gadgets, each in one act: votes, adding, denying, costs, buying, claiming, throwing away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dynasties.spy.actions import gadget_requests, pricing, shop
from dynasties.spy.actions import gadgets as changing_hands
from dynasties.spy.forms.gadgets import PriceForm, SayForm
from dynasties.spy.views.gadgets import page
from nomic.core.forms.refusing import RefusableForm
from nomic.core.forms.tokens import TokenForm
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.views.entering import AgentRequest, as_agent


@require_POST
@never_cache
@as_agent
def say(request: AgentRequest, number: int) -> HttpResponse:
    """Approve, disapprove, or veto."""
    form = SayForm(request.POST, auto_id=f"say_{number}_%s")
    return _typed(request, f"say:{number}", form, "Your vote stands.", f"request-{number}", lambda: gadget_requests.say(
        **_who(request), number=number, say=form.say, comment=form.cleaned_data["comment"]
    ))  # fmt: skip


@require_POST
@never_cache
@as_agent
def add(request: AgentRequest, number: int) -> HttpResponse:
    """The Requester adds what may be added."""
    gadget = gadget_requests.add(**_who(request), number=number)
    messages.success(request, f"“{gadget.name}” is yours.")
    return _back(request, f"gadget-{gadget.number}")


@require_POST
@never_cache
@as_agent
def deny(request: AgentRequest, number: int) -> HttpResponse:
    """The Requester denies eir own."""
    return _done(request, "Your request is denied.", "", lambda: gadget_requests.deny_own(
        **_who(request), number=number
    ))  # fmt: skip


@require_POST
@never_cache
@as_agent
def price(request: AgentRequest, number: int) -> HttpResponse:
    """The Mastermind sets a cost."""
    form = PriceForm(request.POST, auto_id=f"price_{number}_%s")
    return _typed(request, f"price:{number}", form, "The cost is set.", f"gadget-{number}", lambda: pricing.price(
        **_who(request), number=number, **form.cleaned_data
    ))  # fmt: skip


@require_POST
@never_cache
@as_agent
def buy(request: AgentRequest, number: int) -> HttpResponse:
    """Buy one in the shop."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        raise Invalid("token", form.token_errors[0], "bad-token")
    bought = shop.buy(**_who(request), number=number, token=form.cleaned_data["token"])
    messages.success(request, f"“{bought.gadget.name}” is yours.")
    return _back(request, f"owner-{request.agent.pk}")


@require_POST
@never_cache
@as_agent
def claim(request: AgentRequest, holding: int) -> HttpResponse:
    """Claim what somebody has too many of."""
    return _done(request, "It is yours.", f"owner-{request.agent.pk}", lambda: changing_hands.claim(
        **_who(request), holding_id=holding
    ))  # fmt: skip


@require_POST
@never_cache
@as_agent
def discard(request: AgentRequest, holding: int) -> HttpResponse:
    """Throw one's own away."""
    return _done(request, "It is gone.", f"owner-{request.agent.pk}", lambda: changing_hands.discard(
        **_who(request), holding_id=holding
    ))  # fmt: skip


def _who(request: AgentRequest) -> dict[str, Any]:
    return {"actor_id": request.agent.pk, "game_id": request.game.pk}


def _typed(
    request: AgentRequest, key: str, form: RefusableForm, said: str, place: str, act: Callable[[], object]
) -> HttpResponse:
    """An act with a form, which is shown again with what was typed if it cannot be taken."""
    if not form.is_valid():
        return page(request, {key: form}, status=422)
    try:
        return _done(request, said, place, act)
    except Invalid as error:
        form.refuse(error)
        return page(request, {key: form}, status=422)
    except Refused as refusal:
        return page(request, {key: form}, refusal.reasons, status=409)


def _done(request: AgentRequest, said: str, place: str, act: Callable[[], object]) -> HttpResponse:
    act()
    messages.success(request, said)
    return _back(request, place)


def _back(request: AgentRequest, place: str) -> HttpResponse:
    url = reverse("spy_gadgets", args=[request.game.slug])
    return redirect(f"{url}#{place}" if place else url)
