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

from dynasties.spy.actions import capturing, dealing, errands
from dynasties.spy.forms.desk import AssignForm, CorrectForm
from dynasties.spy.queries import desk as queries
from dynasties.spy.queries import theatres
from dynasties.spy.views.desk_shown import Table
from dynasties.spy.views.doing import done
from dynasties.spy.views.played import played
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.views.entering import AgentRequest, as_agent, law_of
from proposals.views.wording import grounds

PER_PAGE = 40


@require_safe
@never_cache
@as_agent
def page(request: AgentRequest) -> HttpResponse:
    """All of it. `?of=` and `?how=` sift the trail."""
    return shown(request)


def shown(
    request: AgentRequest, typed: Mapping[str, forms.Form] | None = None, refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """`typed`: forms that could not be taken, by name; `refused`: why the rules do not allow it."""
    table = _table(request)
    sifted = table.sifted
    trail = Paginator(sifted.entries, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        **table.context(typed or {}),
        "trail": [table.line(each) for each in trail.object_list],
        "page": trail,
        "query": f"{urlencode(sifted.query)}&" if sifted.query else "",
        "trail_form": sifted.form,
        "refused": grounds(refused, request),
    }
    return render(request, "spy/desk.html", context, status=status)


def _table(request: AgentRequest) -> Table:
    theatre = played(request)
    found = queries.desk(theatre, request.agent, request.game, law_of(request))
    if found is None:
        raise Refused(Reason("for-the-mastermind", law_of(request).rule("spy.location")))
    return Table(request, theatre, found)


@require_POST
@never_cache
@as_agent
def deal(request: AgentRequest) -> HttpResponse:
    """A territory at random for everybody who has none."""
    count = dealing.deal(actor_id=request.agent.pk, game_id=request.game.pk)
    said = {0: "Everybody has a Location already.", 1: "One Location is dealt."}
    messages.success(request, said.get(count, f"{count} Locations are dealt."))
    return redirect("spy_desk", request.game.slug)


@require_POST
@never_cache
@as_agent
def assign(request: AgentRequest) -> HttpResponse:
    """A territory of the Mastermind's choice for one of them."""
    return _done(request, "assign", AssignForm, dealing.assign, "It is assigned.")


@require_POST
@never_cache
@as_agent
def correct(request: AgentRequest) -> HttpResponse:
    """One thing in the record is put right."""
    return _done(request, "correct", CorrectForm, dealing.correct, "It is put right, and its owner is told.")


@require_POST
@never_cache
@as_agent
def rule_on(request: AgentRequest, uid: str) -> HttpResponse:
    """Roll for an attempt that waits."""
    attempt = capturing.rule_on_attempt(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    said = f"The die shows {attempt.roll.total}." if attempt.roll else "It is done, without a die."
    messages.success(request, f"{said} Both have news in their dossiers.")
    return redirect("spy_desk", request.game.slug)


@require_POST
@never_cache
@as_agent
def post_checkpoint(request: AgentRequest, uid: str) -> HttpResponse:
    """Post in the journal that somebody passed Checkpoint Charlie."""
    post = errands.post_checkpoint(actor_id=request.agent.pk, game_id=request.game.pk, errand_uid=uid)
    messages.success(request, f"The journal tells of it in #{post.number}.")
    return redirect("spy_desk", request.game.slug)


def _done(
    request: AgentRequest, name: str, kind: type[AssignForm] | type[CorrectForm], act: Callable[..., Any], says: str
) -> HttpResponse:
    form = kind(request.POST, people=_people(request), auto_id=f"{name}_%s")
    return done(request, name, form, act, says=lambda made: says, shown=shown, home="spy_desk")


def _people(request: AgentRequest) -> list[tuple[int, str]]:
    """Everybody of the theatre: whom an act may be about, it says itself."""
    return [(each.agent_id, each.agent.name) for each in theatres.spies(played(request))]
