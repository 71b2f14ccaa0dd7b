"""The Map: the board for everybody, an Agent's own moves on it; and each act there: moving, exchanging Tickets,
rolling for supplies. (Rules Map, Movement and Tickets)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dynasties.spy.map import actions as map_actions, queries as map_queries
from dynasties.spy.map.forms import ExchangeForm, MoveAgentForm, SiftForm, SupplyForm
from dynasties.spy.map.presenters import OwnMap, _page_links, _place_row, _sifted_places, board_picture
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.presenters import get_theatre_or_404
from dynasties.spy.theatre.rules_map import ATLAS, territory_name
from nomic.core.decision import Reason
from nomic.core.forms import NotDone, TokenForm, run_form
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of
from proposals.reasons.presenters import reasons_context

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Theatre
    from dynasties.tracker.models import Update
    from nomic.core.games.models import Agent


@require_safe
@never_cache
@in_game
def map_page(request: GameRequest) -> HttpResponse:
    """The board, and a list beside it. `?to=` chooses where to move, or tells why not; `?plan=` plans the way there."""
    return render_map(request)


def render_map(
    request: GameRequest, typed: Mapping[str, Any] | None = None, refused: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    """`typed`: forms that could not be taken, by name; `refused`: why the rules do not allow it."""
    theatre = get_theatre_or_404(request)
    public, sift = theatre_queries.public_state(theatre), SiftForm(request.GET)
    board, mover = map_queries.read_board(public, law_of(request)), mover_on_request(request, theatre)
    mine = OwnMap(request, theatre, mover, board, public) if mover else None
    places = _sifted_places(board, sift)
    context = {
        "live": theatre.ended_at is None,
        "picture": mine.picture if mine else board_picture(board),
        "rows": [_place_row(each, board, mine, request.keywords) for each in places],
        "sift": sift,
        "sifted": len(places) < len(ATLAS),
        "pages": _page_links(request, public.papers.numbers),
        "refused": reasons_context(refused, request),
        **(mine.context(typed or {}) if mine else {}),
    }
    return render(request, "spy/map.html", context, status=status)


def mover_on_request(request: GameRequest, theatre: Theatre) -> Agent | None:
    """The reader, if e may have a Location of eir own in this theatre now."""
    if request.agent is None or theatre.ended_at is not None:
        return None
    return request.agent if theatre_queries.takes_part(request.game, request.agent, law_of(request)) else None


# What is done on the Map, each in one act: moving, exchanging Tickets, rolling for supplies.

TypedFields = dict[str, Any]
# Where the forms for Tickets stand, and so where their sender goes back to.
PAGES = {"map": "spy_map", "dossier": "spy_dossier"}


@require_POST
@never_cache
@agent_required
def move_agent(request: AgentRequest) -> HttpResponse:
    """Move to the chosen territory."""
    return _run_act(request, "move", MoveAgentForm(request.POST), map_actions.move_agent, _arrival_message)


@require_POST
@never_cache
@agent_required
def exchange_tickets(request: AgentRequest) -> HttpResponse:
    """Exchange Tickets in place of a move."""
    return _run_act(request, "exchange", ExchangeForm(request.POST), map_actions.exchange_tickets, _update_message)


@require_POST
@never_cache
@agent_required
def roll_supplies(request: AgentRequest) -> HttpResponse:
    """Roll for supplies."""
    theatre = theatre_queries.present_theatre(request.game.pk)
    quiet = theatre is not None and map_queries.may_be_quiet(theatre, request.agent.pk, law_of(request))
    return _run_act(
        request, "supplies", SupplyForm(request.POST, quiet=quiet), map_actions.roll_supplies, _update_message
    )


def _arrival_message(update: Update, typed: TypedFields) -> str:
    return f"You are in {territory_name(typed['to'].strip().upper())} now. Everybody reads: “{update.comment}”."


def _update_message(update: Update, typed: TypedFields) -> str:
    return f"The tracker has it: “{update.comment}”."


def _run_act(
    request: AgentRequest,
    name: str,
    form: TokenForm,
    act: Callable[..., Update],
    says: Callable[[Update, TypedFields], str],
) -> HttpResponse:
    update = run_form(form, lambda: act(**actor_of(request), **form.cleaned_data), shows_refusals=True)
    if isinstance(update, NotDone):
        return render_map(request, {name: form}, update.reasons, status=update.status)
    messages.success(request, says(update, form.cleaned_data))
    return redirect(PAGES.get(request.POST.get("back", ""), "spy_map"), request.game.slug)
