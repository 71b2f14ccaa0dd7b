"""Threads and specks taken from the grid, since a line about them would be a blot."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from tools.atlas.board import BLANK, Board
from tools.atlas.grid import Cells, Mask
from tools.atlas.land import nearest

AROUND = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)]
FEW = 3  # of its eight neighbours: a cell with fewer of its own kind beside it is a thread's
ROUNDS = 4
SPECK = 2500  # cells: an outlying piece of a territory below this, with no coast, goes to what is around it


def tidy_cells(board: Board, cells: Cells) -> Cells:
    """The same cells, threads given to what most of their neighbours are, and specks to what is nearest."""
    for _ in range(ROUNDS):
        cells = _comb_threads(cells)
    specks = np.zeros(cells.shape, dtype=bool)
    coast = ndimage.binary_dilation(np.isin(cells, board.water), iterations=2)
    for number, place in enumerate(ndimage.find_objects(cells), start=1):
        if place and number not in board.water:
            specks[place] |= _specks(cells[place] == number, coast[place])
    return nearest(np.where(specks, BLANK, cells).astype(np.uint8), specks)


def _specks(here: Mask, coast: Mask) -> Mask:
    """The small inland pieces of a territory, if it has others."""
    pieces, count = ndimage.label(here)
    sizes = np.bincount(pieces.ravel(), minlength=count + 1)
    sizes[0] = 0
    small = (sizes < SPECK) & (sizes < sizes.max())
    small[np.unique(pieces[coast])] = False
    small[0] = False
    return np.asarray(small[pieces])


def _comb_threads(cells: Cells) -> Cells:
    padded = np.pad(cells, 1, mode="edge")
    rows, columns = cells.shape
    alike = np.zeros(cells.shape, dtype=np.uint8)
    for down, across in AROUND:
        alike += padded[1 + down : 1 + down + rows, 1 + across : 1 + across + columns] == cells
    threads = np.argwhere(alike < FEW)
    beside = np.stack([padded[threads[:, 0] + 1 + down, threads[:, 1] + 1 + across] for down, across in AROUND], axis=1)
    combed = cells.copy()
    for (row, column), kinds in zip(threads.tolist(), beside, strict=True):
        combed[row, column] = np.bincount(kinds).argmax()
    return combed
