"""Gadgets: what is asked for, the shop, who owns what; and each act about them. (Rules Gadgets and Spy Shop)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dynasties.spy.dials import GADGET_REQUESTS
from dynasties.spy.gadgets import (
    actions as gadgets_actions,
    actions_requests as gadgets_actions_requests,
    presenters as gadgets_presenters,
    queries as gadgets_queries,
)
from dynasties.spy.gadgets.forms import PriceForm, RequestForm, RequestVoteForm
from dynasties.spy.gadgets.presenters import Stall
from dynasties.spy.gadgets.rules_requests import may_request
from dynasties.spy.theatre.presenters import get_theatre_or_404
from nomic.core.decision import Decision, Invalid, Reason
from nomic.core.forms import NotDone, RefusableForm, TokenForm, fresh_token, run_form
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of, missing_provision
from proposals.reasons.presenters import ReasonLine, reasons_context
from proposals.voting.presenters import judging_context_of


@require_safe
@never_cache
@in_game
def gadget_list(request: GameRequest) -> HttpResponse:
    """Requests, approved Gadgets with their cost, and who owns what."""
    return gadgets_page(request)


def gadgets_page(
    request: GameRequest, typed: Mapping[str, Any] | None = None, refused: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    """`typed`: forms that could not be taken, by what they are about; `refused`: why the rules do not allow it."""
    theatre = get_theatre_or_404(request)
    stall = Stall(request, theatre, typed or {})
    judged = [
        gadgets_queries.judged_request(each, judging_context_of(request))
        for each in gadgets_queries.gadget_requests(theatre)
    ]
    pending = [each for each in judged if each.verdict is not None]
    decided = [each for each in judged if each.verdict is None]
    context = {
        "stall": stall,
        "pending": [gadgets_presenters.request_card(each, stall) for each in pending],
        "decided": [gadgets_presenters.request_card(each, stall) for each in reversed(decided)],
        "kinds": [gadgets_presenters.gadget_card(each, stall) for each in gadgets_queries.approved_gadgets(theatre)],
        "owners": gadgets_presenters.owner_rows(stall),
        "asking": law_of(request).carries(GADGET_REQUESTS),
        "lack": missing_provision(GADGET_REQUESTS, request),
        "ask_not": _request_barriers(stall),
        "refused": reasons_context(refused, request),
    }
    return render(request, "spy/gadgets.html", context, status=status)


def _request_barriers(stall: Stall) -> list[ReasonLine] | None:
    """Why the reader may not ask for a Gadget now; nothing if e may; None for whom it is no question."""
    if stall.buyer is None:
        return None
    return stall.why_not(_may_request(stall))


def _may_request(stall: Stall) -> Decision[bool]:
    assert stall.buyer is not None  # e takes part
    return may_request("", "", gadgets_queries.pending_count(stall.theatre, stall.buyer.pk), law_of(stall.request))


@require_safe
@never_cache
@in_game
def gadget_detail(request: GameRequest, number: int) -> HttpResponse:
    """One approved kind of Gadget, of whatever stretch of play, with everybody who ever owned one."""
    row = gadgets_queries.gadget(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Gadget.")
    asked = gadgets_queries.gadget_request(row.theatre, row.request.number)
    assert asked is not None  # it was approved by one
    stall = Stall(request, row.theatre, {})
    context = {
        "stall": stall,
        "kind": gadgets_presenters.gadget_card(row, stall),
        "asked": gadgets_presenters.request_card(
            gadgets_queries.judged_request(asked, judging_context_of(request)), stall
        ),
        "holdings": gadgets_queries.holding_history(row),
    }
    return render(request, "spy/gadget.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@agent_required
def new_request(request: AgentRequest) -> HttpResponse:
    """Ask for a Gadget."""
    stall = Stall(request, get_theatre_or_404(request), {})
    if request.method != "POST":
        form = RequestForm(initial={"token": fresh_token()})
        return _request_form_page(request, form, _request_barriers(stall) or [])
    form = RequestForm(request.POST)
    ask = gadgets_actions_requests.request_gadget
    made = run_form(form, lambda: ask(**actor_of(request), **form.cleaned_data), shows_refusals=True)
    if isinstance(made, NotDone):
        return _request_form_page(request, form, reasons_context(made.reasons, request), made.status)
    messages.success(request, "Your request stands, and the others may say what they think of it.")
    return redirect("spy_gadgets", request.game.slug)


def _request_form_page(
    request: AgentRequest, form: RequestForm, why_not: Sequence[ReasonLine] = (), status: int = 200
) -> HttpResponse:
    context = {"form": form, "grounds": why_not, "refused": status == 409}
    return render(request, "spy/gadget_new.html", context, status=status)


# What is done about Gadgets, each in one act: votes, adding, denying, costs, buying, claiming, throwing away.


@require_POST
@never_cache
@agent_required
def vote_on_request(request: AgentRequest, number: int) -> HttpResponse:
    """Approve, disapprove, or veto."""
    form = RequestVoteForm(request.POST, auto_id=f"say_{number}_%s")
    return _run_form(
        request,
        f"say:{number}",
        form,
        "Your vote stands.",
        f"request-{number}",
        lambda: gadgets_actions_requests.vote_on_request(
            **actor_of(request), number=number, say=form.say, comment=form.cleaned_data["comment"]
        ),
    )


@require_POST
@never_cache
@agent_required
def add_gadget(request: AgentRequest, number: int) -> HttpResponse:
    """The Requester adds what may be added."""
    gadget = gadgets_actions_requests.add_gadget(**actor_of(request), number=number)
    messages.success(request, f"“{gadget.name}” is yours.")
    return _go_back(request, f"gadget-{gadget.number}")


@require_POST
@never_cache
@agent_required
def deny_own_request(request: AgentRequest, number: int) -> HttpResponse:
    """The Requester denies eir own."""
    return _run_act(
        request,
        "Your request is denied.",
        "",
        lambda: gadgets_actions_requests.deny_own_request(**actor_of(request), number=number),
    )


@require_POST
@never_cache
@agent_required
def price_gadget(request: AgentRequest, number: int) -> HttpResponse:
    """The Mastermind sets a cost."""
    form = PriceForm(request.POST, auto_id=f"price_{number}_%s")
    return _run_form(
        request,
        f"price:{number}",
        form,
        "The cost is set.",
        f"gadget-{number}",
        lambda: gadgets_actions.price_gadget(**actor_of(request), number=number, **form.cleaned_data),
    )


@require_POST
@never_cache
@agent_required
def buy_gadget(request: AgentRequest, number: int) -> HttpResponse:
    """Buy one in the shop."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        raise Invalid("token", form.token_errors[0], "bad-token")
    bought = gadgets_actions.buy_gadget(**actor_of(request), number=number, token=form.cleaned_data["token"])
    messages.success(request, f"“{bought.gadget.name}” is yours.")
    return _go_back(request, f"owner-{request.agent.pk}")


