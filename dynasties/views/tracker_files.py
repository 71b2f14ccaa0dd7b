"""The tracker as a file: CSV for a spreadsheet, JSON for a program. What the reader may not see is not in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from dynasties.mechanics.columns import Column
from dynasties.mechanics.spreadsheets import harmless, written
from dynasties.queries import tracker as queries
from dynasties.queries.tracker import Cell, Row, Sheet
from dynasties.views.sheets import moment_asked
from nomic.core.views.entering import GameRequest, in_game


@require_safe
@in_game
def as_csv(request: GameRequest) -> HttpResponse:
    """A row for each Agent, and one before them for the game's own values. Now, or as of any moment."""
    sheet = _sheet(request)
    columns = [*_seen(sheet), *(each for each in sheet.globals if not sheet.values[each.number].hidden)]
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow([harmless(request.keywords.agent), "Idle", *(harmless(each.name) for each in columns)])
    if sheet.globals:
        lines.writerow(["", "", *(_value(each, sheet.values.get(each.number)) for each in columns)])
    for row in sheet.rows:
        idle = "yes" if row.is_idle else "no"
        lines.writerow([harmless(row.name), idle, *(_value(each, row.cells.get(each.number)) for each in columns)])
    answer = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{request.game.slug}-tracker-{sheet.seq}.csv"'
    return answer


@require_safe
@in_game
def as_json(request: GameRequest) -> JsonResponse:
    """`{"game", "after", "columns", "agents", "values"}`; values by their columns' names."""
    sheet = _sheet(request)
    content = {
        "game": request.game.slug,
        "after": sheet.seq,
        "columns": [_column(each) for each in (*sheet.columns, *sheet.globals)],
        "agents": [_agent(row, sheet) for row in sheet.rows],
        "values": _values(sheet.globals, sheet.values),
    }
    return JsonResponse(content, json_dumps_params={"ensure_ascii": False})


def _sheet(request: GameRequest) -> Sheet:
    moment = moment_asked(request)
    return queries.sheet(request.game, request.agent, moment.seq if moment else None)


def _seen(sheet: Sheet) -> list[Column]:
    """The columns in which the reader may see anything."""
    return [each for each in sheet.columns if any(not row.cells[each.number].hidden for row in sheet.rows)]


def _value(column: Column, cell: Cell | None) -> str | int:
    return "" if cell is None or cell.hidden else written(column, cell.value)


def _column(column: Column) -> dict[str, Any]:
    return {
        "number": column.number, "name": column.name, "kind": column.kind.value, "of": column.scope.value,
        "rule": column.rule, "secret": column.secret,
    }  # fmt: skip


def _agent(row: Row, sheet: Sheet) -> dict[str, Any]:
    return {"id": row.agent, "name": row.name, "idle": row.is_idle, "values": _values(sheet.columns, row.cells)}


def _values(columns: tuple[Column, ...], cells: Mapping[int, Cell]) -> dict[str, Any]:
    return {each.name: cells[each.number].value for each in columns if not cells[each.number].hidden}
