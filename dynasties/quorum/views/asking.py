"""How often a page that is open asks whether anything moved, and how it is answered that nothing has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

from nomic.core.views.entering import GameRequest

if TYPE_CHECKING:
    from dynasties.quorum.models import Episode

SELDOM, OFTEN = 20, 4  # seconds
QUICK = 600  # seconds: what is a quick round


def pause(row: Episode) -> int:
    """After how many seconds a page of this Episode asks again."""
    return OFTEN if row.decision_seconds <= QUICK else SELDOM


def knows(request: GameRequest, tag: str) -> bool:
    """Whether the page that asks shows what this tag stands for."""
    return request.headers.get("If-None-Match") == f'"{tag}"'


def tagged(answer: HttpResponse, tag: str) -> HttpResponse:
    """The answer with the tag of what it shows."""
    answer["ETag"] = f'"{tag}"'
    return answer
