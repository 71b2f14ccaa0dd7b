"""Pages and files of the tracker: the sheet, the history of a cell, the difference of two moments, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dynasties.tracker import presenters as tracker_presenters, queries as tracker_queries
from dynasties.tracker.forms import TrackerMomentForm
from dynasties.tracker.presenters import (
    ShownCell,
    entry_line,
    may_update_at_all,
    moment_asked,
    update_context,
    visible_update_cards,
)
from dynasties.tracker.queries import TrackerCell, TrackerDifference, TrackerRow, TrackerSheet
from dynasties.tracker.queries_updates import cell_history
from dynasties.tracker.rules import ColumnFacts, Scope
from dynasties.tracker.rules_sheets import escape_formula, spreadsheet_value
from nomic.core.games import queries as games_queries
from nomic.core.log import queries as log_queries
from nomic.core.requests import GameRequest, in_game
from proposals.reasons.presenters import address, reasons_context
from proposals.voting.presenters import judging_context_of
from rulesets.history.forms import CompareForm
from rulesets.reading.presenters import moment_of

PER_PAGE = 40


@require_safe
@in_game
def tracker_page(request: GameRequest) -> HttpResponse:
    """Agents × columns, with the game's own values above; sorted, sifted and as of any moment, as asked."""
    found, may = tracker_presenters.asked_sheet(request), may_update_at_all(request)
    context = tracker_presenters.query_as_asked(found.moment) | {
        "sheet": found.sheet,
        "form": found.form,
        "moment_form": TrackerMomentForm(initial={"at": found.moment.words if found.moment else ""}),
        "headings": tracker_presenters.sheet_headings(request, found),
        "rows": tracker_presenters.shown_rows(request, found),
        "values": tracker_presenters.game_values(request, found.sheet),
        "left_out": len(found.sheet.rows) - len(found.rows),
        "choosing": "choose" in request.GET and found.moment is None and may.outcome,
        "newest_seq": request.game.last_seq,
        "may": may.outcome,
        "grounds": reasons_context(may.reasons, request),
    }
    return render(request, "dynasties/tracker.html", context, status=found.status)


@require_safe
@in_game
def cell_page(request: GameRequest, column: int, agent: str) -> HttpResponse:
    """One cell: what it holds, and every change of it that the reader may see."""
    there = tracker_queries.every_column(request.game.pk)
    found, agent_id, name = cell_by_form(request, there, column, agent)
    if not tracker_queries.viewer_sees(found, agent_id, request.agent, request.game.mastermind_id):
        context = {"column": found, "name": name, "hidden": True}
        return render(request, "dynasties/tracker_cell.html", context)
    sheet = tracker_queries.get_sheet(
        request.game, request.agent, roster=judging_context_of(request).facts, columns_now=there
    )
    now = sheet.cell(found.number, agent_id)
    entries = cell_history(request.game, found.number, agent_id, request.agent, there)
    context = {
        "column": found,
        "name": name,
        "agent_url": address("agent", request, agent_id) if agent_id is not None else "",
        "shown": tracker_presenters.shown_cell(request, found, now) if now and found.live else None,
        "entries": [entry_line(each, request) for each in entries],
        "rule_url": address("rule", request, found.rule),
    }
    return render(request, "dynasties/tracker_cell.html", context)


def cell_by_form(
    request: GameRequest, there: Mapping[int, ColumnFacts], number: int, agent: str
) -> tuple[ColumnFacts, int | None, str]:
    """Of these columns the one of an address, its Agent, and what e is called; 404 where there is no such cell."""
    column = next((each for each in there.values() if each.number == number), None)
    if column is None:
        raise Http404("There is no such column.")
    if agent == tracker_presenters.GAME and column.scope is Scope.GAME:
        return column, None, ""
    found = (
        games_queries.agent(request.game.pk, int(agent))
        if agent.isascii() and agent.isdecimal() and len(agent) < 16
        else None
    )
    if found is None or column.scope is not Scope.AGENT:
        raise Http404("There is no such cell.")
    return column, found.pk, found.name


@require_safe
@in_game
def tracker_diff(request: GameRequest) -> HttpResponse:
    """Every cell that holds something else at one moment than at another."""
    initial = {"from": _yesterday(request), "to": request.game.last_seq}
    form = CompareForm(request.GET or None, initial=initial)
    page: dict[str, object] = {"form": form, "ready": _ready_moments(request)}
    if form.is_bound and form.is_valid():
        start, end = (moment_of(request, form.cleaned_data[name]) for name in ("from", "to"))
        before, after = (tracker_queries.get_sheet(request.game, request.agent, each.seq) for each in (start, end))
        page |= {"start": start, "end": end, "changes": _differences(request, before, after)}
        page |= {"made": _only_differing(after, before), "gone": _only_differing(before, after)}
    return render(request, "dynasties/tracker_diff.html", page, status=422 if form.errors else 200)


def _yesterday(request: GameRequest) -> int:
    return log_queries.seq_at(request.game.pk, request.now - timedelta(days=1))


