"""Where things stand within the cells: labels, supply centres, targets; and the tint of each territory."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from tools.atlas.board import Board
from tools.atlas.curves import Spot
from tools.atlas.grid import Cells, Sheet

COARSE = 2  # every second cell is enough to set a label
ASPECT = 2.2  # how much wider than high a code is
ROOM = 130.0  # units to either side of a label beyond which more room is of no use
ENOUGH = 0.55  # of the most room: what a place must have where even the smallest letters are too large
AIR = 1.18  # times half a code's width: the room that a letter size wants
SIZES = (24, 28, 34, 42, 52)  # units; the classes s1 … s5 of board.css
NAMED = 4  # from this size on there may be room for the name beneath
HEIGHT = {24: 0.6, 28: 0.6, 34: 0.6, 42: 0.85, 52: 0.85}  # and how far up, which the name moves it
DEPTH = {24: 0.6, 28: 0.6, 34: 0.6, 42: 1.0, 52: 1.0}  # of the size: how far a label reaches down, with its name
LETTER = 0.12  # of a code's size: half a letter of the name, which is smaller
HIDDEN = 1000.0  # what it costs a place to hide a dot, in units of distance
DOT = 10.0  # units between a supply centre and its cell's border
SMALL, TARGET = 36.0, 40.0  # units: a cell with less room than the first gets a target as large as the second
TINTS = 7
Distances = NDArray[np.float64]


@dataclass(frozen=True)
class Place:
    """What `drawing.json` says of one territory, in units of the drawing."""

    label: Spot
    size: int
    is_named: bool
    radius: int
    marker: Spot | None


class Survey:
    """A coarser grid on which room is measured."""

    def __init__(self, sheet: Sheet, board: Board, cells: Cells, width: float) -> None:
        self.sheet, self.board = sheet, board
        self.unit = width / sheet.size[0]
        self.step = self.unit * COARSE
        self.cells = cells[::COARSE, ::COARSE]
        inner = np.pad(_inner(self.cells), 1)
        self.round = ndimage.distance_transform_edt(inner, sampling=self.step)[1:-1, 1:-1]
        self.wide = ndimage.distance_transform_edt(inner, sampling=(self.step * ASPECT, self.step))[1:-1, 1:-1]

    def places(self) -> dict[str, Place]:
        """Each territory's place; markers first, since labels keep away from them."""
        markers = {row["code"]: self._marker(row) for row in self.board.facts["territories"] if "marker" in row}
        return {row["code"]: self._place(row, markers) for row in self.board.facts["territories"]}

    def _marker(self, row: dict[str, Any]) -> Spot:
        """The spot of the city, moved inland as far as its dot needs."""
        here = self.cells == self.board.number(row["code"])
        within = here & (self.round >= min(DOT, float(self.round[here].max()) * 0.8))
        return self._nearest(within, row["marker"])

    def _place(self, row: dict[str, Any], markers: dict[str, Spot]) -> Place:
        here = self.cells == self.board.number(row["code"])
        wide = np.where(here, np.minimum(self.wide, ROOM), 0)
        size, label = self._choose_size(wide, row, list(markers.values()))
        is_named = size >= NAMED and self._has_room(label, len(row["name"]), SIZES[size - 1])
        return Place(label, size, is_named, round(float(self.round[here].max())), markers.get(row["code"]))

    def _has_room(self, label: Spot, length: int, size: int) -> bool:
        """For a name of that many letters under the code."""
        row, column = round(label[1] / self.step), round(label[0] / self.step)
        return bool(length * LETTER * size <= self.wide[row, column] and self.round[row, column] >= 0.9 * size)

    def _choose_size(self, wide: Distances, row: dict[str, Any], markers: list[Spot]) -> tuple[int, Spot]:
        """Size and place of a code: the largest letters that hide no dot; if all do, the largest that have room."""
        largest = _size(float(wide.max()))
        found = [(size, *self._spot(wide, row, SIZES[size - 1], markers)) for size in range(largest, 0, -1)]
        size, label, _ = next((one for one in found if one[2] < HIDDEN / 2), found[0])
        return size, label

    def _spot(self, wide: Distances, row: dict[str, Any], size: int, markers: list[Spot]) -> tuple[Spot, float]:
        """Where such letters have room, near the board's own place, and where no dot is hidden; and what it costs."""
        spots = np.argwhere(wide >= min(ENOUGH * wide.max(), AIR * size))
        points = spots[:, ::-1] * self.step
        x, y = (value * self.unit for value in self.sheet.place([row["lon"], row["lat"]]))
        cost = 0.3 * np.hypot(points[:, 0] - x, points[:, 1] - y) - 2 * wide[spots[:, 0], spots[:, 1]]
        for across, down in markers:
            aside, below = abs(points[:, 0] - across) - size * 1.1, down - points[:, 1]
            is_clear = (aside > DOT) | (below < -HEIGHT[size] * size - DOT) | (below > DEPTH[size] * size + DOT)
            cost = cost + HIDDEN * ~is_clear
        best = points[cost.argmin()]
        return (round(float(best[0])), round(float(best[1]))), float(cost.min())

    def _nearest(self, wanted: NDArray[np.bool_], marker: dict[str, float]) -> Spot:
        x, y = (value * self.unit for value in self.sheet.place([marker["lon"], marker["lat"]]))
        points = np.argwhere(wanted)[:, ::-1] * self.step
        best = points[np.hypot(points[:, 0] - x, points[:, 1] - y).argmin()]
        return round(float(best[0])), round(float(best[1]))


def _size(room: float) -> int:
    """The largest class of letters for so much room to either side, and some air."""
    return 1 + sum(room >= AIR * size for size in SIZES[1:])


def _inner(cells: Cells) -> NDArray[np.bool_]:
    """Cells whose neighbours to the right and below are of the same territory."""
    inner = np.ones(cells.shape, dtype=bool)
    inner[:, :-1] &= cells[:, :-1] == cells[:, 1:]
    inner[:-1] &= cells[:-1] == cells[1:]
    return inner


def targets(places: dict[str, Place]) -> dict[str, int]:
    """The radius of the invisible circle about each small territory's label; none reaches into the next small one's."""
    small = {code: place.label for code, place in places.items() if place.radius < SMALL}
    return {code: _target(label, [*small.values()]) for code, label in small.items()}


def _target(label: Spot, labels: list[Spot]) -> int:
    gaps = [hypot(label[0] - across, label[1] - down) / 2 for across, down in labels if (across, down) != label]
    return int(min([TARGET, *gaps]))


def tints(board: Board) -> dict[str, int]:
    """A tint for each territory on land, another than its neighbours'; all are used about equally often."""
    land = [row["code"] for row in board.facts["territories"] if row["kind"] == "land"]
    beside: dict[str, set[str]] = {code: set() for code in land}
    for first, second in board.borders:
        if first in beside and second in beside:
            beside[first].add(second)
            beside[second].add(first)
    chosen: dict[str, int] = {}
    for code in sorted(land, key=lambda code: (-len(beside[code]), code)):
        free = set(range(TINTS)) - {chosen[other] for other in beside[code] if other in chosen}
        chosen[code] = min(free, key=lambda tint: (list(chosen.values()).count(tint), tint))
    return chosen
