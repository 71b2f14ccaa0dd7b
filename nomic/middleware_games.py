"""Around the pages of a game: a refusal becomes an answer (409, 422), and a page that was shown is noted as a visit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from nomic.core import requests
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.language.rules import Keywords
from nomic.core.notifications.actions import note_visit
from nomic.core.requests import GameRequest
from nomic.words import sentence
from proposals.journal.presenters import visit_of
from proposals.reasons.presenters import redacted_for
from proposals.voting.presenters import is_whole_page


class Refusals:
    """Illegal acts answer 409 with their reasons, what is not understood 422. Nothing else catches them.

    People are answered with a page or a fragment of one, programs in JSON.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, Refused):
            return _without_caching(_refusal_response(request, error))
        if isinstance(error, Invalid):
            return _without_caching(_invalid_response(request, error))
        return None


def _refusal_response(request: HttpRequest, error: Refused) -> HttpResponse:
    keywords = getattr(request, "keywords", None) or Keywords()
    reasons = [
        {"text": sentence(shown, keywords), "rule": shown.rule, "code": each.code, "facts": each.facts}
        for each, shown in _reasons_told(request, error.reasons)
    ]
    if requests.is_for_program(request):
        return requests.json_error(409, "refused", " ".join(str(each["text"]) for each in reasons), reasons=reasons)
    return render(request, _partial_response(request) or "409.html", {"reasons": reasons}, status=409)


def _reasons_told(request: HttpRequest, reasons: Iterable[Reason]) -> list[tuple[Reason, Reason]]:
    """Each reason, and what is shown of it: inside a game its record has a say in that; elsewhere there is none."""
    if not hasattr(request, "game"):
        return [(each, each) for each in reasons]
    return [(each, redacted_for(each, cast(GameRequest, request))) for each in reasons]


def _invalid_response(request: HttpRequest, error: Invalid) -> HttpResponse:
    if requests.is_for_program(request):
        return requests.json_error(422, error.code, error.text, error.path)
    return render(request, _partial_response(request) or "422.html", {"error": error}, status=422)


def _partial_response(request: HttpRequest) -> str | None:
    return "_refusal.html" if getattr(request, "htmx", False) else None


def _without_caching(answer: HttpResponse) -> HttpResponse:
    """Why somebody may not do something can be eir own secret, and no view had the say over this answer."""
    add_never_cache_headers(answer)
    return answer


# Around every page of a game: whoever was shown one has seen it up to the event that was its newest.

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
                account_id=seen.user.pk,
                game_id=seen.game.pk,
                visit=visit_of(seen),
                seq=seen.game.last_seq,
                now=seen.now,
            )
        return response


def _is_a_look(request: HttpRequest, response: HttpResponse) -> bool:
    if request.method != "GET" or response.status_code != 200 or getattr(request, "agent", None) is None:
        return False
    return response.get("Content-Type", "").startswith("text/html") and is_whole_page(cast(GameRequest, request))
