"""The roster: who plays, who is idle, who asks to join; and what an Admin can do about it. (Rule Agents)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core.decision import Decision
from nomic.core.forms import NotDone, run_form
from nomic.core.games import queries as games_queries
from nomic.core.language.rules import Keywords
from nomic.core.language.words import duration
from nomic.core.law.dials import AGENTS_IDLING, AGENTS_LEAVING, CLERK, IDLE_AFTER, IDLE_BY
from nomic.core.law.rules import Law
from nomic.core.requests import AgentRequest, GameRequest, agent_required, in_game, law_of, reason_rows
from nomic.core.roster import (
    actions as roster_actions,
    actions_activity as roster_actions_activity,
    queries as roster_queries,
    rules as roster_rules,
)
from nomic.core.roster.forms import ArrivalForm, DeclineForm, LeaveForm

if TYPE_CHECKING:
    from nomic.core.games.models import Agent


@dataclass(frozen=True, slots=True)
class RosterRow:
    """An Agent on the roster: eir offices, and what the reader may do about em.

    `idle_from`: when eir silence alone will allow an Admin to idle em; None where it does already, or never will.
    """

    agent: Agent
    roles: tuple[str, ...]
    is_self: bool
    may_idle: bool = False
    may_unidle: bool = False
    idle_from: datetime | None = None


@require_safe
@in_game
def roster_page(request: GameRequest) -> HttpResponse:
    """Everybody in the game, everybody who was, and everybody at the door."""
    return render_roster(request, {})


def render_roster(request: GameRequest, forms: Mapping[int, DeclineForm], status: int = 200) -> HttpResponse:
    """The roster's page; `forms` holds the forms with errors, by application."""
    law = law_of(request)
    door = roster_queries.waiting_applications(request.game.pk)
    is_admin = request.agent is not None and request.agent.is_admin
    context = {
        "rows": [_roster_row(request, each, law) for each in roster_queries.roster(request.game.pk)],
        "on_idling": idling_context(law, request.keywords) if is_admin else (),
        "former": roster_queries.former_agents(request.game.pk),
        "waiting": [(each, forms.get(each.pk) or _decline(each.pk)) for each in door],
        "is_admin": is_admin,
        "may_leave": law.carries(AGENTS_LEAVING),
        "may_ask": law.carries(AGENTS_IDLING),
    }
    return render(request, "core/roster.html", context, status=status)


def _decline(application_id: int) -> DeclineForm:
    return DeclineForm(auto_id=f"decline_{application_id}_%s")


def _roster_row(request: GameRequest, agent: Agent, law: Law) -> RosterRow:
    roles = request.keywords.offices(mastermind=agent.pk == request.game.mastermind_id, admin=agent.is_admin)
    reader = request.agent
    is_self = reader is not None and reader.pk == agent.pk
    if reader is None or not reader.is_admin:
        return RosterRow(agent, roles, is_self)
    may = _may_idle(agent, law, request.now) if agent.is_playing else _may_come_back(agent, is_self, law)
    return RosterRow(
        agent,
        roles,
        is_self,
        may_idle=agent.is_playing and may.outcome,
        may_unidle=not agent.is_playing and may.outcome,
        idle_from=may.next_check,
    )


def idling_context(law: Law, keywords: Keywords) -> tuple[str, ...]:
    """What the law says of idling to an Admin, once for everybody on the roster."""
    if not law.carries(AGENTS_IDLING):
        return ("No rule of this game provides for going idle.",)
    after, by = law[IDLE_AFTER], law[IDLE_BY]
    an_admin = keywords.a("admin")
    asked = f"{an_admin[0].upper()}{an_admin[1:]} idles whoever asks for it, and brings back whoever asks for that."
    if after is None:
        return asked, "Nobody is idled for eir silence."
    quiet = f"more than {duration(after)} of silence"
    if by == CLERK:
        return asked, f"After {quiet}, the Clerk alone idles."
    return asked, f"After {quiet}, {an_admin} may idle unasked."


def _may_idle(agent: Agent, law: Law, now: datetime) -> Decision[bool]:
    return roster_rules.may_idle(
        asked=agent.asked_idle_at is not None, last_active=agent.last_active_at, law=law, now=now
    )


def _may_come_back(agent: Agent, is_self: bool, law: Law) -> Decision[bool]:
    return roster_rules.may_come_back(
        agent.name,
        idle=agent.in_game and not agent.is_playing,
        asked=agent.asked_back_at is not None,
        is_self=is_self,
        law=law,
    )


