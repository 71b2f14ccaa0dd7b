"""From degrees to the sheet: a conformal cone, then a lens that enlarges the middle of Europe."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.atlas.topology import Points

BOX = (-58.0, -3.0, 98.0, 83.0)  # west, south, east, north: beyond it the cone would run away
STEP = 0.25  # degrees between the points of a long edge, so that it bends as it should


@dataclass(frozen=True)
class Projection:
    """Lambert's cone in kilometres, then u = S·asinh(x/S) about the focus: one to one, so what touches still does."""

    facts: dict[str, Any]

    def __call__(self, degrees: Points) -> Points:
        """Rows of longitude, latitude to rows of kilometres east and north of the focus."""
        plane = self._cone(degrees) - self._cone(np.array([self.facts["focus"]], dtype=float))
        reach = self.facts["reach"]
        across = np.where(plane[:, 0] < 0, float(reach["west"]), float(reach["east"]))
        down = np.full(len(plane), float(reach["vertical"]))
        return np.column_stack([_lens(plane[:, 0], across), _lens(plane[:, 1], down)])

    def _cone(self, degrees: Points) -> Points:
        first, second = np.radians(self.facts["parallels"])
        east, north = np.radians(self.facts["origin"])
        n = np.log(np.cos(first) / np.cos(second)) / np.log(_tangent(second) / _tangent(first))
        factor = self.facts["radius"] * np.cos(first) * _tangent(first) ** n / n
        rho, theta = factor / _tangent(np.radians(degrees[:, 1])) ** n, n * (np.radians(degrees[:, 0]) - east)
        return np.column_stack([rho * np.sin(theta), factor / _tangent(north) ** n - rho * np.cos(theta)])


def _tangent(latitude: Any) -> Any:
    return np.tan(np.pi / 4 + latitude / 2)


def _lens(distance: NDArray[np.float64], reach: NDArray[np.float64]) -> NDArray[np.float64]:
    return reach * np.arcsinh(distance / reach)


def clip_ring(ring: Points) -> Points:
    """The part of a ring within the box; empty if there is none."""
    west, south, east, north = BOX
    for axis, bound, sign in ((0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1)):
        ring = _half(ring, axis, bound, sign)
    return ring


def _half(ring: Points, axis: int, bound: float, sign: int) -> Points:
    """What of a ring lies on one side of a line across an axis: crossings are put in, the rest is left out."""
    if not len(ring):
        return ring
    depth = (ring[:, axis] - bound) * sign
    kept: list[Points] = []
    for here, there, d, e in zip(ring, np.roll(ring, -1, axis=0), depth, np.roll(depth, -1), strict=True):
        if d >= 0:
            kept.append(here)
        if (d >= 0) != (e >= 0):
            kept.append(here + (there - here) * d / (d - e))
    return np.array(kept).reshape(-1, 2)


def dense(line: Points, step: float = STEP) -> Points:
    """The same line with points at most a step apart."""
    parts = [line[:1]]
    for here, there in pairwise(line):
        count = max(1, int(np.ceil(np.abs(there - here).max() / step)))
        parts.append(here + (there - here) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(parts)
