"""Arcs joined into what is drawn: cells, borders, the coast, in the letters of an SVG path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from tools.atlas.arcs import Arc
from tools.atlas.curves import Curve, Spot, curve


@dataclass(frozen=True)
class Line:
    """A curve and the numbers of what lies to the left and to the right of it."""

    curve: Curve
    left: int
    right: int

    def __invert__(self) -> Line:
        """The same line walked from its end."""
        return Line(~self.curve, self.right, self.left)


def lines(arcs: list[Arc], scale: float) -> list[Line]:
    """All arcs smoothed, in units of the drawing; those too short for it are left out."""
    same: dict[Curve, list[Line]] = {}
    for arc in arcs:
        line = _orient_line(Line(curve(arc, scale), arc.left, arc.right))
        if line.curve.controls or line.curve.start != line.curve.end:
            same.setdefault(line.curve, []).append(line)
    return [line for twins in same.values() for line in _merge_twins(twins)]


def _orient_line(line: Line) -> Line:
    """The same line, walked from the end that comes first."""
    return min(line, ~line, key=lambda one: (one.curve.start, one.curve.end, one.curve.controls))


def _merge_twins(twins: list[Line]) -> list[Line]:
    """Lines that fell on one another as one: what lay between was too narrow to draw, and what is beyond touches."""
    left, right = Counter(line.left for line in twins), Counter(line.right for line in twins)
    sides = zip((left - right).elements(), (right - left).elements(), strict=True)
    return [Line(twins[0].curve, one, other) for one, other in sides]


def cell(drawn: list[Line], number: int) -> str:
    """The path of one territory: its rings, each walked with the territory to the left."""
    ways = [line for line in drawn if line.left == number] + [~line for line in drawn if line.right == number]
    return "".join(path(ring) + "z" for ring in _rings([line.curve for line in ways]))


def border_path(drawn: Iterable[Line], wanted: Callable[[int, int], bool]) -> str:
    """The path of all lines whose two sides are wanted, those that go on from one another in one stroke."""
    curves = [line.curve for line in drawn if wanted(line.left, line.right)]
    return "".join(path(chain) for chain in _chains(curves))


def _rings(curves: list[Curve]) -> list[list[Curve]]:
    """Curves joined end to start until each ring is closed."""
    starting: dict[Spot, list[Curve]] = {}
    for one in curves:
        starting.setdefault(one.start, []).append(one)
    rings = []
    for first in curves:
        if first not in starting[first.start]:
            continue
        ring = [_take_curve(starting, first)]
        while ring[-1].end != first.start:
            ring.append(_take_curve(starting, starting[ring[-1].end][0]))
        rings.append(ring)
    return rings


def _take_curve(starting: dict[Spot, list[Curve]], one: Curve) -> Curve:
    starting[one.start].remove(one)
    return one


def _chains(curves: list[Curve]) -> list[list[Curve]]:
    """Curves joined where they happen to go on from one another."""
    chains: list[list[Curve]] = []
    for one in curves:
        for chain in chains:
            if chain[-1].end == one.start:
                chain.append(one)
                break
            if chain[-1].end == one.end:
                chain.append(~one)
                break
        else:
            chains.append([one])
    return chains


def path(curves: list[Curve]) -> str:
    """Path data of curves that go on from one another: one absolute start, then steps."""
    x, y = curves[0].start
    return f"M{_numbers([x, y])}" + "".join(_steps(one) for one in curves)


def _steps(one: Curve) -> str:
    """A curve in steps from its start: a line, or one bend and those that follow from it."""
    if not one.controls:
        return "l" + _numbers(_step(one.start, one.end))
    stops = [one.start, *one.middles, one.end]
    first = _numbers(_step(one.start, one.controls[0]) + _step(one.start, stops[1]))
    rest = [number for here, there in pairwise(stops[1:]) for number in _step(here, there)]
    return f"q{first}" + (f"t{_numbers(rest)}" if rest else "")


def _step(here: Spot, there: Spot) -> list[int]:
    return [there[0] - here[0], there[1] - here[1]]


def _numbers(numbers: list[int]) -> str:
    """Numbers with a space only where no sign parts them."""
    first, *rest = numbers
    return str(first) + "".join(str(number) if number < 0 else f" {number}" for number in rest)
