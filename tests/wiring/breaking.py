"""Addresses that break in every way a view can, beside the product's own."""

from __future__ import annotations

from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from nomic import urls as nomic_urls
from nomic.core.decision import Invalid, Reason, Refused

handler400, handler403, handler404, handler500 = (
    nomic_urls.handler400,
    nomic_urls.handler403,
    nomic_urls.handler404,
    nomic_urls.handler500,
)


def refuse(request: HttpRequest) -> NoReturn:
    raise Refused(Reason("not-an-admin", "Agents"))


def misunderstand(request: HttpRequest) -> NoReturn:
    raise Invalid("title", "A title needs a <subject>.", "empty-subject")


def forbid(request: HttpRequest) -> NoReturn:
    raise PermissionDenied("inner words")


def crash(request: HttpRequest) -> NoReturn:
    raise ZeroDivisionError("inner words")


def away(request: HttpRequest) -> NoReturn:
    raise OperationalError("inner words")


def away_too(request: HttpRequest) -> NoReturn:
    raise InterfaceError("inner words")


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.POST.get("text", ""))


broken = [
    path("refuse", refuse),
    path("misunderstand", misunderstand),
    path("forbid", forbid),
    path("crash", crash),
    path("away", away),
    path("away-too", away_too),
    path("echo", echo),
]
urlpatterns = [
    *broken,
    path("g/table/theme/api/", include(broken)),
    path("g/api/", include(broken)),
    *nomic_urls.urlpatterns,
]
