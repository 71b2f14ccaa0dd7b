"""The tracker: the whole of it, the history of each cell, the difference of two moments, and every update."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dynasties.forms.tracker import MomentForm
from dynasties.mechanics.columns import Column, Scope
from dynasties.queries import tracker as queries
from dynasties.queries.tracker import Sheet
from dynasties.queries.updates import cell_history
from dynasties.views import sheets
from dynasties.views.updates_shown import entry_shown, may_update_at_all, shown_updates, update_page
from nomic.core import queries as core
from nomic.core.views.entering import GameRequest, in_game
from proposals.views.scenes import scene_of
from proposals.views.wording import address, grounds
from rulesets.forms import CompareForm
from rulesets.views.moments import moment_of

PER_PAGE = 40


@require_safe
@in_game
def tracker(request: GameRequest) -> HttpResponse:
    """Agents × columns, with the game's own values above; sorted, sifted and as of any moment, as asked."""
    found, may = sheets.asked(request), may_update_at_all(request)
    context = sheets.as_asked(found.moment) | {
        "sheet": found.sheet,
        "form": found.form,
        "moment_form": MomentForm(initial={"at": found.moment.words if found.moment else ""}),
        "headings": sheets.headings(request, found),
        "rows": sheets.shown_rows(request, found),
        "values": sheets.game_values(request, found.sheet),
        "left_out": len(found.sheet.rows) - len(found.rows),
        "choosing": "choose" in request.GET and found.moment is None and may.outcome,
        "newest_seq": request.game.last_seq,
        "may": may.outcome,
        "grounds": grounds(may.reasons, request),
    }
    return render(request, "dynasties/tracker.html", context, status=found.status)


@require_safe
@in_game
def cell(request: GameRequest, column: int, agent: str) -> HttpResponse:
    """One cell: what it holds, and every change of it that the reader may see."""
    there = queries.every_column(request.game.pk)
    found, agent_id, name = cell_asked(request, there, column, agent)
    if not queries.sees(found, agent_id, request.agent, request.game.mastermind_id):
        context = {"column": found, "name": name, "hidden": True}
        return render(request, "dynasties/tracker_cell.html", context)
    sheet = queries.sheet(request.game, request.agent, roster=scene_of(request).facts, columns_now=there)
    now = sheet.cell(found.number, agent_id)
    entries = cell_history(request.game, found.number, agent_id, request.agent, there)
    context = {
        "column": found,
        "name": name,
        "agent_url": address("agent", request, agent_id) if agent_id is not None else "",
        "shown": sheets.shown_cell(request, found, now) if now and found.live else None,
        "entries": [entry_shown(each, request) for each in entries],
        "rule_url": address("rule", request, found.rule),
    }
    return render(request, "dynasties/tracker_cell.html", context)


def cell_asked(
    request: GameRequest, there: Mapping[int, Column], number: int, agent: str
) -> tuple[Column, int | None, str]:
    """Of these columns the one of an address, its Agent, and what e is called; 404 where there is no such cell."""
    column = next((each for each in there.values() if each.number == number), None)
    if column is None:
        raise Http404("There is no such column.")
    if agent == sheets.GAME and column.scope is Scope.GAME:
        return column, None, ""
    found = (
        core.agent(request.game.pk, int(agent)) if agent.isascii() and agent.isdecimal() and len(agent) < 16 else None
    )
    if found is None or column.scope is not Scope.AGENT:
        raise Http404("There is no such cell.")
    return column, found.pk, found.name


@require_safe
@in_game
def diff(request: GameRequest) -> HttpResponse:
    """Every cell that holds something else at one moment than at another."""
    initial = {"from": _yesterday(request), "to": request.game.last_seq}
    form = CompareForm(request.GET or None, initial=initial)
    page: dict[str, Any] = {"form": form, "ready": _ready(request)}
    if form.is_bound and form.is_valid():
        start, end = (moment_of(request, form.cleaned_data[name]) for name in ("from", "to"))
        before, after = (queries.sheet(request.game, request.agent, each.seq) for each in (start, end))
        page |= {"start": start, "end": end, "changes": _differences(request, before, after)}
        page |= {"made": _only(after, before), "gone": _only(before, after)}
    return render(request, "dynasties/tracker_diff.html", page, status=422 if form.errors else 200)


def _yesterday(request: GameRequest) -> int:
    return core.seq_at(request.game.pk, request.now - timedelta(days=1))


def _ready(request: GameRequest) -> list[tuple[str, int, int]]:
    """Comparisons that are often asked for."""
    game = request.game
    spans = (("since yesterday", timedelta(days=1)), ("since a week ago", timedelta(days=7)))
    found = [(name, core.seq_at(game.pk, request.now - span), game.last_seq) for name, span in spans]
    return [*found, ("since the founding", 1, game.last_seq)]


def _only(sheet: Sheet, other: Sheet) -> list[str]:
    """The names of the columns that one sheet has and the other has not."""
    known = {each.number for each in (*other.columns, *other.globals)}
    return [each.name for each in (*sheet.columns, *sheet.globals) if each.number not in known]


def _tells(difference: queries.Difference) -> bool:
    """Whether a difference is worth a line: where a cell only came or went, whether anybody had given it a value."""
    one = difference.after if difference.before is None else difference.before if difference.after is None else None
    return one is None or one.given


def _differences(request: GameRequest, before: Sheet, after: Sheet) -> list[dict[str, Any]]:
    return [
        {
            "column": each.column, "name": each.name,
            "before": sheets.shown_cell(request, each.column, each.before) if each.before else None,
            "after": sheets.shown_cell(request, each.column, each.after) if each.after else None,
            "url": sheets.cell_url(request, each.column, each.agent),
        }
        for each in queries.difference(before, after)
        if _tells(each)
    ]  # fmt: skip


@require_safe
@in_game
def updates(request: GameRequest) -> HttpResponse:
    """Every public update, the newest first, with what the reader may see of it."""
    page, shown = shown_updates(request, PER_PAGE)
    return render(request, "dynasties/tracker_updates.html", {"page": page, "updates": shown, "query": ""})


@require_safe
@in_game
def update(request: GameRequest, number: int) -> HttpResponse:
    """One update: before and after, the rolls it rests on, what undid it; and undoing it."""
    return render(request, "dynasties/tracker_update.html", update_page(request, number))
