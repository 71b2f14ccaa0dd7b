"""The board of missions, one of them, a new one; and each act about missions, groups, claims and Ranks. (Rules
Missions and Ranks)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dynasties.spy.dials import MISSIONS
from dynasties.spy.missions import (
    actions as missions_actions,
    actions_teams as missions_actions_teams,
    presenters as missions_presenters,
    queries as missions_queries,
    queries_teams as missions_queries_teams,
    rules as missions_rules,
)
from dynasties.spy.missions.forms import (
    CancelMissionForm,
    ClaimForm,
    CloseMissionForm,
    InviteForm,
    MissionForm,
    RefuseClaimForm,
)
from dynasties.spy.missions.models import Mission
from dynasties.spy.missions.presenters import MissionStage, OwnRecord
from dynasties.spy.missions.queries import MissionFacts
from dynasties.spy.missions.queries_teams import TeamFacts
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.presenters import get_theatre_or_404, hiatus_notices, hiatus_reasons_on_request
from nomic.core.decision import Decision, Invalid, Reason, Refused
from nomic.core.forms import NotDone, RefusableForm, fresh_token, run_form
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of, missing_provision
from proposals.reasons.presenters import reasons_context

METHODS = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
@in_game
def mission_board(request: GameRequest) -> HttpResponse:
    """Every mission of the theatre, the open ones whole."""
    theatre = get_theatre_or_404(request)
    stage, found = missions_presenters.stage_of(request, theatre), missions_queries.mission_board(theatre)
    cards = [missions_presenters.mission_card(each, request, stage) for each in found]
    context = {
        "open": [each for each in cards if each.facts.standing.is_open],
        "closed": [each for each in cards if not each.facts.standing.is_open],
        "stage": stage,
        "lack": missing_provision(MISSIONS, request),
        "record": _own_record(request, stage),
        "grounds": reasons_context(_may_open(request, stage).reasons, request) if stage.is_mastermind else [],
    }
    return render(request, "spy/missions.html", context)


def _own_record(request: GameRequest, stage: MissionStage) -> OwnRecord | None:
    """The reader's own record; None for who takes no part."""
    if request.agent is None or not stage.takes_part:
        return None
    return missions_presenters.own_record(
        request, stage.theatre, missions_queries.record_of(stage.theatre, request.agent, law_of(request))
    )


def _is_carried(request: GameRequest) -> bool:
    return law_of(request).carries(MISSIONS)


def _may_open(request: GameRequest, stage: MissionStage) -> Decision[bool]:
    """As the action asks it."""
    if reasons := hiatus_reasons_on_request(request):
        return Decision(False, reasons)
    return missions_rules.may_open(missions_queries.unfinished_count(stage.theatre), law_of(request))


@require_http_methods(METHODS)
@never_cache
@agent_required
def new_mission(request: AgentRequest) -> HttpResponse:
    """The Mastermind writes a mission."""
    theatre = theatre_queries.present_theatre(request.game.pk)
    if theatre is None:
        raise Http404("Nobody spies here now.")
    stage = missions_presenters.stage_of(request, theatre)
    if not stage.is_mastermind:
        raise Refused(Reason("for-the-mastermind", law_of(request).rule(MISSIONS)))
    may, columns = _may_open(request, stage), missions_queries.rewardable_columns(request.game.pk)
    if request.method != "POST":
        return _mission_form_page(request, MissionForm(initial={"token": fresh_token()}, columns=columns), may.reasons)
    form = MissionForm(request.POST, columns=columns)

    def open_it() -> Mission:
        token = form.cleaned_data["token"]
        return missions_actions.open_mission(**actor_of(request), words=form.words(), token=token)

    made = run_form(form, open_it, shows_refusals=True)
    if isinstance(made, NotDone):
        return _mission_form_page(request, form, made.reasons or may.reasons, made.status)
    messages.success(request, "The mission is on the board, and announced in the journal.")
    return redirect("spy_mission", request.game.slug, made.number)


