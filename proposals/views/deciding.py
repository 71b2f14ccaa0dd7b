"""The verdict box of one matter: a part of its page, a fragment that htmx renews, or a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render

from nomic.core.views.entering import GameRequest, in_game
from proposals import queries
from proposals.views.journal import kicker
from proposals.views.presenting import deciding

if TYPE_CHECKING:
    from proposals.models import Post


def matter_or_404(request: GameRequest, number: int) -> Post:
    """The post of that number that is, or was, voted on."""
    entry = queries.post(request.game.pk, number)
    if entry is None or not hasattr(entry, "matter"):
        raise Http404("There is no such matter.")
    return entry


@in_game
def deciding_page(request: GameRequest, number: int) -> HttpResponse:
    """GET: the verdict as it is now; with `?dry-run=1` what enacting would do. htmx gets only the part it asks for."""
    entry = matter_or_404(request, number)
    context = {"entry": entry, "kicker": kicker(entry), "deciding": deciding(entry, request)}
    if not request.htmx:
        return render(request, "proposals/deciding.html", context)
    part = "_dry_run" if "dry-run" in request.GET else "_verdict"
    return render(request, f"proposals/{part}.html", context | {"anew": True})
