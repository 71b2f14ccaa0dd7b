"""Posts not yet posted: each Agent sees eir own and nobody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from nomic.core.views.entering import AgentRequest, as_agent
from proposals import procedures, queries
from proposals.actions.drafts import discard_draft
from proposals.views.wording import address

if TYPE_CHECKING:
    from proposals.models import Draft


@require_safe
@as_agent
def drafts(request: AgentRequest) -> HttpResponse:
    kept = queries.drafts(request.agent.pk).filter(game_id=request.game.pk).select_related("game")
    return render(request, "proposals/drafts.html", {"drafts": [_draft(each, request) for each in kept]})


def _draft(kept: Draft, request: AgentRequest) -> dict[str, Any]:
    """A draft with the address at which it is taken up: the journal's composer, unless another procedure decides it."""
    own = f"{address('new-post', request)}?{urlencode({'draft': kept.token})}"
    return {"draft": kept, "url": procedures.composer_of(kept) or own}


@require_POST
@as_agent
def discard(request: AgentRequest, token: str) -> HttpResponse:
    """Throw one of one's own drafts away; what is gone already stays gone."""
    discard_draft(actor_id=request.agent.pk, game_id=request.game.pk, token=token.replace("\0", ""))
    return redirect("drafts", request.game.slug)
