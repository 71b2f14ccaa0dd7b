"""Around every page of a game: whoever was shown one has seen it up to the event that was its newest."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse

from nomic.core.actions.visits import note_visit
from nomic.core.views.entering import GameRequest
from proposals.views.scenes import whole_page
from proposals.views.waiting import visit_of

Answer = Callable[[HttpRequest], HttpResponse]


class Visits:
    """Notes, after the page, that its reader looks at the game. Fragments, exports and refusals are no look at it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_a_look(request, response):
            seen = cast(GameRequest, request)
            note_visit(
                account_id=seen.user.pk, game_id=seen.game.pk, visit=visit_of(seen), seq=seen.game.last_seq,
                now=seen.now,
            )  # fmt: skip
        return response


def _is_a_look(request: HttpRequest, response: HttpResponse) -> bool:
    if request.method != "GET" or response.status_code != 200 or getattr(request, "agent", None) is None:
        return False
    return response.get("Content-Type", "").startswith("text/html") and whole_page(cast(GameRequest, request))
