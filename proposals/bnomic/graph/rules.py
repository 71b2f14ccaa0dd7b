"""A drawing of Dependencies and Conflicts, in the manner of Graphviz: boxes in rows, and curves that run round them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple, TypeAlias
from unicodedata import east_asian_width

from proposals.bnomic.graph.rules_rows import GraphLine, GraphRows, arrange_rows, put_in_order

Apart: TypeAlias = Callable[[int, int], float]

MOST_SWEEPS = 16
LINKS_MOVED = 120_000
# What pulls a vertex: a line between two bends is to be straight before all others, and then one that ends in a bend.
PULL = (1.0, 2.0, 8.0)
UNLINKED = 0.05


def column_positions(web: GraphRows, apart: Apart) -> dict[int, float]:
    """The middle of each vertex. `apart`: how far the middles of two neighbours of a row are apart at least.

    Row by row, down and up in turn, each is drawn to those that it is linked to, and the row is laid out as near to
    that as the distances let it, by least squares.
    """
    x = {vertex: at for row in web.rows for vertex, at in zip(row, _from_left(row, apart), strict=True)}
    links = sum(len(each) for each in web.above.values())
    for sweep in range(max(2, min(MOST_SWEEPS, LINKS_MOVED // max(links, 1)))):
        last = sweep >= MOST_SWEEPS - 2
        down = sweep % 2 == 0
        sides = (web.beside, web.above, web.below) if last else (web.beside, web.above if down else web.below)
        for row in web.rows if down else reversed(web.rows):
            _move_row(row, sides, x, apart)
    least = min(x.values())
    return {vertex: at - least for vertex, at in x.items()}


def _from_left(row: Sequence[int], apart: Apart) -> Iterator[float]:
    """Where each stands if all stand as near to each other as may be."""
    at = 0.0
    for place, vertex in enumerate(row):
        at += apart(row[place - 1], vertex) if place else 0.0
        yield at


def _move_row(
    row: Sequence[int], sides: Sequence[Mapping[int, Sequence[int]]], x: dict[int, float], apart: Apart
) -> None:
    near = list(_from_left(row, apart))
    wanted = [_wanted_position(vertex, sides, x) for vertex in row]
    # Less what lies to its left, no place may be less than the one before it.
    places = _fit_rising([(at - near[place], weight) for place, (at, weight) in enumerate(wanted)])
    x.update({vertex: at + near[place] for place, (vertex, at) in enumerate(zip(row, places, strict=True))})


def _wanted_position(
    vertex: int, sides: Sequence[Mapping[int, Sequence[int]]], x: Mapping[int, float]
) -> tuple[float, float]:
    """Where a vertex is drawn to, and how strongly."""
    pulls = [(x[each], PULL[(vertex < 0) + (each < 0)]) for links in sides for each in links.get(vertex, ())]
    weight = sum(pull for _, pull in pulls)
    return (sum(at * pull for at, pull in pulls) / weight, weight) if pulls else (x[vertex], UNLINKED)


def _fit_rising(wanted: Sequence[tuple[float, float]]) -> list[float]:
    """The rising values that are nearest to those wanted, by weighted least squares: neighbours that come the wrong
    way round are pooled."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in wanted:
        pool = (value, weight, 1)
        while pools and pools[-1][0] >= pool[0]:
            before, heavy, count = pools.pop()
            total = heavy + pool[1]
            pool = ((before * heavy + pool[0] * pool[1]) / total, total, count + pool[2])
        pools.append(pool)
    return [value for value, _, count in pools for _ in range(count)]


# Where the boxes of one part of the drawing stand, and how its lines run: through the gaps, and round the boxes.

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = tuple[int, bool]  # of a box, and whether it is the upper one

