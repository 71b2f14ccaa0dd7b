"""The front page: every game, what a nomic is, and the ways in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from nomic.core import clock, queries
from nomic.core.mechanics.keywords import Keywords
from nomic.core.queries import Front


@dataclass(frozen=True, slots=True)
class Entry:
    """A game on the front page, with its own words for its people.

    `kind`: what it was founded as, where that is played on a page of its own; `door`: label and address of that;
    `motto`: what such a game is about, where nobody ever heads one.
    """

    front: Front
    keywords: Keywords
    kind: str = ""
    door: tuple[str, str] | None = None
    motto: str = ""

    @property
    def players(self) -> str:
        word = self.keywords.agent if self.front.playing == 1 else self.keywords.plural("agent")
        return f"{self.front.playing} {word}"


def entries(account_id: int | None) -> list[Entry]:
    """Every game, the account's own first."""
    starters: Mapping[str, Any] = import_string(settings.NOMIC_STARTERS)
    return [_entry(front, starters.get(front.game.procedure)) for front in queries.fronts(account_id)]


def _entry(front: Front, starter: Any) -> Entry:
    keywords = queries.keywords(front.game)
    if starter is None or starter.front is None:
        return Entry(front, keywords)
    label, name = starter.front
    motto = "" if starter.headed else starter.motto
    return Entry(front, keywords, starter.kind, (label, reverse(name, args=[front.game.slug])), motto)


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
