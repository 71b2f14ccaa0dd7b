"""The lines between cells of different territories, cut where three meet: each is drawn once and used by both sides."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tools.atlas.grid import Cells
from tools.atlas.topology import Points

OUTSIDE = 0
Corner = tuple[int, int]  # column, row of a corner of the grid
Edge = tuple[Corner, Corner]
Sides = dict[Edge, tuple[int, int]]
Ways = dict[Corner, list[Corner]]


@dataclass(frozen=True)
class Arc:
    """Corner after corner, and the numbers of what lies to the left and to the right of the way."""

    points: Points
    left: int
    right: int

    @property
    def is_closed(self) -> bool:
        """Whether it ends where it begins."""
        return bool((self.points[0] == self.points[-1]).all())

    @property
    def is_frame(self) -> bool:
        """Whether it is the edge of the sheet."""
        return OUTSIDE in (self.left, self.right)


def trace_arcs(cells: Cells) -> list[Arc]:
    """All arcs of a grid, its frame's included; none crosses another."""
    sides, ways = _edges(cells)
    nodes = [corner for corner, ends in ways.items() if len(ends) != 2] + _frame_corners(cells)
    stops = set(nodes)
    left: set[Edge] = set(sides)
    starts = [(start, end) for start in nodes for end in ways[start]]
    arcs = [_walk(step, stops, sides, ways, left) for step in starts if step in left]
    while left:
        step = min(left)
        arcs.append(_walk(step, {step[0]}, sides, ways, left))
    return arcs


def _edges(cells: Cells) -> tuple[Sides, Ways]:
    """Each step along an edge, both ways, with what is left and right of it; and where each corner's edges lead."""
    padded = np.pad(cells, 1, constant_values=OUTSIDE).astype(int)
    sides: Sides = {}
    ways: Ways = {}
    down = np.argwhere(padded[1:-1, :-1] != padded[1:-1, 1:])
    across = np.argwhere(padded[:-1, 1:-1] != padded[1:, 1:-1])
    for row, column in down.tolist():
        _note(sides, ways, (column, row), (column, row + 1), padded[row + 1, column + 1], padded[row + 1, column])
    for row, column in across.tolist():
        _note(sides, ways, (column, row), (column + 1, row), padded[row, column + 1], padded[row + 1, column + 1])
    return sides, ways


def _note(sides: Sides, ways: Ways, start: Corner, end: Corner, left: int, right: int) -> None:
    sides[start, end], sides[end, start] = (int(left), int(right)), (int(right), int(left))
    ways.setdefault(start, []).append(end)
    ways.setdefault(end, []).append(start)


def _frame_corners(cells: Cells) -> list[Corner]:
    rows, columns = cells.shape
    return [(0, 0), (columns, 0), (0, rows), (columns, rows)]


def _walk(first: Edge, stops: set[Corner], sides: Sides, ways: Ways, left: set[Edge]) -> Arc:
    """Follow an edge to the next stop; the steps taken are no longer left, either way."""
    path = [*first]
    while path[-1] not in stops:
        one, other = ways[path[-1]]
        path.append(other if one == path[-2] else one)
    for here, there in pairwise(path):
        left -= {(here, there), (there, here)}
    return Arc(np.array(path, dtype=float), *sides[first])
