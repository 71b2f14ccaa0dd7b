"""The sprite read back with nothing but the standard library: which bends each shape is made of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

SPY = Path(__file__).parents[2] / "dynasties" / "spy"
SPRITE = SPY / "static" / "spy" / "board.svg"
Spot = tuple[int, int]
Bend = tuple[Spot, Spot, Spot]  # from, control, to; the control of a straight line is where it starts
Ring = tuple[tuple[float, float], ...]


@cache
def board() -> dict[str, Any]:
    """The facts of the board."""
    facts: dict[str, Any] = json.loads((SPY / "board.json").read_text("utf-8"))
    return facts


@cache
def drawing() -> dict[str, Any]:
    """What is known of its picture."""
    facts: dict[str, Any] = json.loads((SPY / "drawing.json").read_text("utf-8"))
    return facts


@cache
def shapes() -> dict[str, list[list[Bend]]]:
    """Each shape of the sprite, by id, as rings or lines of bends."""
    paths = ElementTree.parse(SPRITE).getroot()
    return {path.attrib["id"]: list(_strokes(path.attrib["d"])) for path in paths}


def either_way(bend: Bend) -> Bend:
    """The same bend, whichever end it is drawn from."""
    start, control, end = bend
    if control in (start, end):
        control = min(start, end)
    return min((start, control, end), (end, control, start))


@cache
def bends(name: str) -> frozenset[Bend]:
    """All bends of a shape, whichever way they are drawn."""
    return frozenset(either_way(bend) for stroke in shapes()[name] for bend in stroke)


def flattened(bend: Bend, pieces: int = 8) -> Iterator[tuple[float, float]]:
    """Points along a bend, its start left out."""
    (a, b), (c, d), (e, f) = bend
    for n in range(1, pieces + 1):
        t = n / pieces
        s = 1 - t
        yield s * s * a + 2 * s * t * c + t * t * e, s * s * b + 2 * s * t * d + t * t * f


def length(bend: Bend) -> float:
    """Of a bend, in kilometres of the sheet."""
    points = [(float(bend[0][0]), float(bend[0][1])), *flattened(bend)]
    return float(sum(hypot(c - a, d - b) for (a, b), (c, d) in pairwise(points)) * drawing()["kilometres"])


@cache
def boxed_rings(name: str) -> list[tuple[Ring, tuple[float, float, float, float]]]:
    """A shape's rings as points, each with how far it reaches west, east, north and south."""
    rings = [tuple(point for bend in stroke for point in flattened(bend)) for stroke in shapes()[name]]
    return [(ring, (min(x), max(x), min(y), max(y))) for ring in rings for x, y in [tuple(zip(*ring, strict=True))]]


def holds(name: str, spot: list[int]) -> bool:
    """Whether a spot lies within a shape."""
    x, y = spot
    near = [ring for ring, (west, east, north, south) in boxed_rings(name) if west <= x <= east and north <= y <= south]
    return sum(_crossings(ring, x, y) for ring in near) % 2 == 1


def _crossings(ring: Ring, x: float, y: float) -> int:
    """How often a ray to the east from a spot meets a ring."""
    found = 0
    for (a, b), (c, d) in zip(ring, ring[1:] + ring[:1], strict=True):
        found += (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a)
    return found


def _strokes(data: str) -> Iterator[list[Bend]]:
    """The strokes of path data that knows M, q, t, l and z."""
    stroke: list[Bend] = []
    spot = control = (0, 0)
    for letter, numbers in re.findall(r"([Mqtlz])([-\d ]*)", data):
        values = [int(number) for number in re.findall(r"-?\d+", numbers)]
        if letter == "M":
            if stroke:
                yield stroke
            stroke, spot = [], (values[0], values[1])
        for step in _steps(letter, values):
            start = spot
            control = _control(letter, spot, control, step)
            spot = (spot[0] + step[-2], spot[1] + step[-1])
            stroke.append((start, control, spot))
    yield stroke


def _steps(letter: str, values: list[int]) -> list[list[int]]:
    """The numbers of a letter, in as many groups as it is meant to be repeated."""
    size = {"q": 4, "t": 2, "l": 2}.get(letter)
    return [values[n : n + size] for n in range(0, len(values), size)] if size else []


def _control(letter: str, spot: Spot, before: Spot, step: list[int]) -> Spot:
    match letter:
        case "q":
            return spot[0] + step[0], spot[1] + step[1]
        case "t":
            return 2 * spot[0] - before[0], 2 * spot[1] - before[1]
    return spot
