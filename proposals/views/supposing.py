"""What if: votes, idlings and a moment to try, with the verdict that would follow. Nothing here is ever cast."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.mechanics.decision import Refused
from nomic.core.views.entering import GameRequest, in_game
from proposals import queries
from proposals.forms.supposing import SupposeForm
from proposals.mechanics.supposing import Supposed
from proposals.queries import Judged, outlook
from proposals.views import presenting
from proposals.views.deciding import matter_or_404
from proposals.views.scenes import judged_of, scene_of
from proposals.views.wording import address


@require_safe
@in_game
def what_if(request: GameRequest, number: int) -> HttpResponse:
    """GET: the form, and below it the verdict that would follow from what is filled in."""
    entry = matter_or_404(request, number)
    judged = judged_of(request, entry)
    if judged is None:
        raise Refused(queries.resolved_already(entry, scene_of(request).law))
    form = SupposeForm(judged, request.GET if "tried" in request.GET else None)
    outcome = _outcome(form.supposed(), judged, request) if form.is_bound and form.is_valid() else None
    context = {"entry": entry, "form": form, "outcome": outcome, "here": address("what-if", request, number),
               "post_url": address("post", request, number)}  # fmt: skip
    template = "proposals/_what_if.html" if request.htmx else "proposals/what_if.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _outcome(supposed: Supposed, judged: Judged, request: GameRequest) -> dict[str, Any]:
    then = outlook.what_if(judged, supposed)
    lines = presenting.lines_of(then.verdict)
    return {
        "verdict": presenting.verdict_of(then, request),
        "tally": presenting.columns(then.facts.kind, lines, request),
        "trail": presenting.trail(lines, request),
        "quorum": then.verdict.quorum,
        "voters": len(then.scene.roster.agents),
        "at": supposed.at,
    }