def _mission_form_page(
    request: AgentRequest, form: MissionForm, reasons: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    context = {"form": form, "grounds": reasons_context(reasons, request), "refused": status == 409}
    return render(request, "spy/mission_new.html", context, status=status)


@require_safe
@never_cache
@in_game
def mission_detail(request: GameRequest, number: int) -> HttpResponse:
    """One mission with all its parts, and what the reader may do about it."""
    return mission_page(request, number)


def get_mission_or_404(request: GameRequest, number: int) -> MissionFacts:
    """The mission of that number, of any theatre, or 404."""
    one = missions_queries.get_mission(request.game.pk, number)
    if one is None:
        raise Http404("There is no such mission.")
    return one


def mission_page(
    request: GameRequest,
    number: int,
    forms: Mapping[str, Any] | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """The page of a mission. `forms`: those that could not be taken, by name, with what was typed; a claim's form under
    its address."""
    one, typed = get_mission_or_404(request, number), forms or {}
    stage = missions_presenters.stage_of(request, one.row.theatre)
    whose = (one.row, stage.theatre, request.agent, request.game)
    groups = missions_queries_teams.visible_teams(*whose)
    context = {
        "mission": missions_presenters.mission_card(one, request, stage),
        "aborts_needed": missions_presenters.abort_words(request),
        "stage": stage,
        "refused": reasons_context(refused, request),
        "live": one.row.theatre.ended_at is None and _is_carried(request),
        "halted": hiatus_notices(request),
        "teams": [missions_presenters.team_people(each, stage) for each in groups],
        "claims": [
            missions_presenters.claim_card(each, request, stage, typed.get(each.uid))
            for each in missions_queries_teams.visible_claims(*whose)
        ],
        **_closing_context(one, request, stage, typed),
        **_attempt_context(one, request, stage, typed, groups),
    }
    return render(request, "spy/mission.html", context, status=status)


def _closing_context(
    one: MissionFacts, request: GameRequest, stage: MissionStage, typed: Mapping[str, Any]
) -> dict[str, object]:
    """For the Mastermind: the two ways in which a mission ends."""
    if not stage.is_mastermind or not one.standing.is_open:
        return {}
    may = missions_rules.may_cancel(one.standing, len(one.aborting), request.now, law_of(request))
    return {
        "close_form": typed.get("close") or CloseMissionForm(auto_id="id_close_%s"),
        "cancel_form": typed.get("cancel") or CancelMissionForm(auto_id="id_cancel_%s"),
        "cancel_ground": may.outcome,
        "cancel_until": may.next_check,
        "cancel_grounds": reasons_context(may.reasons, request),
    }


def _attempt_context(
    one: MissionFacts, request: GameRequest, stage: MissionStage, typed: Mapping[str, Any], groups: Sequence[TeamFacts]
) -> dict[str, object]:
    """For who takes part: eir group, of those that e may know of, and whether e may claim."""
    viewer = request.agent
    if viewer is None or not stage.takes_part:
        return {}
    law = law_of(request)
    mine = missions_queries_teams.own_team(groups, viewer.pk)
    gather = missions_rules.may_gather(one.standing, viewer.pk, law)
    waiting = missions_queries_teams.agents_in_waiting_claims(one.row, viewer.pk)
    claiming = missions_rules.may_claim(one.standing, [(viewer.pk, viewer.name)], waiting, law)
    guests = [each for each in stage.playing if mine and each[0] not in (*mine.members, *mine.invited)]
    claimants = [(mine.uid, "for our group")] if mine and len(mine.members) > 1 else []
    start = {"token": fresh_token(), "team": mine.uid if claimants and mine else ""}
    return {
        "attempting": True,
        "mine": mine is not None,
        "team_token": fresh_token(),
        "gather_grounds": reasons_context(gather.reasons, request),
        "claim_grounds": reasons_context(claiming.reasons, request),
        "invite_form": typed.get("invite") or InviteForm(guests=guests),
        "guests": guests,
        "claim_form": typed.get("claim") or ClaimForm(initial=start, groups=claimants, auto_id="id_claim_%s"),
    }


@require_POST
@never_cache
@agent_required
def close_mission(request: AgentRequest, number: int) -> HttpResponse:
    """The Mastermind closes a mission."""
    form = CloseMissionForm(request.POST, auto_id="id_close_%s")
    return _run_mission_form(request, number, "close", form, missions_actions.close_mission, "The mission is closed.")


@require_POST
@never_cache
@agent_required
def cancel_mission(request: AgentRequest, number: int) -> HttpResponse:
    """The Mastermind cancels a mission."""
    form = CancelMissionForm(request.POST, auto_id="id_cancel_%s")
    return _run_mission_form(
        request, number, "cancel", form, missions_actions.cancel_mission, "The mission is cancelled."
    )


def _run_mission_form(
    request: AgentRequest, number: int, name: str, form: RefusableForm, act: Callable[..., object], says: str
) -> HttpResponse:
    done = run_form(form, lambda: act(**actor_of(request), number=number, **form.cleaned_data), shows_refusals=True)
    if isinstance(done, NotDone):
        return mission_page(request, number, {name: form}, done.reasons, status=done.status)
    messages.success(request, says)
    return redirect("spy_mission", request.game.slug, number)


# What is sent about groups, claims and Ranks: each leads back to the page of its mission. (Rules Missions, Ranks)

DESK = "desk"  # what a ruling sends, that was made on the Mastermind's desk


@require_POST
@never_cache
@agent_required
def found_team(request: AgentRequest, number: int) -> HttpResponse:
    """Found a group for a mission."""
    missions_actions_teams.found_team(
        actor_id=request.agent.pk, game_id=request.game.pk, number=number, token=request.POST.get("token", "")
    )
    messages.success(request, "The group is there. Ask others to join it.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@agent_required
def invite_agent(request: AgentRequest, uid: str) -> HttpResponse:
    """Ask somebody into a group."""
    number, mine = _get_team_or_404(request, uid)
    theatre = theatre_queries.latest_theatre(request.game.pk)
    assert theatre is not None
    playing = [(each.pk, each.name) for each in missions_queries.agents_taking_part(theatre, law_of(request))]
    form = InviteForm(request.POST, guests=[each for each in playing if each[0] not in mine.members])
    if not form.is_valid():
        return mission_page(request, number, {"invite": form}, status=422)
    missions_actions_teams.invite_agent(
        actor_id=request.agent.pk, game_id=request.game.pk, uid=uid, **form.cleaned_data
    )
    messages.success(request, "Asked. Nothing binds em before e has joined.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@agent_required
def join_team(request: AgentRequest, uid: str) -> HttpResponse:
    """Join a group that asks one in."""
    number, _ = _get_team_or_404(request, uid)
    missions_actions_teams.join_team(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    messages.success(request, "You are in the group: what it claims, you claim too.")
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@agent_required
def leave_team(request: AgentRequest, uid: str) -> HttpResponse:
    """Leave a group, or turn it down."""
    number, mine = _get_team_or_404(request, uid)
    missions_actions_teams.leave_team(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    was_in = request.agent.pk in mine.members
    messages.success(request, "You have left the group." if was_in else "You have turned it down.")
    return redirect("spy_mission", request.game.slug, number)


def _get_team_or_404(request: AgentRequest, uid: str) -> tuple[int, TeamFacts]:
    """The number of its mission, and the group, for who is in it or asked to be; to anybody else there is none."""
    theatre = theatre_queries.latest_theatre(request.game.pk)
    group = missions_queries_teams.get_team(theatre, uid) if theatre else None
    if group is None or request.agent.pk not in (*group[1].members, *group[1].invited):
        raise Http404("There is no such group.")
    return group[0].mission.number, group[1]


@require_POST
@never_cache
@agent_required
def claim_completion(request: AgentRequest, number: int) -> HttpResponse:
    """Tell the Mastermind that the goals of a mission are met."""
    one = get_mission_or_404(request, number)
    mine = missions_queries_teams.team_of(one.row, request.agent.pk)
    groups = [(mine.uid, "for our group")] if mine and len(mine.members) > 1 else []
    form = ClaimForm(request.POST, groups=groups, auto_id="id_claim_%s")
    said = f"The {request.keywords.mastermind} is told, and nobody else."
    return _run_mission_form(request, number, "claim", form, missions_actions_teams.claim_completion, said)


@require_POST
@never_cache
@agent_required
def accept_claim(request: AgentRequest, uid: str) -> HttpResponse:
    """The Mastermind rules that a claim is true."""
    try:
        row = missions_actions_teams.accept_claim(actor_id=request.agent.pk, game_id=request.game.pk, uid=uid)
    except Invalid as error:
        raise Http404(error.text) from None
    messages.success(request, "They are listed, and have the reward.")
    return _go_on_after_ruling(request, row.number)


@require_POST
@never_cache
@agent_required
def refuse_claim(request: AgentRequest, uid: str) -> HttpResponse:
    """The Mastermind rules that a claim is not true."""
    form = RefuseClaimForm(request.POST, auto_id=f"id_%s_{uid}")
    if not form.is_valid():
        return _refused_page(request, uid, form)
    try:
        row = missions_actions_teams.refuse_claim(
            actor_id=request.agent.pk, game_id=request.game.pk, uid=uid, **form.cleaned_data
        )
    except Invalid as error:
        if error.path != "reason":
            raise Http404(error.text) from None
        form.add_error("reason", error.text)
        return _refused_page(request, uid, form)
    messages.success(request, "Refused. The group is told why.")
    return _go_on_after_ruling(request, row.number)


def _refused_page(request: AgentRequest, uid: str, form: RefuseClaimForm) -> HttpResponse:
    """The page of the mission, where the reason stands as it was typed."""
    theatre = theatre_queries.latest_theatre(request.game.pk)
    mine = request.agent.pk == request.game.mastermind_id and theatre is not None
    waiting = {each.uid: each for each in missions_queries.claims_to_rule(theatre)} if mine and theatre else {}
    if uid not in waiting:
        raise Http404("There is no such claim.")
    return mission_page(request, waiting[uid].mission.number, {uid: form}, status=422)


def _go_on_after_ruling(request: AgentRequest, number: int) -> HttpResponse:
    if request.POST.get("back") == DESK:
        return redirect("spy_desk", request.game.slug)
    return redirect("spy_mission", request.game.slug, number)


@require_POST
@never_cache
@agent_required
def raise_gadget_limit(request: AgentRequest) -> HttpResponse:
    """A Standard Spy raises the number of Gadgets that e may own, once."""
    missions_actions.raise_gadget_limit(actor_id=request.agent.pk, game_id=request.game.pk)
    messages.success(request, "You may own more Gadgets now.")
    return redirect("spy_missions", request.game.slug)
