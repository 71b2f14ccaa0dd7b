"""A drawing of Dependencies and Conflicts, in the manner of Graphviz: boxes in rows, and curves that run round them.

What is needed stands above what needs it, so that arrows point up; one that points down closes a circle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple
from unicodedata import east_asian_width

from proposals.bnomic.mechanics.graph_lines import BETWEEN_BOXES, HEIGHT, WIDTH, Part, Point, part
from proposals.bnomic.mechanics.graph_order import put_in_order
from proposals.bnomic.mechanics.graph_rows import Line, web

MARGIN = 16
BETWEEN_PARTS, BETWEEN_LONERS = 44, 16
WIDEST = 1000
TOO_WIDE = 3  # by how many pixels a drawing must be lower to be a pixel too wide
MOST_TRIED = 80  # Proposals, of which layouts of several widths are tried
SIGNS, LABEL_LINES = 18, 2  # of a label of ordinary signs, in a box


class Box(NamedTuple):
    """Where a Proposal stands: the corner at the upper left, and its size."""

    number: int
    x: float
    y: float
    width: float
    height: float


class Path(NamedTuple):
    """A line from `a` to `b` as cubic Bézier curves: where it starts, and then two points of control and an end each.

    An arrow runs from the one that Depends to the one that it Depends on.
    """

    a: int
    b: int
    points: tuple[Point, ...]

    @property
    def curve(self) -> str:
        """The line as path data of SVG."""
        start, *others = (f"{x:g},{y:g}" for x, y in self.points)
        return f"M{start} C{' '.join(others)}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """All of it, in pixels from the upper left. `arrows`: who Depends on whom; `lines`: who Conflict."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    arrows: tuple[Path, ...]
    lines: tuple[Path, ...]


def drawing(
    numbers: Iterable[int],
    depends: Iterable[tuple[int, int]],
    conflicts: Iterable[tuple[int, int]],
    widest: int = WIDEST,
) -> Drawing:
    """Draw these Proposals. `depends`: pairs of the one that Depends and the one that it Depends on; `conflicts`: pairs
    in any order. A pair with itself or with what is not drawn is passed over. `widest`: how many pixels the drawing is
    wide, where what hangs together lets it.

    The same Proposals and pairs are always drawn in the same way, in whatever order they are given. Lines run round the
    boxes, unless there are so many (`MOST_BENDS`) that nobody could follow them anyway.
    """
    drawn = sorted(set(numbers))
    lines = sorted(_lines(set(drawn), depends, conflicts))
    parts, loners = _parts(drawn, lines)
    space = widest - 2 * MARGIN
    laid_out = [_part(each, own, space) for each, own in parts]
    page = _Page(max([space, *(each.width for each in laid_out)]))
    for each in sorted(laid_out, key=lambda each: (-each.height, -each.width, min(each.corners))):
        page.put(each, BETWEEN_PARTS)
    page.begin_shelf(BETWEEN_PARTS)
    for number in loners:
        page.put(Part(WIDTH, HEIGHT, {number: (0.0, 0.0)}, {}), BETWEEN_LONERS)
    return page.drawing()


def label_lines(label: str) -> tuple[str, ...]:
    """A label broken into as many lines as a box has room for below the Number; what is too long ends in “…”."""
    lines = [""]
    for word in label.split():
        joined = f"{lines[-1]} {word}".strip()
        if _signs(joined) <= SIGNS:
            lines[-1] = joined
        else:
            lines.append(word)
    lines = [line for line in lines if line]
    cut = [*lines[: LABEL_LINES - 1], " ".join(lines[LABEL_LINES - 1 :])]
    return tuple(_fitting(line) for line in cut if line)


def _fitting(line: str) -> str:
    if _signs(line) <= SIGNS:
        return line
    while _signs(line) >= SIGNS:
        line = line[:-1]
    return f"{line.rstrip()}…"


def _signs(line: str) -> int:
    """How many ordinary signs a line is as wide as: those of East Asian scripts are as wide as two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


def _lines(
    numbers: set[int], depends: Iterable[tuple[int, int]], conflicts: Iterable[tuple[int, int]]
) -> Iterator[Line]:
    """Each line that is drawn, once."""
    said = {Line(a, b, False) for a, b in depends} | {Line(min(pair), max(pair), True) for pair in conflicts}
    return (line for line in said if line.a != line.b and {line.a, line.b} <= numbers)


def _parts(numbers: Sequence[int], lines: Sequence[Line]) -> tuple[list[tuple[list[int], list[Line]]], list[int]]:
    """What hangs together, with its lines; and those that have no line."""
    first = {number: number for number in numbers}
    for line in lines:
        first[_root(line.a, first)] = _root(line.b, first)
    members, own = defaultdict[int, list[int]](list), defaultdict[int, list[Line]](list)
    for number in numbers:
        members[_root(number, first)].append(number)
    for line in lines:
        own[_root(line.a, first)].append(line)
    together = [(each, own[root]) for root, each in members.items() if own[root]]
    return together, [each[0] for root, each in members.items() if not own[root]]


def _root(number: int, first: dict[int, int]) -> int:
    while first[number] != number:
        first[number] = number = first[first[number]]
    return number


def _part(numbers: Sequence[int], lines: Sequence[Line], widest: float) -> Part:
    """The best of several layouts: with fewer in a row it is less wide, and gets higher."""
    columns = max(1, int((widest + BETWEEN_BOXES) // (WIDTH + BETWEEN_BOXES)))
    # Very many would be a tower of rows: they are about as wide as they are high.
    rooms = range(columns, columns // 2, -1) if len(numbers) <= MOST_TRIED else (max(columns, isqrt(len(numbers))),)
    tried = [_laid_out(numbers, lines, room) for room in rooms]
    return min(tried, key=lambda each: each.height + TOO_WIDE * max(each.width - widest, 0))


def _laid_out(numbers: Sequence[int], lines: Sequence[Line], room: int) -> Part:
    laid = web(numbers, lines, room)
    put_in_order(laid)
    return part(laid)


class _Page:
    """Parts are put side by side on shelves, one shelf below the other."""

    def __init__(self, widest: float) -> None:
        self.widest = widest
        self.boxes: list[Box] = []
        self.paths: list[tuple[Line, Path]] = []
        self.x = self.y = self.right = self.bottom = 0.0

    def put(self, each: Part, space: float) -> None:
        """Put a part at the end of the shelf, or of a new one where this has no room left."""
        if self.x and self.x + each.width > self.widest:
            self.begin_shelf(space)
        for number, (x, y) in each.corners.items():
            self.boxes.append(Box(number, *self._at(x, y), WIDTH, HEIGHT))
        for line, points in each.lines.items():
            self.paths.append((line, Path(line.a, line.b, tuple(self._at(*point) for point in points))))
        self.right = max(self.right, self.x + each.width)
        self.bottom = max(self.bottom, self.y + each.height)
        self.x += each.width + space

    def begin_shelf(self, space: float) -> None:
        self.x, self.y = 0.0, self.bottom + space if self.bottom else 0.0

    def drawing(self) -> Drawing:
        """All that was put here, in the order of the Numbers."""
        paths = sorted(self.paths)
        return Drawing(
            round(self.right + 2 * MARGIN, 1),
            round(self.bottom + 2 * MARGIN, 1),
            tuple(sorted(self.boxes)),
            tuple(path for line, path in paths if not line.conflict),
            tuple(path for line, path in paths if line.conflict),
        )

    def _at(self, x: float, y: float) -> Point:
        return round(MARGIN + self.x + x, 1), round(MARGIN + self.y + y, 1)