WIDTH, HEIGHT = 124, 52
BETWEEN_BOXES, BESIDE_A_BEND, BETWEEN_BENDS = 28, 16, 12
GAP, WIDEST_GAP, GAP_FOR_A_LINE = 40, 96, 4
BETWEEN_PORTS, CORNER = 14, 12
ARC, ARC_FOR_A_STEP, HIGHEST_ARC = 4, 8, GAP - 4


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """What hangs together, from a corner of its own: the upper left one of each box, and the points of each line."""

    width: float
    height: float
    corners: Mapping[int, Point]
    lines: Mapping[GraphLine, tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where vertices and rows are. `x`: the middle of each vertex; `tops`: the upper edge of each row."""

    x: Mapping[int, float]
    row: Mapping[int, int]
    tops: Sequence[float]
    ports: Mapping[tuple[Side, GraphLine], float]

    def port(self, vertex: int, line: GraphLine, *, upper: bool) -> Point:
        """Where a line leaves a vertex."""
        x = self.ports.get(((vertex, upper), line), self.x[vertex])
        return x, self.tops[self.row[vertex]] + (0 if upper else HEIGHT)


def draw_part(web: GraphRows) -> DrawnPart:
    """Lay out a Web whose rows are in order."""
    row = {vertex: place for place, vertices in enumerate(web.rows) for vertex in vertices}
    steps = {line: _steps(line, web.rows[row[line.a]]) for line in web.level}
    arcs = {line: min(ARC + ARC_FOR_A_STEP * count, HIGHEST_ARC) for line, count in steps.items() if count > 1}
    x = column_positions(web, _least_distance)
    frame = _Frame(x, row, _tops(web, row, arcs), _ports(web, arcs, x))
    lines = {line: _down(line, chain, frame) for line, chain in web.chains.items()}
    lines |= {line: _arc(line, arcs[line], frame) if line in arcs else _across(line, frame) for line in web.level}
    corners = {vertex: (at - WIDTH / 2, frame.tops[row[vertex]]) for vertex, at in x.items() if vertex > 0}
    return _from_corner(corners, lines)


def _least_distance(left: int, right: int) -> float:
    if left < 0 and right < 0:
        return BETWEEN_BENDS
    return WIDTH / 2 + BESIDE_A_BEND if left < 0 or right < 0 else WIDTH + BETWEEN_BOXES


def _steps(line: GraphLine, row: Sequence[int]) -> int:
    """How many boxes of the row one goes to come from an end of the line to the other."""
    boxes = [vertex for vertex in row if vertex > 0]
    return abs(boxes.index(line.a) - boxes.index(line.b))


def _tops(web: GraphRows, row: Mapping[int, int], arcs: Mapping[GraphLine, float]) -> list[float]:
    """The upper edge of each row. The more lines run through a gap, the higher it is."""
    through = Counter(row[vertex] for chain in web.chains.values() for vertex in chain[:-1])
    tops = [max((height for line, height in arcs.items() if row[line.a] == 0), default=0.0)]
    for place in range(len(web.rows) - 1):
        tops.append(tops[-1] + HEIGHT + min(GAP + GAP_FOR_A_LINE * through[place], WIDEST_GAP))
    return tops


def _ports(web: GraphRows, arcs: Iterable[GraphLine], x: Mapping[int, float]) -> dict[tuple[Side, GraphLine], float]:
    """Where the lines of each side of a box leave it: side by side, in the order of where they go."""
    leaving: dict[Side, list[tuple[int, float, GraphLine]]] = defaultdict(list)
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


def _down(line: GraphLine, chain: Sequence[int], frame: _Frame) -> tuple[Point, ...]:
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


def _arc(line: GraphLine, height: float, frame: _Frame) -> tuple[Point, ...]:
    """A line between two of a row that are no neighbours, over the heads of those between."""
    start, end = frame.port(line.a, line, upper=True), frame.port(line.b, line, upper=True)
    # A curve rises to three quarters of where its points of control are.
    above = start[1] - height * 4 / 3
    return start, (start[0], above), (end[0], above), end


def _across(line: GraphLine, frame: _Frame) -> tuple[Point, ...]:
    """A line between neighbours, from side to side."""
    y = frame.tops[frame.row[line.a]] + HEIGHT / 2
    rightward = 1 if frame.x[line.a] < frame.x[line.b] else -1
    start, end = frame.x[line.a] + rightward * WIDTH / 2, frame.x[line.b] - rightward * WIDTH / 2
    return (start, y), (start, y), (end, y), (end, y)


def _from_corner(corners: Mapping[int, Point], lines: Mapping[GraphLine, Sequence[Point]]) -> DrawnPart:
    """All of it moved so that it begins at nothing."""
    left = min(x for points in (corners.values(), *lines.values()) for x, _ in points)
    right = max((x for points in lines.values() for x, _ in points), default=0.0)
    moved = {number: (x - left, y) for number, (x, y) in corners.items()}
    return DrawnPart(
        max(right, *(x + WIDTH for x, _ in corners.values())) - left,
        max(y for _, y in corners.values()) + HEIGHT,
        moved,
        {line: tuple((x - left, y) for x, y in points) for line, points in lines.items()},
    )


# A drawing of Dependencies and Conflicts, in the manner of Graphviz: boxes in rows, and curves that run round them.
# What is needed stands above what needs it, so that arrows point up; one that points down closes a circle.

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


def draw_graph(
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
    lines = sorted(_graph_lines(set(drawn), depends, conflicts))
    parts, loners = _parts(drawn, lines)
    space = widest - 2 * MARGIN
    laid_out = [_best_part(each, own, space) for each, own in parts]
    page = _Page(max([space, *(each.width for each in laid_out)]))
    for each in sorted(laid_out, key=lambda each: (-each.height, -each.width, min(each.corners))):
        page.place_part(each, BETWEEN_PARTS)
    page.begin_shelf(BETWEEN_PARTS)
    for number in loners:
        page.place_part(DrawnPart(WIDTH, HEIGHT, {number: (0.0, 0.0)}, {}), BETWEEN_LONERS)
    return page.to_drawing()


def label_lines(label: str) -> tuple[str, ...]:
    """A label broken into as many lines as a box has room for below the Number; what is too long ends in “…”."""
    lines = [""]
    for word in label.split():
        joined = f"{lines[-1]} {word}".strip()
        if _line_width(joined) <= SIGNS:
            lines[-1] = joined
        else:
            lines.append(word)
    lines = [line for line in lines if line]
    cut = [*lines[: LABEL_LINES - 1], " ".join(lines[LABEL_LINES - 1 :])]
    return tuple(_fit_line(line) for line in cut if line)


def _fit_line(line: str) -> str:
    if _line_width(line) <= SIGNS:
        return line
    while _line_width(line) >= SIGNS:
        line = line[:-1]
    return f"{line.rstrip()}…"


def _line_width(line: str) -> int:
    """How many ordinary signs a line is as wide as: those of East Asian scripts are as wide as two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


def _graph_lines(
    numbers: set[int], depends: Iterable[tuple[int, int]], conflicts: Iterable[tuple[int, int]]
) -> Iterator[GraphLine]:
    """Each line that is drawn, once."""
    said = {GraphLine(a, b, False) for a, b in depends} | {GraphLine(min(pair), max(pair), True) for pair in conflicts}
    return (line for line in said if line.a != line.b and {line.a, line.b} <= numbers)


def _parts(
    numbers: Sequence[int], lines: Sequence[GraphLine]
) -> tuple[list[tuple[list[int], list[GraphLine]]], list[int]]:
    """What hangs together, with its lines; and those that have no line."""
    first = {number: number for number in numbers}
    for line in lines:
        first[_root(line.a, first)] = _root(line.b, first)
    members, own = defaultdict[int, list[int]](list), defaultdict[int, list[GraphLine]](list)
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


def _best_part(numbers: Sequence[int], lines: Sequence[GraphLine], widest: float) -> DrawnPart:
    """The best of several layouts: with fewer in a row it is less wide, and gets higher."""
    columns = max(1, int((widest + BETWEEN_BOXES) // (WIDTH + BETWEEN_BOXES)))
    # Very many would be a tower of rows: they are about as wide as they are high.
    rooms = range(columns, columns // 2, -1) if len(numbers) <= MOST_TRIED else (max(columns, isqrt(len(numbers))),)
    tried = [_lay_out_part(numbers, lines, room) for room in rooms]
    return min(tried, key=lambda each: each.height + TOO_WIDE * max(each.width - widest, 0))


def _lay_out_part(numbers: Sequence[int], lines: Sequence[GraphLine], room: int) -> DrawnPart:
    laid = arrange_rows(numbers, lines, room)
    put_in_order(laid)
    return draw_part(laid)


class _Page:
    """Parts are put side by side on shelves, one shelf below the other."""

    def __init__(self, widest: float) -> None:
        self.widest = widest
        self.boxes: list[Box] = []
        self.paths: list[tuple[GraphLine, Path]] = []
        self.x = self.y = self.right = self.bottom = 0.0

    def place_part(self, each: DrawnPart, space: float) -> None:
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

    def to_drawing(self) -> Drawing:
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
