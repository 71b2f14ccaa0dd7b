"""Coming back from idleness: what is kept and what becomes what a newcomer gets, shown before anybody confirms.

(Rule Agents)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from dynasties.mechanics.columns import shown
from dynasties.mechanics.returning import NEW_COLUMN, Returning
from dynasties.queries import updates
from nomic.core import queries as core
from nomic.core.actions import silence
from nomic.core.mechanics import idling
from nomic.core.mechanics.decision import Decision, refused
from nomic.core.views.entering import AgentRequest, as_admin, as_agent, law_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from nomic.core.models import Agent

METHODS = ["GET", "HEAD", "POST"]
WHY = {NEW_COLUMN: "a newcomer’s: it did not exist before"}
NO_MEANING = "a newcomer’s: what was there has no meaning any more"


@require_http_methods(METHODS)
@as_agent
def ask_back(request: AgentRequest) -> HttpResponse:
    """GET: what the reader would find, and whether e may ask. POST: e asks; an Admin does it."""
    if request.method == "POST":
        silence.ask_back(actor_id=request.agent.pk, game_id=request.game.pk)
        return _done(request, f"You have asked to come back; {request.keywords.a('admin')} does it.")
    return _shown(request, "ask_back", request.agent, _may_ask(request))


def _may_ask(request: AgentRequest) -> Decision[bool]:
    may = law_of(request).requires("agents.idling")
    if may.outcome and request.agent.playing:
        return refused("not-idle", law_of(request).rule("agents.idling"), name=request.agent.name)
    return may


@require_http_methods(METHODS)
@as_admin
def unidle(request: AgentRequest, agent_id: int) -> HttpResponse:
    """GET: what the Agent will find, field by field. POST: e is back."""
    if request.method == "POST":
        done = silence.unidle(actor_id=request.agent.pk, game_id=request.game.pk, agent_id=agent_id)
        return _done(request, f"{done.name} is back.")
    agent = core.agent(request.game.pk, agent_id)
    if agent is None:
        raise Http404("There is no such Agent.")
    may = idling.may_come_back(
        agent.name,
        idle=agent.in_game and not agent.playing,
        asked=agent.asked_back_at is not None,
        is_self=agent.pk == request.agent.pk,
        law=law_of(request),
    )
    return _shown(request, "unidle", agent, may)


def _shown(request: AgentRequest, name: str, agent: Agent, may: Decision[bool]) -> HttpResponse:
    cells = updates.on_return(request.game, agent) if agent.in_game and not agent.playing else ()
    context = {
        "agent": agent,
        "cells": [_cell(each) for each in cells],
        "asks": name == "ask_back",
        "already": name == "ask_back" and agent.asked_back_at is not None,
        "reasons": grounds(may.reasons, request),
    }
    return render(request, "dynasties/returning.html", context)


def _cell(each: Returning) -> dict[str, Any]:
    what = "kept" if each.kept else WHY.get(each.why, NO_MEANING)
    return {"column": each.column.name, "value": shown(each.column, each.value), "kept": each.kept, "what": what}


def _done(request: AgentRequest, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("roster", request.game.slug)
