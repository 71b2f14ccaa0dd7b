"""Around every request: its id, its encoding, the reader's pronouns, and what its page varies by."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from nomic.core.language.rules_pronouns import respell_page

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


class Utf8Only:
    """Every page of ours is UTF-8, and so is every form. Another encoding is no browser's, and may be no text."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset", "utf-8")
        if named.lower() not in {"utf-8", "utf8"}:
            raise BadRequest("a request is written in UTF-8")
        return self.get_response(request)


class ReaderPronouns:
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
            response.content = respell_page(response.content.decode(), choice)
        return response


class HtmxParts:
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
