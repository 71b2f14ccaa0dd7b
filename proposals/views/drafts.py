"""Posts not yet posted: each Agent sees eir own and nobody else's."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from nomic.core.views.entering import AgentRequest, as_agent
from proposals import queries
from proposals.actions.drafts import discard_draft


@require_safe
@as_agent
def drafts(request: AgentRequest) -> HttpResponse:
    kept = queries.drafts(request.agent.pk).filter(game_id=request.game.pk)
    return render(request, "proposals/drafts.html", {"drafts": kept})


@require_POST
@as_agent
def discard(request: AgentRequest, token: str) -> HttpResponse:
    """Throw one of one's own drafts away; what is gone already stays gone."""
    discard_draft(actor_id=request.agent.pk, game_id=request.game.pk, token=token.replace("\0", ""))
    return redirect("drafts", request.game.slug)
