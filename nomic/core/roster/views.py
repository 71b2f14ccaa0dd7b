"""The roster: who plays, who is idle, who waits at the door; and what an Admin may do about it. (Rule Agents)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core import queries
from nomic.core.actions import joining, roster, silence
from nomic.core.forms import DeclineForm, LeaveForm
from nomic.core.mechanics import idling
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.dials import CLERK
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.law import Law
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from nomic.core.words import duration

if TYPE_CHECKING:
    from nomic.core.models import Agent


@dataclass(frozen=True, slots=True)
class Row:
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
def page(request: GameRequest) -> HttpResponse:
    """Everybody in the game, everybody who was, and everybody at the door."""
    return shown(request, {})


def shown(request: GameRequest, forms: Mapping[int, DeclineForm], status: int = 200) -> HttpResponse:
    """The roster's page; `forms` holds the forms with errors, by application."""
    law = law_of(request)
    door = queries.waiting_applications(request.game.pk)
    is_admin = request.agent is not None and request.agent.is_admin
    context = {
        "rows": [_row(request, each, law) for each in queries.roster(request.game.pk)],
        "on_idling": on_idling(law, request.keywords) if is_admin else (),
        "former": queries.former_agents(request.game.pk),
        "waiting": [(each, forms.get(each.pk) or _decline(each.pk)) for each in door],
        "is_admin": is_admin,
        "may_leave": law.carries("agents.leaving"),
        "may_ask": law.carries("agents.idling"),
    }
    return render(request, "core/roster.html", context, status=status)


def _decline(application_id: int) -> DeclineForm:
    return DeclineForm(auto_id=f"decline_{application_id}_%s")


def _row(request: GameRequest, agent: Agent, law: Law) -> Row:
    roles = request.keywords.offices(mastermind=agent.pk == request.game.mastermind_id, admin=agent.is_admin)
    reader = request.agent
    is_self = reader is not None and reader.pk == agent.pk
    if reader is None or not reader.is_admin:
        return Row(agent, roles, is_self)
    may = _may_idle(agent, law, request.now) if agent.playing else _may_come_back(agent, is_self, law)
    return Row(
        agent,
        roles,
        is_self,
        may_idle=agent.playing and may.outcome,
        may_unidle=not agent.playing and may.outcome,
        idle_from=may.next_check,
    )


def on_idling(law: Law, keywords: Keywords) -> tuple[str, ...]:
    """What the law says of idling to an Admin, once for everybody on the roster."""
    if not law.carries("agents.idling"):
        return ("No rule of this game provides for going idle.",)
    after, by = law.duration("idle.after"), law.word("idle.by")
    an_admin = keywords.a("admin")
    asked = f"{an_admin[0].upper()}{an_admin[1:]} idles whoever asks for it, and brings back whoever asks for that."
    if after is None:
        return asked, "Nobody is idled for eir silence."
    quiet = f"more than {duration(after)} of silence"
    if by == CLERK:
        return asked, f"After {quiet}, the Clerk alone idles."
    return asked, f"After {quiet}, {an_admin} may idle unasked."


def _may_idle(agent: Agent, law: Law, now: datetime) -> Decision[bool]:
    return idling.may_idle(asked=agent.asked_idle_at is not None, last_active=agent.last_active_at, law=law, now=now)


def _may_come_back(agent: Agent, is_self: bool, law: Law) -> Decision[bool]:
    return idling.may_come_back(
        agent.name,
        idle=agent.in_game and not agent.playing,
        asked=agent.asked_back_at is not None,
        is_self=is_self,
        law=law,
    )


@require_safe
@in_game
def agent(request: GameRequest, agent_id: int) -> HttpResponse:
    """One Agent: what e is, and what e has been."""
    found = queries.agent(request.game.pk, agent_id)
    if found is None:
        raise Http404("There is no such Agent.")
    law = law_of(request)
    context = {"row": _row(request, found, law), "standings": queries.standings(found.pk)}
    return render(request, "core/agent.html", context)


# -- acts --------------------------------------------------------------------------------------------


@require_POST
@as_agent
def ask_idle(request: AgentRequest) -> HttpResponse:
    silence.ask_idle(actor_id=request.agent.pk, game_id=request.game.pk)
    return _done(request, f"You have asked to go idle; {request.keywords.a('admin')} does it.")


@require_POST
@as_agent
def resign(request: AgentRequest) -> HttpResponse:
    """An Admin gives up the office."""
    roster.resign(actor_id=request.agent.pk, game_id=request.game.pk)
    return _done(request, f"You are no {request.keywords.admin} any more.")


@require_POST
@as_agent
def idle(request: AgentRequest, agent_id: int) -> HttpResponse:
    """An Admin makes an Agent idle."""
    done = silence.idle(actor_id=request.agent.pk, game_id=request.game.pk, agent_id=agent_id)
    return _done(request, f"{done.name} is idle.")


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def leave(request: AgentRequest) -> HttpResponse:
    """A page that asks for the name once more before anybody leaves."""
    form = LeaveForm(request.POST or None, own_name=request.agent.name)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "core/leave.html", {"form": form}, status=status)
    joining.leave(actor_id=request.agent.pk, game_id=request.game.pk, text=form.cleaned_data["text"])
    return _done(request, "You have left the game.")


def _done(request: GameRequest, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("roster", request.game.slug)
