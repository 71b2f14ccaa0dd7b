"""Threads and specks of a cell's width taken from the grid, since no line can be drawn about them."""

from __future__ import annotations

import numpy as np

from tools.atlas.grid import Cells

AROUND = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)]
FEW = 3  # of its eight neighbours: a cell with fewer of its own kind beside it is a thread's
ROUNDS = 4


def tidied(cells: Cells) -> Cells:
    """The same cells, threads given to what most of their neighbours are."""
    for _ in range(ROUNDS):
        cells = _combed(cells)
    return cells


def _combed(cells: Cells) -> Cells:
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