@require_POST
@never_cache
@agent_required
def claim_gadget(request: AgentRequest, holding: int) -> HttpResponse:
    """Claim what somebody has too many of."""
    return _run_act(
        request,
        "It is yours.",
        f"owner-{request.agent.pk}",
        lambda: gadgets_actions.claim_gadget(**actor_of(request), holding_id=holding),
    )


@require_POST
@never_cache
@agent_required
def discard_gadget(request: AgentRequest, holding: int) -> HttpResponse:
    """Throw one's own away."""
    return _run_act(
        request,
        "It is gone.",
        f"owner-{request.agent.pk}",
        lambda: gadgets_actions.discard_gadget(**actor_of(request), holding_id=holding),
    )


def _run_form(
    request: AgentRequest, key: str, form: RefusableForm, said: str, place: str, act: Callable[[], object]
) -> HttpResponse:
    """An act with a form, which is shown again with what was typed if it cannot be taken."""
    done = run_form(form, lambda: _run_act(request, said, place, act), shows_refusals=True)
    return gadgets_page(request, {key: form}, done.reasons, done.status) if isinstance(done, NotDone) else done


def _run_act(request: AgentRequest, said: str, place: str, act: Callable[[], object]) -> HttpResponse:
    act()
    messages.success(request, said)
    return _go_back(request, place)


def _go_back(request: AgentRequest, place: str) -> HttpResponse:
    url = reverse("spy_gadgets", args=[request.game.slug])
    return redirect(f"{url}#{place}" if place else url)
