"""A fine grid laid over the sheet, each cell of which belongs to one territory: what all later steps work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.atlas.projection import Projection, clip_ring, dense
from tools.atlas.topology import Points, Polygon

Cells = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Sheet:
    """The window of the plane that is drawn, and how many kilometres one cell of its grid is wide."""

    projection: Projection
    window: dict[str, Any]
    cell: float

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the grid."""
        return (
            round((self.window["east"] - self.window["west"]) / self.cell),
            round((self.window["north"] - self.window["south"]) / self.cell),
        )

    def places(self, degrees: Points) -> Points:
        """Rows of longitude, latitude to rows of column, row; rows run southwards, and both are fractional."""
        plane = self.projection(degrees)
        return np.column_stack([plane[:, 0] - self.window["west"], self.window["north"] - plane[:, 1]]) / self.cell

    def place(self, degrees: list[float]) -> tuple[float, float]:
        """One point's column and row."""
        x, y = self.places(np.array([degrees], dtype=float))[0]
        return float(x), float(y)

    def line(self, degrees: list[list[float]]) -> Points:
        """A line of degrees as columns and rows, bent as the projection bends it."""
        return self.places(dense(np.array(degrees, dtype=float)))

    def outline(self, ring: Points) -> Points:
        """A ring clipped, made dense and projected; empty where it does not meet the window."""
        inside = clip_ring(ring)
        if len(inside) < 3:
            return inside
        placed = self.places(dense(np.concatenate([inside, inside[:1]])))
        (west, north), (east, south), (columns, rows) = placed.min(axis=0), placed.max(axis=0), self.size
        return placed if east > 0 and south > 0 and west < columns and north < rows else placed[:0]

    def outlines(self, polygon: Polygon) -> list[Points]:
        """A polygon's outer ring and holes on the grid; nothing if the outer ring is out of the window."""
        outer, *holes = (self.outline(ring) for ring in polygon)
        return [outer, *(hole for hole in holes if len(hole) >= 3)] if len(outer) >= 3 else []


class Canvas:
    """A grid to paint on: small whole numbers in cells."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._image = Image.new("L", sheet.size, 0)
        self._pen = ImageDraw.Draw(self._image)

    def fill(self, ring: Points, value: int) -> None:
        """Paint what a ring encloses."""
        self._pen.polygon([(x - 0.5, y - 0.5) for x, y in ring], fill=value)

    def stroke(self, line: Points, value: int, width: float) -> None:
        """Paint a line of so many cells in width, with round joints and ends."""
        points = [(x - 0.5, y - 0.5) for x, y in line]
        self._pen.line(points, fill=value, width=max(1, round(width)), joint="curve")
        for x, y in points if width > 4 else []:
            self._pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=value)

    def cells(self) -> Cells:
        """What is painted, as rows of columns; a copy."""
        return np.array(self._image, dtype=np.uint8)

    def mask(self, value: int = 1) -> Mask:
        """Where one value is painted."""
        return np.asarray(self.cells() == value)


def area(ring: Points) -> float:
    """What a ring encloses, in cells."""
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2
