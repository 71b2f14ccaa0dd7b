"""The front page: every game, what a nomic is, and the ways in."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core import clock, queries
from nomic.core.mechanics.keywords import Keywords
from nomic.core.queries import Front


@dataclass(frozen=True, slots=True)
class Entry:
    """A game on the front page, with its own words for its people."""

    front: Front
    keywords: Keywords

    @property
    def players(self) -> str:
        word = self.keywords.agent if self.front.playing == 1 else self.keywords.plural("agent")
        return f"{self.front.playing} {word}"


def entries(account_id: int | None) -> list[Entry]:
    """Every game, the account's own first."""
    return [Entry(front, queries.keywords(front.game)) for front in queries.fronts(account_id)]


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """All games, the reader's own first."""
    found = entries(request.user.pk)
    return render(
        request,
        "core/lobby.html",
        {
            "now": clock.now(),
            "own": [entry for entry in found if entry.front.agent],
            "others": [entry for entry in found if not entry.front.agent],
            "cast": queries.demo_cast() if not request.user.is_authenticated else [],
        },
    )
