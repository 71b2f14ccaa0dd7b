"""The small repairs without which a border of the list would be missing, or one too many be drawn."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from tools.atlas.board import BLANK, Board
from tools.atlas.grid import Canvas, Cells, Mask, Sheet

SMALLEST = 260.0  # km² of the sheet: an island below this is left out


def repair_cells(sheet: Sheet, board: Board, cells: Cells) -> Cells:
    """Bridges of land, straits filled and widened, islets gone. Blank is water, before and after."""
    cells = _fill_lakes(sheet, board, _bridge_land(sheet, board, cells))
    cells[_straits_mask(sheet, board)] = BLANK
    cells[_islets(cells != BLANK, SMALLEST / sheet.cell**2)] = BLANK
    return cells


def _bridge_land(sheet: Sheet, board: Board, cells: Cells) -> Cells:
    for bridge in board.geometry["bridges"]:
        canvas = Canvas(sheet)
        canvas.stroke(sheet.line(bridge["line"]), 1, bridge["width"] / sheet.cell)
        cells[canvas.mask()] = board.number(bridge["territory"])
    return cells


def _fill_lakes(sheet: Sheet, board: Board, cells: Cells) -> Cells:
    for lake in board.geometry["filled"]:
        canvas = Canvas(sheet)
        canvas.fill(sheet.line([*lake["ring"], lake["ring"][0]]), 1)
        cells[canvas.mask() & (cells == BLANK)] = board.number(lake["territory"])
    return cells


def _straits_mask(sheet: Sheet, board: Board) -> Mask:
    canvas = Canvas(sheet)
    for strait in board.geometry["erased"]:
        canvas.stroke(sheet.line(strait["line"]), 1, strait["width"] / sheet.cell)
    return canvas.mask()


def _islets(land: Mask, smallest: float) -> Mask:
    """Land in pieces of fewer cells than that; a piece at the edge of the sheet goes on beyond it and stays."""
    pieces, count = ndimage.label(land)
    sizes = np.bincount(pieces.ravel(), minlength=count + 1)
    edge = np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])
    sizes[edge] = land.size
    return np.asarray(land & (sizes[pieces] < smallest))
