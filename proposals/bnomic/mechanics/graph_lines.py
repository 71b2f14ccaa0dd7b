"""Where the boxes of one part of the drawing stand, and how its lines run: through the gaps, and round the boxes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from proposals.bnomic.mechanics.graph_columns import columns
from proposals.bnomic.mechanics.graph_rows import Line, Web

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = tuple[int, bool]  # of a box, and whether it is the upper one

WIDTH, HEIGHT = 124, 52
BETWEEN_BOXES, BESIDE_A_BEND, BETWEEN_BENDS = 28, 16, 12
GAP, WIDEST_GAP, GAP_FOR_A_LINE = 40, 96, 4
BETWEEN_PORTS, CORNER = 14, 12
ARC, ARC_FOR_A_STEP, HIGHEST_ARC = 4, 8, GAP - 4


@dataclass(frozen=True, slots=True)
class Part:
    """What hangs together, from a corner of its own: the upper left one of each box, and the points of each line."""

    width: float
    height: float
    corners: Mapping[int, Point]
    lines: Mapping[Line, tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where vertices and rows are. `x`: the middle of each vertex; `tops`: the upper edge of each row."""

    x: Mapping[int, float]
    row: Mapping[int, int]
    tops: Sequence[float]
    ports: Mapping[tuple[Side, Line], float]

    def port(self, vertex: int, line: Line, *, upper: bool) -> Point:
        """Where a line leaves a vertex."""
        x = self.ports.get(((vertex, upper), line), self.x[vertex])
        return x, self.tops[self.row[vertex]] + (0 if upper else HEIGHT)


def part(web: Web) -> Part:
    """Lay out a Web whose rows are in order."""
    row = {vertex: place for place, vertices in enumerate(web.rows) for vertex in vertices}
    steps = {line: _steps(line, web.rows[row[line.a]]) for line in web.level}
    arcs = {line: min(ARC + ARC_FOR_A_STEP * count, HIGHEST_ARC) for line, count in steps.items() if count > 1}
    x = columns(web, _apart)
    frame = _Frame(x, row, _tops(web, row, arcs), _ports(web, arcs, x))
    lines = {line: _down(line, chain, frame) for line, chain in web.chains.items()}
    lines |= {line: _arc(line, arcs[line], frame) if line in arcs else _across(line, frame) for line in web.level}
    corners = {vertex: (at - WIDTH / 2, frame.tops[row[vertex]]) for vertex, at in x.items() if vertex > 0}
    return _from_corner(corners, lines)


def _apart(left: int, right: int) -> float:
    if left < 0 and right < 0:
        return BETWEEN_BENDS
    return WIDTH / 2 + BESIDE_A_BEND if left < 0 or right < 0 else WIDTH + BETWEEN_BOXES


def _steps(line: Line, row: Sequence[int]) -> int:
    """How many boxes of the row one goes to come from an end of the line to the other."""
    boxes = [vertex for vertex in row if vertex > 0]
    return abs(boxes.index(line.a) - boxes.index(line.b))


def _tops(web: Web, row: Mapping[int, int], arcs: Mapping[Line, float]) -> list[float]:
    """The upper edge of each row. The more lines run through a gap, the higher it is."""
    through = Counter(row[vertex] for chain in web.chains.values() for vertex in chain[:-1])
    tops = [max((height for line, height in arcs.items() if row[line.a] == 0), default=0.0)]
    for place in range(len(web.rows) - 1):
        tops.append(tops[-1] + HEIGHT + min(GAP + GAP_FOR_A_LINE * through[place], WIDEST_GAP))
    return tops


def _ports(web: Web, arcs: Iterable[Line], x: Mapping[int, float]) -> dict[tuple[Side, Line], float]:
    """Where the lines of each side of a box leave it: side by side, in the order of where they go."""
    leaving: dict[Side, list[tuple[int, float, Line]]] = defaultdict(list)
    for line, chain in web.chains.items():
        leaving[chain[0], False].append((0, x[chain[1]], line))
        leaving[chain[-1], True].append((0, x[chain[-2]], line))
    # Arcs leave at the ends of a side, and the one that goes farther goes over the other.
    for line in arcs:
        for one, other in ((line.a, line.b), (line.b, line.a)):
            leaving[one, True].append((1 if x[other] > x[one] else -1, -x[other], line))
    ports = {}
    for side, lines in leaving.items():
        step = min(BETWEEN_PORTS, (WIDTH - 2 * CORNER) / len(lines))
        for place, (*_, line) in enumerate(sorted(lines)):
            ports[side, line] = x[side[0]] + step * (place - (len(lines) - 1) / 2)
    return ports


def _down(line: Line, chain: Sequence[int], frame: _Frame) -> tuple[Point, ...]:
    """A line through the gaps, from a row to another, and straight through the rows between; as seen from its start."""
    points = [frame.port(chain[0], line, upper=False)]
    for vertex in chain[1:]:
        points += _curve(points[-1], frame.port(vertex, line, upper=True))
        if vertex < 0:
            points += _curve(points[-1], frame.port(vertex, line, upper=False))
    return tuple(points if chain[0] == line.a else reversed(points))


def _curve(start: Point, end: Point) -> tuple[Point, Point, Point]:
    """It leaves and arrives upright, and keeps between the two heights."""
    middle = (start[1] + end[1]) / 2
    return (start[0], middle), (end[0], middle), end


def _arc(line: Line, height: float, frame: _Frame) -> tuple[Point, ...]:
    """A line between two of a row that are no neighbours, over the heads of those between."""
    start, end = frame.port(line.a, line, upper=True), frame.port(line.b, line, upper=True)
    # A curve rises to three quarters of where its points of control are.
    above = start[1] - height * 4 / 3
    return start, (start[0], above), (end[0], above), end


def _across(line: Line, frame: _Frame) -> tuple[Point, ...]:
    """A line between neighbours, from side to side."""
    y = frame.tops[frame.row[line.a]] + HEIGHT / 2
    rightward = 1 if frame.x[line.a] < frame.x[line.b] else -1
    start, end = frame.x[line.a] + rightward * WIDTH / 2, frame.x[line.b] - rightward * WIDTH / 2
    return (start, y), (start, y), (end, y), (end, y)


def _from_corner(corners: Mapping[int, Point], lines: Mapping[Line, Sequence[Point]]) -> Part:
    """All of it moved so that it begins at nothing."""
    left = min(x for points in (corners.values(), *lines.values()) for x, _ in points)
    right = max((x for points in lines.values() for x, _ in points), default=0.0)
    moved = {number: (x - left, y) for number, (x, y) in corners.items()}
    return Part(
        max(right, *(x + WIDTH for x, _ in corners.values())) - left,
        max(y for _, y in corners.values()) + HEIGHT,
        moved,
        {line: tuple((x - left, y) for x, y in points) for line, points in lines.items()},
    )
