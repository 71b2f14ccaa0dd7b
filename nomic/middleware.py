"""Around every request: its id, and the one place where a refusal or an impossibility becomes an answer."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.spoken import page_respelt
from nomic.core.views import programs
from nomic.wording import sentence

SPIVAK = "spivak"  # what every sentence is written in
Answer = Callable[[HttpRequest], HttpResponse]
current_id: ContextVar[str] = ContextVar("request id", default="-")


class RequestId:
    """Gives each request an id, which its log lines, its error page and its answer carry."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = secrets.token_hex(6)
        token = current_id.set(request_id)
        setattr(request, "request_id", request_id)  # noqa: B010 - our own attribute, which the error pages read
        try:
            response = self.get_response(request)
        finally:
            current_id.reset(token)
        response["X-Request-ID"] = request_id
        return response


class Letters:
    """Every page of ours is UTF-8, and so is every form. Another encoding is no browser's, and may be no text."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset", "utf-8")
        if named.lower() not in {"utf-8", "utf8"}:
            raise BadRequest("a request is written in UTF-8")
        return self.get_response(request)


class Spoken:
    """The server's own sentences, in the pronouns that the reader chose: what people wrote and the law stay."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Whoever has not signed in has chosen nothing; neither have machines, who ask for no pages.
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        choice = getattr(request.user, "pronouns", SPIVAK) if hasattr(request, "user") else SPIVAK
        if choice != SPIVAK:
            response.content = page_respelt(response.content.decode(), choice)
        return response


class Parts:
    """A page and the part of it that htmx asks for may share an address: Back must not bring the one for the other."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        return response


class RequestIdFilter(logging.Filter):
    """Lets log formats say `%(request_id)s`."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Django logs some answers after the request has left our middleware, but names the request then.
        record.request_id = getattr(getattr(record, "request", None), "request_id", current_id.get())
        return True


class Refusals:
    """Illegal acts answer 409 with their reasons, what is not understood 422. Nothing else catches them.

    People are answered with a page or a fragment of one, programs in JSON.
    """

    def __init__(self, get_response: Answer) -> None:
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
        {"text": sentence(each, keywords), "rule": each.rule, "code": each.code, "facts": each.facts}
        for each in error.reasons
    ]
    if programs.is_asked_by_one(request):
        return programs.error(409, "refused", " ".join(str(each["text"]) for each in reasons), reasons=reasons)
    return render(request, _partial(request) or "409.html", {"reasons": reasons}, status=409)


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
