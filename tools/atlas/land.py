"""Which land is whose: provinces painted, and every bit of land that is left given to its nearest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from tools.atlas import sources
from tools.atlas.board import BLANK, NOWHERE, UNSETTLED, Board
from tools.atlas.grid import Canvas, Cells, Mask, Sheet, area
from tools.atlas.topology import Points, Polygon, units

REST = "*"


def mainland(sheet: Sheet, cache: Path) -> Mask:
    """Where land is: outer rings painted, their holes (the Caspian) left out, what lies in those painted again."""
    polygons = [sheet.outlines(polygon) for _, shapes in units(sources.land(cache)) for polygon in shapes]
    canvas = Canvas(sheet)
    for outlines in sorted((found for found in polygons if found), key=lambda found: -area(found[0])):
        for number, ring in enumerate(outlines):
            canvas.fill(ring, int(number == 0))
    return canvas.mask()


def settle_provinces(sheet: Sheet, board: Board, land: Mask, cache: Path) -> Cells:
    """Every cell of land with its territory, by the provinces of `geometry.json`; water stays blank."""
    cells = _paint_provinces(sheet, board, cache)
    cells[~land] = BLANK
    _disown(sheet, board, cells, land)
    return nearest(cells, land & (cells == BLANK))


def _disown(sheet: Sheet, board: Board, cells: Cells, land: Mask) -> None:
    """What no file of the package covers, and would go to the nearest across the sea, is nowhere."""
    gaps, _ = ndimage.label(land & (cells == BLANK))
    for point in board.geometry["unclaimed"]:
        column, row = (int(value) for value in sheet.place(point))
        cells[(gaps == gaps[row, column]) & (gaps > 0)] = NOWHERE


def nearest(cells: Cells, wanted: Mask, givers: Mask | None = None) -> Cells:
    """The same cells, those wanted taking what the nearest giver has; without givers, the nearest that is not blank."""
    offered = (cells != BLANK) & ~wanted if givers is None else givers
    rows, columns = ndimage.distance_transform_edt(~offered, return_distances=False, return_indices=True)
    return np.where(wanted, cells[rows, columns], cells).astype(np.uint8)


def _paint_provinces(sheet: Sheet, board: Board, cache: Path) -> Cells:
    """Provinces from the largest to the smallest, so that what lies within another is on top."""
    splits = board.geometry["splits"]
    canvas, halves = Canvas(sheet), []
    for ring, country, name, number in _provinces(sheet, board, cache):
        canvas.fill(ring, number)
        if number == UNSETTLED:
            halves.append((ring, splits[country][name]))
    cells = canvas.cells()
    for ring, points in halves:
        _split_province(sheet, board, cells, ring, points)
    return cells


def _provinces(sheet: Sheet, board: Board, cache: Path) -> list[tuple[Points, str, str, int]]:
    """Each ring with its country, province and number, the largest first."""
    found = []
    for country, shares in board.geometry["countries"].items():
        for name, polygon, number in _assign_polygons(board, country, shares, cache):
            found += [(outer, country, name, number) for outer in sheet.outlines(polygon)[:1]]
    return sorted(found, key=lambda row: -area(row[0]))


def _assign_polygons(
    board: Board, country: str, shares: dict[str, Any], cache: Path
) -> Iterator[tuple[str, Polygon, int]]:
    """Each polygon of a country with its province's number; what no share names is nowhere.

    `LookupError` if a share names what the country does not have."""
    holders = {name: code for code, names in shares.items() if names != REST for name in names}
    rest = next((code for code, names in shares.items() if names == REST), "-")
    halves = board.geometry["splits"].get(country, {})
    shapes = list(units(sources.provinces(cache, country)))
    if unknown := (holders.keys() | halves.keys()) - {name for name, _ in shapes}:
        raise LookupError(f"{country} has no {unknown}")
    for name, polygons in shapes:
        number = UNSETTLED if name in halves else board.number(holders.get(name, rest))
        yield from ((name, polygon, number) for polygon in polygons)


def _sway(along: NDArray[np.intp], across: NDArray[np.intp]) -> NDArray[np.float64]:
    """Some cells to and fro, so that a border of our own making is not straight."""
    return np.asarray(9 * np.sin(along / 23) + 4 * np.sin(along / 8 + across / 29))


def _split_province(sheet: Sheet, board: Board, cells: Cells, ring: Points, points: list[list[Any]]) -> None:
    """Give each cell of a province that is parted to the nearest of some points."""
    canvas = Canvas(sheet)
    canvas.fill(ring, 1)
    rows, columns = np.nonzero(canvas.mask() & (cells == UNSETTLED))
    places = np.array([sheet.place(point[1:]) for point in points])
    x, y = columns + _sway(rows, columns), rows + _sway(columns, -rows)
    distances = (x[:, None] - places[:, 0]) ** 2 + (y[:, None] - places[:, 1]) ** 2
    numbers = np.array([board.number(point[0]) for point in points], dtype=np.uint8)
    cells[rows, columns] = numbers[distances.argmin(axis=1)]
