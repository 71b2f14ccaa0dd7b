"""The one place where a refusal, or what was not understood, becomes an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.keywords import Keywords
from nomic.core.views import programs
from nomic.core.views.entering import GameRequest
from nomic.wording import sentence
from proposals.views.wording import told


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
            return _unkept(_refused(request, error))
        if isinstance(error, Invalid):
            return _unkept(_invalid(request, error))
        return None


def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
    keywords = getattr(request, "keywords", None) or Keywords()
    reasons = [
        {"text": sentence(shown, keywords), "rule": shown.rule, "code": each.code, "facts": each.facts}
        for each, shown in _told(request, error.reasons)
    ]
    if programs.is_asked_by_one(request):
        return programs.error(409, "refused", " ".join(str(each["text"]) for each in reasons), reasons=reasons)
    return render(request, _partial(request) or "409.html", {"reasons": reasons}, status=409)


def _told(request: HttpRequest, reasons: Iterable[Reason]) -> list[tuple[Reason, Reason]]:
    """Each reason, and what is shown of it: inside a game its record has a say in that; elsewhere there is none."""
    if not hasattr(request, "game"):
        return [(each, each) for each in reasons]
    return [(each, told(each, cast(GameRequest, request))) for each in reasons]


def _invalid(request: HttpRequest, error: Invalid) -> HttpResponse:
    if programs.is_asked_by_one(request):
        return programs.error(422, error.code, error.text, error.path)
    return render(request, _partial(request) or "422.html", {"error": error}, status=422)


def _partial(request: HttpRequest) -> str | None:
    return "_refusal.html" if getattr(request, "htmx", False) else None


def _unkept(answer: HttpResponse) -> HttpResponse:
    """Why somebody may not do something can be eir own secret, and no view had the say over this answer."""
    add_never_cache_headers(answer)
    return answer
