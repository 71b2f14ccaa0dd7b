"""Not written yet."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from nomic.core.views.entering import GameRequest, in_game


@in_game
def submit(request: GameRequest, **asked: int) -> HttpResponse:
    raise Http404


@in_game
def revise(request: GameRequest, **asked: int) -> HttpResponse:
    raise Http404
