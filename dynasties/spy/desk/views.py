"""The Mastermind's desk: everything that is top secret on one page, and what e does about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dynasties.spy.desk import actions as desk_actions, queries as desk_queries
from dynasties.spy.desk.forms import AssignForm, CorrectForm
from dynasties.spy.desk.presenters import DeskTable
from dynasties.spy.dials import LOCATION
from dynasties.spy.dossier.views import SecretPage
from dynasties.spy.map import actions as map_actions
from dynasties.spy.prison import actions as prison_actions
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.presenters import get_theatre_or_404
from nomic.core.decision import Reason, Refused
from nomic.core.requests import AgentRequest, agent_required, law_of
from proposals.reasons.presenters import reasons_context

PER_PAGE = 40


@require_safe
@never_cache
@agent_required
def desk_page(request: AgentRequest) -> HttpResponse:
    """All of it. `?of=` and `?how=` sift the trail."""
    return render_desk(request)


def render_desk(
    request: AgentRequest,
    typed: Mapping[str, forms.Form] | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """`typed`: forms that could not be taken, by name; `refused`: why the rules do not allow it."""
    table = _reader_table(request)
    sifted = table.sifted_trail
    trail = Paginator(sifted.entries, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        **table.context(typed or {}),
        "trail": [table.line(each) for each in trail.object_list],
        "page": trail,
        "query": f"{urlencode(sifted.query)}&" if sifted.query else "",
        "trail_form": sifted.form,
        "refused": reasons_context(refused, request),
    }
    return render(request, "spy/desk.html", context, status=status)


def _reader_table(request: AgentRequest) -> DeskTable:
    theatre = get_theatre_or_404(request)
    found = desk_queries.read_desk(theatre, request.agent, request.game, law_of(request))
    if found is None:
        raise Refused(Reason("for-the-mastermind", law_of(request).rule(LOCATION)))
    return DeskTable(request, theatre, found)


@require_POST
@never_cache
@agent_required
def deal_locations(request: AgentRequest) -> HttpResponse:
    """A territory at random for everybody who has none."""
    count = desk_actions.deal_locations(actor_id=request.agent.pk, game_id=request.game.pk)
    said = {0: "Everybody has a Location already.", 1: "One Location is dealt."}
    messages.success(request, said.get(count, f"{count} Locations are dealt."))
    return redirect("spy_desk", request.game.slug)


@require_POST
@never_cache
@agent_required
def assign_location(request: AgentRequest) -> HttpResponse:
    """A territory of the Mastermind's choice for one of them."""
    return _run_act(request, "assign", AssignForm, desk_actions.assign_location, "It is assigned.")


@require_POST
@never_cache
@agent_required
def correct_record(request: AgentRequest) -> HttpResponse:
    """One thing in the record is put right."""
    return _run_act(
        request, "correct", CorrectForm, desk_actions.correct_record, "It is put right, and its owner is told."
    )


@require_POST
@never_cache
@agent_required
def rule_on_attempt(request: AgentRequest, uid: str) -> HttpResponse:
    """Roll for an attempt that waits."""
    attempt = prison_actions.rule_on_attempt(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    said = f"The die shows {attempt.roll.total}." if attempt.roll else "It is done, without a die."
    messages.success(request, f"{said} Both have news in their dossiers.")
    return redirect("spy_desk", request.game.slug)


@require_POST
@never_cache
@agent_required
def post_checkpoint(request: AgentRequest, uid: str) -> HttpResponse:
    """Post in the journal that somebody passed Checkpoint Charlie."""
    post = map_actions.post_checkpoint(actor_id=request.agent.pk, game_id=request.game.pk, errand_uid=uid)
    messages.success(request, f"The journal tells of it in #{post.number}.")
    return redirect("spy_desk", request.game.slug)


def _run_act(
    request: AgentRequest, name: str, kind: type[AssignForm] | type[CorrectForm], act: Callable[..., Any], says: str
) -> HttpResponse:
    form = kind(request.POST, people=_people_choices(request), auto_id=f"{name}_%s")
    return SecretPage("spy_desk", render_desk).run_form(request, name, form, act, lambda made: says)


def _people_choices(request: AgentRequest) -> list[tuple[int, str]]:
    """Everybody of the theatre: whom an act may be about, it says itself."""
    return [(each.agent_id, each.agent.name) for each in theatre_queries.spies(get_theatre_or_404(request))]
