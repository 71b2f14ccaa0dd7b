"""The board of missions, one of them, and a new one. (Rule Missions)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dynasties.spy.actions import missions as actions
from dynasties.spy.forms.missions import CancelForm, ClaimForm, InviteForm, MissionForm, WhyForm
from dynasties.spy.mechanics import missions as mechanics
from dynasties.spy.queries import missions as queries
from dynasties.spy.queries import teams, theatres
from dynasties.spy.queries.missions import MissionShown
from dynasties.spy.queries.teams import TeamShown
from dynasties.spy.views import missions_shown as shown
from dynasties.spy.views.missions_shown import Stage
from dynasties.spy.views.played import halted, played, stopped
from nomic.core.forms.refusing import RefusableForm
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Decision, Invalid, Reason, Refused
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from nomic.core.views.recalling import lack
from proposals.views.wording import grounds

METHODS = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
@in_game
def board(request: GameRequest) -> HttpResponse:
    """Every mission of the theatre, the open ones whole."""
    theatre = played(request)
    stage, found = shown.stage_of(request, theatre), queries.board(theatre)
    cards = [shown.card(each, request, stage) for each in found]
    context = {
        "open": [each for each in cards if each["is_open"]],
        "closed": [each for each in cards if not each["is_open"]],
        "stage": stage,
        "lack": lack(mechanics.CARRIED, request),
        "record": _record(request, stage),
        "grounds": grounds(_may_open(request, stage).reasons, request) if stage.is_mastermind else [],
    }
    return render(request, "spy/missions.html", context)


def _record(request: GameRequest, stage: Stage) -> dict[str, Any] | None:
    """The reader's own record; None for who takes no part."""
    if request.agent is None or not stage.takes_part:
        return None
    return shown.record(request, stage.theatre, queries.record_of(stage.theatre, request.agent, law_of(request)))


def _carried(request: GameRequest) -> bool:
    return law_of(request).carries(mechanics.CARRIED)


def _may_open(request: GameRequest, stage: Stage) -> Decision[bool]:
    """As the action asks it."""
    if reasons := stopped(request):
        return Decision(False, reasons)
    return mechanics.may_open(queries.unfinished(stage.theatre), law_of(request))


@require_http_methods(METHODS)
@never_cache
@as_agent
def new(request: AgentRequest) -> HttpResponse:
    """The Mastermind writes a mission."""
    theatre = theatres.present(request.game.pk)
    if theatre is None:
        raise Http404("Nobody spies here now.")
    stage = shown.stage_of(request, theatre)
    if not stage.is_mastermind:
        raise Refused(Reason("for-the-mastermind", law_of(request).rule(mechanics.CARRIED)))
    may, columns = _may_open(request, stage), queries.rewarding(request.game.pk)
    if request.method != "POST":
        return _written(request, MissionForm(initial={"token": fresh_token()}, columns=columns), may.reasons)
    form = MissionForm(request.POST, columns=columns)
    if not form.is_valid():
        return _written(request, form, may.reasons, 422)
    try:
        made = actions.open_mission(actor_id=request.agent.pk, game_id=request.game.pk, **form.mission())
    except Invalid as error:
        form.refuse(error)
        return _written(request, form, may.reasons, 422)
    except Refused as refusal:
        # What was typed stays on the page, with the reasons why it is not taken.
        return _written(request, form, refusal.reasons, 409)
    messages.success(request, "The mission is on the board, and announced in the journal.")
    return redirect("spy_mission", request.game.slug, made.number)


