"""The Mastermind tells one Agent one thing about another. (Rule Top Secret)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from dynasties.spy.actions import disclosing as actions
from dynasties.spy.forms.disclosing import DiscloseForm
from dynasties.spy.queries import theatres
from dynasties.spy.views.played import played, stopped
from nomic.core import queries as core
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.views.entering import AgentRequest, as_agent, law_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from dynasties.spy.models import Spy, Theatre


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@as_agent
def disclose(request: AgentRequest) -> HttpResponse:
    """GET: what and to whom. POST: disclosed."""
    theatre = played(request)
    if request.agent.pk != request.game.mastermind_id:
        raise Refused(Reason("for-the-mastermind", law_of(request).rule("spy.disclosure")))
    spies = theatres.spies(theatre)
    form = form_of(request, spies, request.POST if request.method == "POST" else None)
    against: tuple[Reason, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            actions.disclose(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
        except Invalid as error:
            form.refuse(error)
        except Refused as refused:
            against = refused.reasons
        else:
            messages.success(request, "It is disclosed. Both have news in eir dossiers.")
            return redirect("spy_disclose", request.game.slug)
    context = panel(request, theatre, form) | {"refused": grounds(against, request)}
    return render(request, "spy/disclose.html", context, status=409 if against else 422 if form.errors else 200)


def panel(request: AgentRequest, theatre: Theatre, form: DiscloseForm) -> dict[str, Any]:
    """What `spy/_disclose.html` takes, for the Mastermind alone: `disclose_form`, and the grounds against it."""
    against = theatres.barred(theatre, "spy.disclosure", law_of(request), stopped(request))
    return {"disclose_form": form, "disclose_grounds": grounds(against, request)}


def form_of(request: AgentRequest, spies: Sequence[Spy], data: Any = None) -> DiscloseForm:
    """What is told about one of these, to anybody else in the game; `data`: what was sent."""
    owners = [(each.agent_id, each.agent.name) for each in spies]
    readers = [(each.pk, each.name) for each in core.roster(request.game.pk) if each.pk != request.game.mastermind_id]
    return DiscloseForm(data, owners=owners, readers=readers)
