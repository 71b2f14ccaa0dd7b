"""What is answered when no view could: the error pages, in the product's own clothes; to programs, JSON."""

from __future__ import annotations

import sys

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

from nomic.core import requests

# The database is being restarted, cannot be reached, or has been at another's service for too long.
AWAY = (OperationalError, InterfaceError)
RETRY_AFTER = "10"  # seconds
CODES = {500: "broken", 503: "away"}
TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a form larger than any of ours."""
    status, code = (413, "too-large") if isinstance(exception, TOO_MUCH) else (400, "bad-request")
    if requests.is_for_program(request):
        return requests.json_error(status, code, "That request made no sense.")
    return render(request, "400.html", status=status)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403."""
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that did not come from a page of ours, or whose sign-in has ended since."""
    told = "This form is stale, or came from no page of ours. Nothing was done; load the page anew and try again."
    return render(request, "403.html", {"reason": told}, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if requests.is_for_program(request):
        return requests.json_error(404, "not-found", "There is nothing at this address.")
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, naming the id by which the log knows the request; 503 where the database does not answer, which passes.

    Made without session, database or context.
    """
    status, text, headers = 500, "Something broke here.", {}
    if isinstance(sys.exc_info()[1], AWAY):
        status, text, headers = 503, "The database is away. Nothing is half done.", {"Retry-After": RETRY_AFTER}
    request_id = getattr(request, "request_id", "")
    if requests.is_for_program(request):
        return requests.json_error(status, CODES[status], f"{text} The log knows it as {request_id}.", headers=headers)
    page = loader.get_template(f"{status}.html").render({"request_id": request_id})
    return HttpResponse(page, status=status, headers=headers)