@require_safe
@in_game
def agent_page(request: GameRequest, agent_id: int) -> HttpResponse:
    """One Agent: what e is, and what e has been."""
    found = games_queries.agent(request.game.pk, agent_id)
    if found is None:
        raise Http404("There is no such Agent.")
    law = law_of(request)
    context = {"row": _roster_row(request, found, law), "standings": roster_queries.standings(found.pk)}
    return render(request, "core/agent.html", context)


# -- acts --------------------------------------------------------------------------------------------


@require_POST
@agent_required
def ask_idle_view(request: AgentRequest) -> HttpResponse:
    roster_actions_activity.ask_idle(actor_id=request.agent.pk, game_id=request.game.pk)
    return _redirect_to_roster(request, f"You have asked to go idle; {request.keywords.a('admin')} does it.")


@require_POST
@agent_required
def resign_view(request: AgentRequest) -> HttpResponse:
    """An Admin gives up the office."""
    roster_actions.resign_office(actor_id=request.agent.pk, game_id=request.game.pk)
    return _redirect_to_roster(request, f"You are no {request.keywords.admin} any more.")


@require_POST
@agent_required
def idle_view(request: AgentRequest, agent_id: int) -> HttpResponse:
    """An Admin makes an Agent idle."""
    done = roster_actions_activity.idle_agent(actor_id=request.agent.pk, game_id=request.game.pk, agent_id=agent_id)
    return _redirect_to_roster(request, f"{done.name} is idle.")


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def leave_page(request: AgentRequest) -> HttpResponse:
    """A page that asks for the name once more before anybody leaves."""
    form = LeaveForm(request.POST or None, own_name=request.agent.name)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "core/leave.html", {"form": form}, status=status)
    roster_actions.leave_game(actor_id=request.agent.pk, game_id=request.game.pk, text=form.cleaned_data["text"])
    return _redirect_to_roster(request, "You have left the game.")


def _redirect_to_roster(request: GameRequest, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("roster", request.game.slug)


# Announcing one's arrival, and what becomes of it. (Rule Agents)


@require_http_methods(["GET", "HEAD", "POST"])
@in_game
def join_page(request: GameRequest) -> HttpResponse:
    """Announce an arrival; afterwards, see whether it still waits and who answered it."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    given = {"game": request.game, "account": request.user, "keywords": request.keywords}
    if request.method == "POST":
        return _announce(request, ArrivalForm(request.POST, **given))
    return _render_join(request, ArrivalForm(**given))


def _announce(request: GameRequest, form: ArrivalForm) -> HttpResponse:
    account, game_id = request.user, request.game.pk
    done = run_form(
        form, lambda: roster_actions.announce_arrival(account=account, game_id=game_id, **form.cleaned_data)
    )
    if isinstance(done, NotDone):
        return _render_join(request, form, done.status)
    return redirect("join", request.game.slug)


def _render_join(request: GameRequest, form: ArrivalForm, status: int = 200) -> HttpResponse:
    may = roster_queries.may_apply(request.game, request.user)
    application = roster_queries.application_of(request.user, request.game.pk)
    context = {
        "form": form,
        "may": may.outcome,
        "reasons": reason_rows(may.reasons, request),
        "application": application,
        "an_admin": request.keywords.a("admin"),
        "admins": request.keywords.plural("admin"),
    }
    return render(request, "core/join.html", context, status=status)


@require_POST
@in_game
def withdraw_view(request: GameRequest) -> HttpResponse:
    """Take one's own announcement back."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    application = roster_queries.application_of(request.user, request.game.pk)
    if application is not None:
        roster_actions.withdraw_application(account=request.user, application_id=application.pk)
        messages.success(request, "Your announcement is withdrawn.")
    return redirect("join", request.game.slug)


@require_POST
@agent_required
def admit_view(request: AgentRequest, application_id: int) -> HttpResponse:
    """An Admin enters an applicant on the roster."""
    agent = roster_actions.admit_applicant(
        actor_id=request.agent.pk, game_id=request.game.pk, application_id=application_id
    )
    messages.success(request, f"{agent.name} is on the roster.")
    return redirect("roster", request.game.slug)


@require_POST
@agent_required
def decline_view(request: AgentRequest, application_id: int) -> HttpResponse:
    """An Admin turns an applicant away, and says why."""
    form = DeclineForm(request.POST, auto_id=f"decline_{application_id}_%s")
    if not form.is_valid():
        return render_roster(request, {application_id: form}, status=422)
    roster_actions.decline_applicant(
        actor_id=request.agent.pk, game_id=request.game.pk, application_id=application_id, why=form.cleaned_data["why"]
    )
    messages.success(request, "The announcement is declined.")
    return redirect("roster", request.game.slug)