def _ready_moments(request: GameRequest) -> list[tuple[str, int, int]]:
    """Comparisons that are often asked for."""
    game = request.game
    spans = (("since yesterday", timedelta(days=1)), ("since a week ago", timedelta(days=7)))
    found = [(name, log_queries.seq_at(game.pk, request.now - span), game.last_seq) for name, span in spans]
    return [*found, ("since the founding", 1, game.last_seq)]


def _only_differing(sheet: TrackerSheet, other: TrackerSheet) -> list[str]:
    """The names of the columns that one sheet has and the other has not."""
    known = {each.number for each in (*other.columns, *other.globals)}
    return [each.name for each in (*sheet.columns, *sheet.globals) if each.number not in known]


def _says_more(difference: TrackerDifference) -> bool:
    """Whether a difference is worth a line: where a cell only came or went, whether anybody had given it a value."""
    one = difference.after if difference.before is None else difference.before if difference.after is None else None
    return one is None or one.given


def _differences(
    request: GameRequest, before: TrackerSheet, after: TrackerSheet
) -> list[tuple[TrackerDifference, list[ShownCell | None], str]]:
    """Each with what the cell held before and after, None where there was none, and where its history is."""

    def cell_or_none(column: ColumnFacts, cell: TrackerCell | None) -> ShownCell | None:
        return tracker_presenters.shown_cell(request, column, cell) if cell else None

    return [
        (
            each,
            [cell_or_none(each.column, cell) for cell in (each.before, each.after)],
            tracker_presenters.cell_url(request, each.column, each.agent),
        )
        for each in tracker_queries.sheet_difference(before, after)
        if _says_more(each)
    ]


@require_safe
@in_game
def updates_page(request: GameRequest) -> HttpResponse:
    """Every public update, the newest first, with what the reader may see of it."""
    page, shown = visible_update_cards(request, PER_PAGE)
    return render(request, "dynasties/tracker_updates.html", {"page": page, "updates": shown, "query": ""})


@require_safe
@in_game
def update_page_view(request: GameRequest, number: int) -> HttpResponse:
    """One update: before and after, the rolls it rests on, what undid it; and undoing it."""
    return render(request, "dynasties/tracker_update.html", update_context(request, number))


# The tracker as a file: CSV for a spreadsheet, JSON for a program. What the reader may not see is not in it.


@require_safe
@in_game
def tracker_csv(request: GameRequest) -> HttpResponse:
    """A row for each Agent, and one before them for the game's own values. Now, or as of any moment."""
    sheet = _file_sheet(request)
    columns = [*_visible_sheet(sheet), *(each for each in sheet.globals if not sheet.values[each.number].hidden)]
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow([escape_formula(request.keywords.agent), "Idle", *(escape_formula(each.name) for each in columns)])
    if sheet.globals:
        lines.writerow(["", "", *(_json_value(each, sheet.values.get(each.number)) for each in columns)])
    for row in sheet.rows:
        idle = "yes" if row.is_idle else "no"
        lines.writerow(
            [escape_formula(row.name), idle, *(_json_value(each, row.cells.get(each.number)) for each in columns)]
        )
    answer = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{request.game.slug}-tracker-{sheet.seq}.csv"'
    return answer


@require_safe
@in_game
def tracker_json(request: GameRequest) -> JsonResponse:
    """`{"game", "after", "columns", "agents", "values"}`; values by their columns' names."""
    sheet = _file_sheet(request)
    content = {
        "game": request.game.slug,
        "after": sheet.seq,
        "columns": [_json_column(each) for each in (*sheet.columns, *sheet.globals)],
        "agents": [_json_agent(row, sheet) for row in sheet.rows],
        "values": _json_values(sheet.globals, sheet.values),
    }
    return JsonResponse(content, json_dumps_params={"ensure_ascii": False})


def _file_sheet(request: GameRequest) -> TrackerSheet:
    moment = moment_asked(request)
    return tracker_queries.get_sheet(request.game, request.agent, moment.seq if moment else None)


def _visible_sheet(sheet: TrackerSheet) -> list[ColumnFacts]:
    """The columns in which the reader may see anything."""
    return [each for each in sheet.columns if any(not row.cells[each.number].hidden for row in sheet.rows)]


def _json_value(column: ColumnFacts, cell: TrackerCell | None) -> str | int:
    return "" if cell is None or cell.hidden else spreadsheet_value(column, cell.value)


def _json_column(column: ColumnFacts) -> dict[str, Any]:
    return {
        "number": column.number,
        "name": column.name,
        "kind": column.kind.value,
        "of": column.scope.value,
        "rule": column.rule,
        "secret": column.secret,
    }


def _json_agent(row: TrackerRow, sheet: TrackerSheet) -> dict[str, Any]:
    return {"id": row.agent, "name": row.name, "idle": row.is_idle, "values": _json_values(sheet.columns, row.cells)}


def _json_values(columns: tuple[ColumnFacts, ...], cells: Mapping[int, TrackerCell]) -> dict[str, Any]:
    return {each.name: cells[each.number].value for each in columns if not cells[each.number].hidden}
