"""The Dynasties of a game: the list, the archive of each, and the colours of the present one. (Rule 1.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from dynasties.mechanics.colours import accent_colours
from dynasties.queries import dynasties as queries
from nomic.core import queries as core
from nomic.core.mechanics.keywords import OFFICES, Keywords
from nomic.core.templatetags.nomic_markdown import markdown
from nomic.core.views.entering import GameRequest, in_game
from nomic.core.views.recalling import lack
from proposals.views.wording import address

if TYPE_CHECKING:
    from dynasties.models import Dynasty
    from nomic.core.models import Game


@require_safe
@in_game
def dynasties(request: GameRequest) -> HttpResponse:
    """Every Dynasty, the newest first, with what happened in it; and whether the law lets there be another."""
    rows = list(queries.dynasties(request.game.pk))
    counted = queries.statistics(rows, request.now)
    shown_rows = [shown(row, counted[row.number], request) for row in rows]
    return render(request, "dynasties/dynasties.html", {"rows": shown_rows, "lack": lack("dov.declaring", request)})


@require_safe
@in_game
def dynasty(request: GameRequest, number: int) -> HttpResponse:
    """One Dynasty: its Address and keywords, how it ended, and what the game had come to by then."""
    row = queries.dynasty(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Dynasty.")
    context = {
        "dynasty": shown(row, queries.statistics([row], request.now)[number], request),
        "address_text": markdown(row.address.body) if row.address else "",
        "keywords_then": _keywords(queries.keywords_of(row)),
        "won": _won(row, request),
        "earlier": _beside(request, number - 1),
        "later": _beside(request, number + 1),
    }
    return render(request, "dynasties/dynasty.html", context)


def shown(row: Dynasty, counted: queries.Statistics, request: GameRequest) -> dict[str, Any]:
    """A Dynasty as both pages show it."""
    return {
        "row": row,
        "name": queries.name_of(row),
        "url": address("dynasty", request, row.number),
        "head_url": address("agent", request, row.head_id) if row.head_id else "",
        "address_url": address("post", request, row.address.number) if row.address else "",
        "statistics": counted,
        "before": (row.ended_seq or 1) - 1,
    }


def _beside(request: GameRequest, number: int) -> dict[str, str] | None:
    """The Dynasty of that number, for a link to it."""
    row = queries.dynasty(request.game.pk, number)
    return {"name": queries.name_of(row), "url": address("dynasty", request, number)} if row else None


def _keywords(words: Keywords) -> list[dict[str, str]]:
    """Each office's word, for one and for several."""
    usual = Keywords()
    return [{"office": usual.of(each), "word": words.of(each), "several": words.plural(each)} for each in OFFICES]


def _won(row: Dynasty, request: GameRequest) -> dict[str, Any] | None:
    """The Declaration of Victory with which it ended."""
    event = queries.won_by(row)
    if event is None:
        return None
    number = int(event.subject.removeprefix("post:"))
    winner = core.last_called(row.game_id, event.subject)
    return {"number": number, "url": address("post", request, number), "title": winner.get("title", ""), "at": event.at}


@require_safe
@cache_control(public=True, max_age=3600)
def stylesheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The accent of the present Dynasty, for light paper and for dark; nothing where it has none."""
    game = core.game(slug)
    if game is None:
        raise Http404("There is no such game.")
    hue = queries.accent(game)
    light, dark = accent_colours(hue) if hue is not None else ("", "")
    css = f":root {{ --accent: light-dark({light}, {dark}); }}\n" if light else ""
    return HttpResponse(css, content_type="text/css; charset=utf-8")


def plate(game: Game) -> dict[str, str]:
    """What the nameplate says of the present Dynasty. The sheet's address changes with its colour."""
    row = queries.present(game.pk)
    if row is None:
        return {}
    sheet = reverse("dynasty_css", args=[game.slug])
    return {
        "dynasty": f"{row.emblem} {queries.name_of(row)}".strip(),
        "dynasty_url": reverse("dynasty", args=[game.slug, row.number]),
        "motto": row.theme,
        "theme_url": f"{sheet}?hue={row.accent}" if row.accent is not None else "",
    }
