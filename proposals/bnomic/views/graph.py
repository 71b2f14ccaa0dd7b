"""The graph of Dependencies and Conflicts: of the ballot as it stands now, and of one that has been counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.views.entering import GameRequest, in_game
from proposals.bnomic.mechanics.recording import read_facts
from proposals.bnomic.queries import ballots, results
from proposals.bnomic.queries.standing import outcome_on_record
from proposals.bnomic.views.entered import played
from proposals.bnomic.views.shown import register_of, standing_of
from proposals.bnomic.views.weaving import counted_web, living_web, result
from proposals.bnomic.views.webs import Shown, Web, picture, rows

if TYPE_CHECKING:
    from proposals.bnomic.models import NweekCount

LONGEST_NUMBER = 9  # figures of an nweek in an address


@require_safe
@in_game
def page(request: GameRequest) -> HttpResponse:
    """Of the Open Proposals and the Pending ones; `?pending=no`: of the Open ones alone; `?nweek=`: of those that were
    counted in that nweek. 404 in a game that never had any, and for an nweek that was not counted."""
    played(request)
    asked = request.GET.get("nweek", "")
    shown = _past(_counted(request, asked), request) if asked else _living(request)
    return render(request, "bnomic/graph.html", shown | {"nweeks": results.counted_nweeks(request.game.pk)})


def _counted(request: GameRequest, asked: str) -> NweekCount:
    readable = asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_NUMBER
    row = ballots.count_of(request.game.pk, int(asked)) if readable else None
    if row is None:
        raise Http404("The ballot of no such nweek has been counted.")
    return row


def _living(request: GameRequest) -> Shown:
    """The ballot as it stands at this moment."""
    with_pending, standing = request.GET.get("pending") != "no", standing_of(request)
    law = standing.now.law
    carried = {"Dependencies": law.dependencies, "Conflicts": law.conflicts}
    return _shown(living_web(standing, with_pending=with_pending), request) | {
        "with_pending": with_pending,
        "is_due": bool(standing.living.closed),
        "void": [name for name, is_carried in carried.items() if not is_carried],
    }


def _past(count: NweekCount, request: GameRequest) -> Shown:
    """The ballot of an nweek with its result."""
    outcome, known = outcome_on_record(count), register_of(request).known
    member = result(outcome, results.without_effect(count), known)
    return _shown(counted_web(outcome, read_facts(count.facts)[1], known, member), request) | {"count": count}


def _shown(web: Web, request: GameRequest) -> Shown:
    return {"graph": picture(web, request), "rows": rows(web, request)}
