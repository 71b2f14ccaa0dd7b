"""Announcing one's arrival, and what becomes of it. (Rule Agents)"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from nomic.core import queries
from nomic.core.actions import joining
from nomic.core.forms import ArrivalForm, DeclineForm
from nomic.core.mechanics.decision import Invalid
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game
from nomic.core.views.recalling import grounds
from nomic.core.views.roster import shown


@require_http_methods(["GET", "HEAD", "POST"])
@in_game
def join(request: GameRequest) -> HttpResponse:
    """Announce an arrival; afterwards, see whether it still waits and who answered it."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    given = {"game": request.game, "account": request.user, "keywords": request.keywords}
    if request.method == "POST":
        return _announce(request, ArrivalForm(request.POST, **given))
    return _joining(request, ArrivalForm(**given))


def _announce(request: GameRequest, form: ArrivalForm) -> HttpResponse:
    if not form.is_valid():
        return _joining(request, form, status=422)
    try:
        joining.announce_arrival(account=request.user, game_id=request.game.pk, **form.cleaned_data)
    except Invalid as error:
        form.take(error)
        return _joining(request, form, status=422)
    return redirect("join", request.game.slug)


def _joining(request: GameRequest, form: ArrivalForm, status: int = 200) -> HttpResponse:
    may = queries.may_apply(request.game, request.user)
    application = queries.application_of(request.user, request.game.pk)
    context = {"form": form, "may": may.outcome, "reasons": grounds(may.reasons, request), "application": application,
               "an_admin": request.keywords.a("admin"), "admins": request.keywords.plural("admin")}  # fmt: skip
    return render(request, "core/join.html", context, status=status)


@require_POST
@in_game
def withdraw(request: GameRequest) -> HttpResponse:
    """Take one's own announcement back."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    application = queries.application_of(request.user, request.game.pk)
    if application is not None:
        joining.withdraw_application(account=request.user, application_id=application.pk)
        messages.success(request, "Your announcement is withdrawn.")
    return redirect("join", request.game.slug)


@require_POST
@as_agent
def admit(request: AgentRequest, application_id: int) -> HttpResponse:
    """An Admin enters an applicant on the roster."""
    agent = joining.admit(actor_id=request.agent.pk, game_id=request.game.pk, application_id=application_id)
    messages.success(request, f"{agent.name} is on the roster.")
    return redirect("roster", request.game.slug)


@require_POST
@as_agent
def decline(request: AgentRequest, application_id: int) -> HttpResponse:
    """An Admin turns an applicant away, and says why."""
    form = DeclineForm(request.POST, auto_id=f"decline_{application_id}_%s")
    if not form.is_valid():
        return shown(request, {application_id: form}, status=422)
    joining.decline(
        actor_id=request.agent.pk,
        game_id=request.game.pk,
        application_id=application_id,
        why=form.cleaned_data["why"],
    )
    messages.success(request, "The announcement is declined.")
    return redirect("roster", request.game.slug)
