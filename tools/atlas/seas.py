"""Which water is whose: lines part it, and each part is named by the sea whose anchor lies in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from tools.atlas.board import BLANK, OFF_MAP, Board
from tools.atlas.grid import Canvas, Cells, Mask, Sheet
from tools.atlas.land import nearest

Parts = NDArray[np.int32]  # cells numbered by the part of the water that they are in; 0 is none


def part_seas(sheet: Sheet, board: Board, cells: Cells) -> Cells:
    """The same cells, every blank one given its sea; ponds become land.

    `ValueError` if a line leaks or a sea has no water."""
    water = cells == BLANK
    parts, count = ndimage.label(water & ~_lines(sheet, board))
    names = _name_seas(sheet, board, parts, count)
    seas = names[parts]
    ponds = _ponds(water, seas)
    seas = nearest(seas, water & (seas == BLANK), seas != BLANK)
    return nearest(np.where(water & ~ponds, seas, cells).astype(np.uint8), ponds, ~water)


def _lines(sheet: Sheet, board: Board) -> Mask:
    canvas = Canvas(sheet)
    for line in board.geometry["sea_lines"].values():
        canvas.stroke(sheet.line(line), 1, 3)
    return canvas.mask()


def _name_seas(sheet: Sheet, board: Board, parts: Parts, count: int) -> Cells:
    """The number of the sea of each part, by part; blank for a part without an anchor."""
    names = np.zeros(count + 1, dtype=np.uint8)
    for name, number, anchor in _anchors(board):
        part = _part(sheet, parts, anchor)
        if number == OFF_MAP and part == 0:
            continue  # a gulf so narrow that the land has swallowed it
        if part == 0 or names[part] not in (BLANK, number):
            raise ValueError(f"{name} at {anchor} has no water of its own")
        names[part] = number
    return names


def _anchors(board: Board) -> list[tuple[str, int, list[float]]]:
    """Name, number and place of all that names a part of the water."""
    seas = [(sea["code"], board.number(sea["code"]), [sea["lon"], sea["lat"]]) for sea in board.seas]
    seeds = board.geometry["sea_seeds"].items()
    more = [(code, board.number(code), place) for code, places in seeds for place in places]
    return seas + more + [("off the map", OFF_MAP, place) for place in board.geometry["off_map_water"]]


def _part(sheet: Sheet, parts: Parts, anchor: list[float]) -> int:
    """The part in which an anchor lies; 0 for land and for what is out of the window."""
    column, row = (int(value) for value in sheet.place(anchor))
    columns, rows = sheet.size
    return int(parts[row, column]) if 0 <= column < columns and 0 <= row < rows else 0


def _ponds(water: Mask, seas: Cells) -> Mask:
    """Water that no sea reaches."""
    bodies, count = ndimage.label(water)
    reached = np.zeros(count + 1, dtype=bool)
    reached[np.unique(bodies[seas != BLANK])] = True
    return np.asarray(water & ~reached[bodies])
