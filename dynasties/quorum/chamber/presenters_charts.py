"""Lines on a chart: how something of each seat went, round by round. Drawn here, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from nomic.core.law.rules_wordings import decimal_words

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 38, 14, 36
STEPS = (
    Fraction(1, 100),
    Fraction(1, 50),
    Fraction(1, 20),
    Fraction(1, 10),
    Fraction(1, 5),
    Fraction(1, 2),
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    1000,
)
MOST_TICKS, MOST_LABELS, APART = 6, 10, 20
CROWDED = 16  # with more rounds than this only the last one is marked
# The mark of each seat, around its point: disc, square, triangle, lozenge, cross, bar.
MARKS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5 5 4h-10z",
    "M0-6 6 0 0 6-6 0z",
    "M-4.5-4.5 4.5 4.5M-4.5 4.5 4.5-4.5",
    "M-5-2.2h10v4.4h-10z",
)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of a seat, with the points that are marked, and where its number stands at the end."""

    seat: int
    name: str
    shape: str
    points: str
    marks: Sequence[tuple[float, float]]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """What `quorum/_chart.html` draws. `ticks`: values, and how high each stands; `rounds`: names, and how far right;
    `table`: the same in numbers, a row for each round."""

    title: str
    names: Sequence[str]
    ticks: Sequence[tuple[str, float]]
    rounds: Sequence[tuple[str, float]]
    lines: Sequence[ChartLine]
    table: Sequence[tuple[str, tuple[str, ...]]]
    viewbox: str = f"0 0 {WIDTH} {HEIGHT}"
    left: int = LEFT
    right: int = WIDTH - RIGHT
    ground: int = HEIGHT - BOTTOM


def chart_picture(title: str, names: Sequence[str], series: Sequence[Sequence[str]]) -> ChartPicture:
    """`series`: for each seat its exact values, before the first round and after each."""
    values = [[Fraction(each) for each in one] for one in series]
    scale = _Scale(values)
    return ChartPicture(
        title,
        names,
        [(with_minus(decimal_words(each)), scale.y(each)) for each in scale.ticks],
        [(f"{each - 1}" if each else "start", scale.x(each)) for each in scale.labelled_rounds],
        _spread_labels([_chart_line(seat, name, values[seat], scale) for seat, name in enumerate(names)]),
        [
            ("start" if at == 0 else str(at - 1), tuple(map(with_minus, row)))
            for at, row in enumerate(zip(*series, strict=True))
        ],
    )


def with_minus(number: str) -> str:
    """An exact number as print has it, with a minus sign and not a hyphen."""
    return number.replace("-", "−")


class _Scale:
    """Where values and rounds stand."""

    def __init__(self, values: Sequence[Sequence[Fraction]]) -> None:
        every = [each for one in values for each in one]
        self.step = _step(max(every) - min(every))
        self.low = (min(every) // self.step) * self.step
        self.high = max(-(-max(every) // self.step) * self.step, self.low + self.step)
        self.points = len(values[0])

    @property
    def ticks(self) -> list[Fraction]:
        count = int((self.high - self.low) / self.step)
        return [self.low + self.step * each for each in range(count + 1)]

    @property
    def labelled_rounds(self) -> list[int]:
        every = -(-self.points // MOST_LABELS)
        return list(range(0, self.points, every))

    def x(self, point: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * point / max(self.points - 1, 1), 1)

    def y(self, value: Fraction) -> float:
        share = float((value - self.low) / (self.high - self.low))
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def _step(reach: Fraction) -> Fraction:
    return next((Fraction(each) for each in STEPS if reach <= each * MOST_TICKS), Fraction(STEPS[-1]))


def _chart_line(seat: int, name: str, values: Sequence[Fraction], scale: _Scale) -> ChartLine:
    points = [(scale.x(at), scale.y(each)) for at, each in enumerate(values)]
    marks = points if len(points) <= CROWDED else points[-1:]
    last_x, last_y = points[-1]
    return ChartLine(seat, name, MARKS[seat], " ".join(f"{x},{y}" for x, y in points), marks, (last_x + 12, last_y))


def _spread_labels(lines: Sequence[ChartLine]) -> list[ChartLine]:
    """The lines with the names at their ends moved apart, the highest first, so that each can be read; none off the
    chart."""
    order = sorted(range(len(lines)), key=lambda seat: lines[seat].end[1])
    heights = [lines[seat].end[1] for seat in order]
    for at in range(1, len(heights)):
        heights[at] = max(heights[at], heights[at - 1] + APART)
    floor = HEIGHT - BOTTOM + 6.0
    for at in reversed(range(len(heights))):
        heights[at] = min(heights[at], floor)
        floor = heights[at] - APART
    return [replace(each, end=(each.end[0], heights[order.index(seat)])) for seat, each in enumerate(lines)]
