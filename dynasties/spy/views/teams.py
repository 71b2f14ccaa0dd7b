"""What is sent about groups, claims and Ranks: each leads back to the page of its mission. (Rules Missions, Ranks)"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dynasties.spy.actions import claims, ranks
from dynasties.spy.actions import teams as actions
from dynasties.spy.forms.missions import ClaimForm, InviteForm, ReasonForm
from dynasties.spy.queries import missions as queries
from dynasties.spy.queries import teams, theatres
from dynasties.spy.queries.teams import TeamShown
from dynasties.spy.views import missions as pages
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.views.entering import AgentRequest, as_agent, law_of

DESK = "desk"  # what a ruling sends, that was made on the Mastermind's desk


@require_POST
@never_cache
@as_agent
def found(request: AgentRequest, number: int) -> HttpResponse:
    """Found a group for a mission."""
    actions.found_team(
        actor_id=request.agent.pk, game_id=request.game.pk, number=number, token=request.POST.get("token", "")
    )
    messages.success(request, "The group is there. Ask others to join it.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@as_agent
def invite(request: AgentRequest, uid: str) -> HttpResponse:
    """Ask somebody into a group."""
    number, mine = _group(request, uid)
    theatre = theatres.latest(request.game.pk)
    assert theatre is not None
    playing = [(each.pk, each.name) for each in queries.takers(theatre, law_of(request))]
    form = InviteForm(request.POST, guests=[each for each in playing if each[0] not in mine.members])
    if not form.is_valid():
        return pages.page(request, number, {"invite": form}, status=422)
    actions.invite(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid, **form.cleaned_data)
    messages.success(request, "Asked. Nothing binds em before e has joined.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@as_agent
def join(request: AgentRequest, uid: str) -> HttpResponse:
    """Join a group that asks one in."""
    number, _ = _group(request, uid)
    actions.join_team(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    messages.success(request, "You are in the group: what it claims, you claim too.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@as_agent
def leave(request: AgentRequest, uid: str) -> HttpResponse:
    """Leave a group, or turn it down."""
    number, mine = _group(request, uid)
    actions.leave_team(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    was_in = request.agent.pk in mine.members
    messages.success(request, "You have left the group." if was_in else "You have turned it down.")
    return redirect("spy_mission", request.game.slug, number)


def _group(request: AgentRequest, uid: str) -> tuple[int, TeamShown]:
    """The number of its mission, and the group, for who is in it or asked to be; to anybody else there is none."""
    theatre = theatres.latest(request.game.pk)
    group = teams.team(theatre, uid) if theatre else None
    if group is None or request.agent.pk not in (*group[1].members, *group[1].invited):
        raise Http404("There is no such group.")
    return group[0].mission.number, group[1]


@require_POST
@never_cache
@as_agent
def claim(request: AgentRequest, number: int) -> HttpResponse:
    """Tell the Mastermind that the goals of a mission are met."""
    one = pages.found(request, number)
    mine = teams.team_of(one.row, request.agent.pk)
    groups = [(mine.uid, "for our group")] if mine and len(mine.members) > 1 else []
    form = ClaimForm(request.POST, groups=groups, auto_id="id_claim_%s")
    if not form.is_valid():
        return pages.page(request, number, {"claim": form}, status=422)
    try:
        claims.claim(actor_id=request.agent.pk, game_id=request.game.pk, number=number, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return pages.page(request, number, {"claim": form}, status=422)
    except Refused as refusal:
        return pages.page(request, number, {"claim": form}, refusal.reasons, status=409)
    messages.success(request, f"The {request.keywords.mastermind} is told, and nobody else.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@as_agent
def accept(request: AgentRequest, uid: str) -> HttpResponse:
    """The Mastermind rules that a claim is true."""
    try:
        row = claims.accept(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    except Invalid as error:
        raise Http404(error.text) from None
    messages.success(request, "They are listed, and have the reward.")
    return _ruled(request, row.number)


@require_POST
@never_cache
@as_agent
def refuse(request: AgentRequest, uid: str) -> HttpResponse:
    """The Mastermind rules that a claim is not true."""
    form = ReasonForm(request.POST, auto_id=f"id_%s_{uid}")
    if not form.is_valid():
        return _again(request, uid, form)
    try:
        row = claims.refuse(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid, **form.cleaned_data)
    except Invalid as error:
        if error.path != "reason":
            raise Http404(error.text) from None
        form.add_error("reason", error.text)
        return _again(request, uid, form)
    messages.success(request, "Refused. The group is told why.")
    return _ruled(request, row.number)


def _again(request: AgentRequest, uid: str, form: ReasonForm) -> HttpResponse:
    """The page of the mission, where the reason stands as it was typed."""
    theatre = theatres.latest(request.game.pk)
    mine = request.agent.pk == request.game.mastermind_id and theatre is not None
    waiting = {each.uid: each for each in queries.claims_to_rule(theatre)} if mine and theatre else {}
    if uid not in waiting:
        raise Http404("There is no such claim.")
    return pages.page(request, waiting[uid].mission.number, {uid: form}, status=422)


def _ruled(request: AgentRequest, number: int) -> HttpResponse:
    if request.POST.get("back") == DESK:
        return redirect("spy_desk", request.game.slug)
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@as_agent
def raise_gadgets(request: AgentRequest) -> HttpResponse:
    """A Standard Spy raises the number of Gadgets that e may own, once."""
    ranks.raise_gadgets(actor_id=request.agent.pk, game_id=request.game.pk)
    messages.success(request, "You may own more Gadgets now.")
    return redirect("spy_missions", request.game.slug)