def _written(
    request: AgentRequest, form: MissionForm, reasons: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    context = {"form": form, "grounds": grounds(reasons, request), "refused": status == 409}
    return render(request, "spy/mission_new.html", context, status=status)


@require_safe
@never_cache
@in_game
def mission(request: GameRequest, number: int) -> HttpResponse:
    """One mission with all its parts, and what the reader may do about it."""
    return page(request, number)


def found(request: GameRequest, number: int) -> MissionShown:
    """The mission of that number, of any theatre, or 404."""
    one = queries.mission(request.game.pk, number)
    if one is None:
        raise Http404("There is no such mission.")
    return one


def page(
    request: GameRequest,
    number: int,
    forms: Mapping[str, Any] | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """The page of a mission. `forms`: those that could not be taken, by name, with what was typed; a claim's form under
    its address."""
    one, typed = found(request, number), forms or {}
    stage = shown.stage_of(request, one.row.theatre)
    whose = (one.row, stage.theatre, request.agent, request.game)
    groups = teams.teams_seen(*whose)
    context = {
        "mission": shown.card(one, request, stage),
        "stage": stage,
        "refused": grounds(refused, request),
        "live": one.row.theatre.ended_at is None and _carried(request),
        "halted": halted(request),
        "teams": [shown.team(each, request, stage) for each in groups],
        "claims": [shown.claim(each, request, stage, typed.get(each.uid)) for each in teams.claims_seen(*whose)],
        **_closing(one, request, stage, typed),
        **_attempt(one, request, stage, typed, groups),
    }
    return render(request, "spy/mission.html", context, status=status)


def _closing(one: MissionShown, request: GameRequest, stage: Stage, typed: Mapping[str, Any]) -> dict[str, Any]:
    """For the Mastermind: the two ways in which a mission ends."""
    if not stage.is_mastermind or not one.standing.is_open:
        return {}
    may = mechanics.may_cancel(one.standing, len(one.aborting), request.now, law_of(request))
    return {
        "close_form": typed.get("close") or WhyForm(auto_id="id_close_%s"),
        "cancel_form": typed.get("cancel") or CancelForm(auto_id="id_cancel_%s"),
        "cancel_ground": may.outcome,
        "cancel_until": may.next_check,
        "cancel_grounds": grounds(may.reasons, request),
    }


def _attempt(
    one: MissionShown, request: GameRequest, stage: Stage, typed: Mapping[str, Any], groups: Sequence[TeamShown]
) -> dict[str, Any]:
    """For who takes part: eir group, of those that e may know of, and whether e may claim."""
    viewer = request.agent
    if viewer is None or not stage.takes_part:
        return {}
    law = law_of(request)
    mine = teams.own_team(groups, viewer.pk)
    gather = mechanics.may_gather(one.standing, viewer.pk, law)
    waiting = teams.waiting_with(one.row, viewer.pk)
    claiming = mechanics.may_claim(one.standing, [(viewer.pk, viewer.name)], waiting, law)
    guests = [each for each in stage.playing if mine and each[0] not in (*mine.members, *mine.invited)]
    claimants = [(mine.uid, "for our group")] if mine and len(mine.members) > 1 else []
    start = {"token": fresh_token(), "team": mine.uid if claimants and mine else ""}
    return {
        "attempting": True,
        "mine": shown.team(mine, request, stage) if mine else None,
        "team_token": fresh_token(),
        "gather_grounds": grounds(gather.reasons, request),
        "claim_grounds": grounds(claiming.reasons, request),
        "invite_form": typed.get("invite") or InviteForm(guests=guests),
        "guests": guests,
        "claim_form": typed.get("claim") or ClaimForm(initial=start, groups=claimants, auto_id="id_claim_%s"),
    }


@require_POST
@never_cache
@as_agent
def close(request: AgentRequest, number: int) -> HttpResponse:
    """The Mastermind closes a mission."""
    form = WhyForm(request.POST, auto_id="id_close_%s")
    return _taken_down(request, number, "close", form, actions.close, "The mission is closed.")


@require_POST
@never_cache
@as_agent
def cancel(request: AgentRequest, number: int) -> HttpResponse:
    """The Mastermind cancels a mission."""
    form = CancelForm(request.POST, auto_id="id_cancel_%s")
    return _taken_down(request, number, "cancel", form, actions.cancel, "The mission is cancelled.")


def _taken_down(
    request: AgentRequest, number: int, name: str, form: RefusableForm, act: Callable[..., object], says: str
) -> HttpResponse:
    if not form.is_valid():
        return page(request, number, {name: form}, status=422)
    try:
        act(actor_id=request.agent.pk, game_id=request.game.pk, number=number, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return page(request, number, {name: form}, status=422)
    except Refused as refusal:
        return page(request, number, {name: form}, refusal.reasons, status=409)
    messages.success(request, says)
    return redirect("spy_mission", request.game.slug, number)
