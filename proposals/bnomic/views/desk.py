"""Not written yet."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from nomic.core.views.entering import GameRequest, in_game


@in_game
def page(request: GameRequest, **asked: int) -> HttpResponse:
    raise Http404
