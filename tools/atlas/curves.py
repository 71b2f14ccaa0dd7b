"""Stairs of grid edges made into smooth curves with few points, in whole numbers."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.ndimage import gaussian_filter1d

from tools.atlas.arcs import Arc
from tools.atlas.topology import Points

SMOOTH = 2.6  # grid edges: how far along the line a corner is spread
LEAST_AREA = 2.2  # of the triangle that a point makes with its neighbours, in square units; below it the point goes
Spot = tuple[int, int]


@dataclass(frozen=True)
class Curve:
    """A quadratic spline from `start` to `end`, which bends at each control towards the middle between it and the next.

    In SVG that is one Q and then T after T: a control is the one before mirrored in the middle, so that only the first
    need be written. All controls have the same parity, so that the middles are whole."""

    start: Spot
    controls: tuple[Spot, ...]
    end: Spot

    def __invert__(self) -> Curve:
        """The same line walked from its end."""
        return Curve(self.end, self.controls[::-1], self.start)

    @property
    def middles(self) -> list[Spot]:
        """Where one bend ends and the next begins."""
        return [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise(self.controls)]


def curve(arc: Arc, scale: float) -> Curve:
    """An arc in units of the drawing, of which a grid cell is `scale` wide."""
    if arc.is_frame:
        return _whole(arc.points[[0, -1]] * scale)
    points = _open_ring(arc.points) if arc.is_closed else arc.points
    return _whole(_thin_line(_smooth_line(points, arc.is_closed) * scale))


def _open_ring(points: Points) -> Points:
    """A ring that starts in the middle of an edge, so that its seam lies on a straight bit."""
    middle = (points[:1] + points[1:2]) / 2
    return np.concatenate([middle, points[1:], middle])


def _smooth_line(points: Points, is_closed: bool) -> Points:
    """Points spread along the line by a bell curve; an open line keeps its ends, as if it went on mirrored."""
    count = len(points)
    if count < 4:
        return points
    sigma = min(SMOOTH, count / 8)
    if is_closed:
        ring = gaussian_filter1d(points[:-1], sigma, axis=0, mode="wrap")
        return np.concatenate([ring, ring[:1]])
    pad = min(count - 1, 16)
    before, after = 2 * points[0] - points[pad:0:-1], 2 * points[-1] - points[-2 : -pad - 2 : -1]
    smooth = gaussian_filter1d(np.concatenate([before, points, after]), sigma, axis=0)[pad:-pad]
    return np.concatenate([points[:1], smooth[1:-1], points[-1:]])


def _thin_line(points: Points) -> Points:
    """Visvalingam's way: the point that matters least goes first, until each that is left matters."""
    count = len(points)
    before, after = list(range(-1, count - 1)), list(range(1, count + 1))
    heap = [(_triangle(points, n - 1, n, n + 1), n, n - 1, n + 1) for n in range(1, count - 1)]
    heapq.heapify(heap)
    gone = np.zeros(count, dtype=bool)
    while heap and (least := heapq.heappop(heap))[0] < LEAST_AREA:
        size, n, one, other = least
        if gone[n] or (before[n], after[n]) != (one, other):
            continue
        gone[n], after[one], before[other] = True, other, one
        for m in (one, other):
            if 0 < m < count - 1:
                heapq.heappush(heap, (max(size, _triangle(points, before[m], m, after[m])), m, before[m], after[m]))
    return points[~gone]


def _triangle(points: Points, a: int, b: int, c: int) -> float:
    (x, y), (p, q), (u, v) = points[a].tolist(), points[b].tolist(), points[c].tolist()
    return float(abs((p - x) * (v - y) - (u - x) * (q - y)) / 2)


def _whole(points: Points) -> Curve:
    """Whole numbers, the controls all of the first one's parity."""
    ends = np.rint(points[[0, -1]]).astype(int)
    inner = points[1:-1]
    if len(inner):
        first = np.rint(inner[0])
        inner = first + 2 * np.rint((inner - first) / 2)
        inner = inner[np.concatenate([[True], (np.diff(inner, axis=0) != 0).any(axis=1)])].astype(int)
    spots = [(int(x), int(y)) for x, y in inner]
    return Curve((int(ends[0, 0]), int(ends[0, 1])), tuple(spots), (int(ends[1, 0]), int(ends[1, 1])))
