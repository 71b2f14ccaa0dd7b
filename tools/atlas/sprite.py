"""The two files that are checked in: the sprite of shapes, and what a page needs to know to use it."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

from tools.atlas.board import NOWHERE, OFF_MAP, Board
from tools.atlas.graticule import graticule
from tools.atlas.grid import Sheet
from tools.atlas.places import Place, targets, tints
from tools.atlas.shapes import Line, border_path, cell

WIDTH = 4000  # units of the drawing


def height(sheet: Sheet) -> int:
    """Of the drawing, in units."""
    columns, rows = sheet.size
    return round(rows * WIDTH / columns)


def sprite(sheet: Sheet, board: Board, drawn: list[Line]) -> str:
    """An SVG of shapes to be used by name; it colours none."""
    shapes = [_shape(f"c-{code}", cell(drawn, board.number(code))) for code in board.codes]
    shapes += [_shape(f"b-{one}-{other}", _border(board, drawn, one, other)) for one, other in sorted(board.borders)]
    shapes += [_shape("coast", border_path(drawn, lambda left, right: _is_coast(board, left, right)))]
    shapes += [_shape("nowhere", cell(drawn, NOWHERE)), _shape("beyond", cell(drawn, OFF_MAP))]
    shapes += [_shape("graticule", graticule(sheet, WIDTH / sheet.size[0]))]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height(sheet)}">'
    return "\n".join([head, "<!-- Drawn by tools/atlas. Made with Natural Earth. -->", *shapes, "</svg>", ""])


def _shape(name: str, data: str) -> str:
    """A path without paint; whatever strokes it, its lines are as wide on the screen when the board is enlarged."""
    return f'<path id="{name}" vector-effect="non-scaling-stroke" d="{data}"/>'


def _border(board: Board, drawn: list[Line], first: str, second: str) -> str:
    wanted = {board.number(first), board.number(second)}
    return border_path(drawn, lambda left, right: {left, right} == wanted)


def _is_coast(board: Board, left: int, right: int) -> bool:
    """Whether land meets water here, and not the edge of the sheet."""
    return bool(left and right) and board.is_sea(left) != board.is_sea(right)


def drawing_json(sheet: Sheet, board: Board, places: dict[str, Place]) -> str:
    """What Python reads, as JSON with a territory to a line."""
    tint, target = tints(board), targets(places)
    rows = {code: _row(place, tint.get(code), target.get(code)) for code, place in places.items()}
    facts = {
        "viewbox": [0, 0, WIDTH, height(sheet)],
        "kilometres": round(sheet.cell * sheet.size[0] / WIDTH, 4),
        "shortcuts": {name: _shortcut(sheet, points) for name, points in board.geometry["shortcuts"].items()},
        "airlinks": {f"{a}-{b}": _airlink(board, places, a, b) for a, b in combinations(board.facts["airports"], 2)},
    }
    lines = [f'  "{name}": {json.dumps(value)},' for name, value in facts.items()]
    lines += ['  "territories": {', ",\n".join(f'    "{code}": {json.dumps(row)}' for code, row in rows.items()), "  }"]
    return "\n".join(["{", *lines, "}", ""])


def _row(place: Place, tint: int | None, target: int | None) -> dict[str, Any]:
    facts = {
        "label": place.label,
        "size": place.size,
        "named": place.is_named,
        "radius": place.radius,
        "marker": place.marker,
        "target": target,
        "tint": tint,
    }
    return {name: value for name, value in facts.items() if value is not None}


def _dot(place: Place) -> tuple[int, int]:
    return place.marker or place.label


def _shortcut(sheet: Sheet, points: list[list[float]]) -> str:
    """From sea to sea, past a third point."""
    scale = WIDTH / sheet.size[0]
    (a, b), (c, d), (e, f) = ((round(x * scale), round(y * scale)) for x, y in map(sheet.place, points))
    return f"M{a} {b}Q{c} {d} {e} {f}"


def _airlink(board: Board, places: dict[str, Place], first: str, second: str) -> str:
    """A bow between two airports, bent by a share of its length: to the north, or with a minus to the south."""
    (a, b), (e, f) = sorted([_dot(places[first]), _dot(places[second])])
    bend = board.geometry["airlinks"][f"{first}-{second}"]
    return f"M{a} {b}Q{round((a + e) / 2 + (f - b) * bend)} {round((b + f) / 2 - (e - a) * bend)} {e} {f}"
