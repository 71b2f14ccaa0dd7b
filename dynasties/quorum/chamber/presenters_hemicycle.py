"""The chamber as a picture: a half-ring in which a seat is as wide as its influence. Drawn here, by no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import cos, pi, sin
from typing import NamedTuple

WIDTH, HEIGHT, CEILING = 960, 382, 38
MIDDLE, GROUND = 480, 398
OUTER, INNER = 300, 158
CHAIR, NUMBER, GLYPH, SEAL, LABEL, GAUGE, MARK = 309, 264, 219, 180, 326, 134, 106
LEAST, GAP = 8.0, 1.4  # degrees: no seat is too thin to be seen
SIGN, APART, LINES = 9.0, 10, 42  # a letter of a name; what stays free between two; how high a name and its line are


class Point(NamedTuple):
    """A place in the picture, in its own units."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SenatorRow:
    """A seat: who sits there, what e has, and how e last voted. `used`: eir filibuster; `place`: in the standings."""

    number: int
    name: str
    kind: str
    is_you: bool
    is_chair: bool
    influence: str
    share: Fraction
    percent: str
    capital: str
    decided: bool
    used: bool
    vote: str
    score: str | None
    place: int = 0


@dataclass(frozen=True, slots=True)
class SeatSector:
    """A seat as it is drawn, and the name beside it, as much of that as has room."""

    senator: SenatorRow
    path: str
    chair_path: str
    number_at: Point
    glyph_at: Point
    seal_at: Point
    label: Label
    short: str


@dataclass(frozen=True, slots=True)
class ChamberPicture:
    """What `quorum/_hemicycle.html` draws. `marks`: of thresholds, from where to where, and where each is written."""

    viewbox: str
    middle: int
    seats: Sequence[SeatSector]
    rail: str
    gauge: str
    marks: Sequence[tuple[str, Point, Point, Point]]


def chamber_picture(senators: Sequence[SenatorRow], yeas: Fraction, thresholds: Iterable[str]) -> ChamberPicture:
    """`senators`: from the left; `yeas`: their share in the last vote; `thresholds`: those that are marked."""
    widths = _widths([each.share for each in senators])
    ends = list(accumulate(widths))
    labels = [_label_place(end - width / 2) for width, end in zip(widths, ends, strict=True)]
    return ChamberPicture(
        f"0 {CEILING} {WIDTH} {HEIGHT}",
        MIDDLE,
        [_seat_sector(each, end - width, end, labels) for each, width, end in zip(senators, widths, ends, strict=True)],
        _arc(GAUGE, 0, 180),
        _arc(GAUGE, 0, float(180 * yeas)) if yeas else "",
        [_threshold_mark(each) for each in thresholds],
    )


def _widths(shares: Sequence[Fraction]) -> list[float]:
    """Degrees for each seat, 180 in all."""
    thick = [max(float(180 * share), LEAST) for share in shares]
    return [180 * each / sum(thick) for each in thick]


def _seat_sector(senator: SenatorRow, start: float, end: float, labels: Sequence[Label]) -> SeatSector:
    middle, seat = (start + end) / 2, senator.number
    return SeatSector(
        senator,
        _sector(start + GAP / 2, end - GAP / 2),
        _arc(CHAIR, start + GAP, end - GAP) if senator.is_chair else "",
        _point_at(NUMBER, middle),
        _point_at(GLYPH, middle),
        _point_at(SEAL, middle),
        labels[seat],
        _short_name(senator.name, seat, labels),
    )


class Label(NamedTuple):
    """Where a name stands, and how it stands to that point: it ends there, begins there, or has it in its middle."""

    at: Point
    anchor: str


def _label_place(degrees: float) -> Label:
    beside, rise = _point_at(LABEL, degrees), sin(pi * degrees / 180)
    return Label(Point(beside.x, round(beside.y - 2 - 15 * rise, 1)), _anchor(degrees))


def _short_name(name: str, seat: int, labels: Sequence[Label]) -> str:
    """A name beside its seat, as much of it as has room there."""
    most = max(int(_room(seat, labels) / SIGN), 2)
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _room(seat: int, labels: Sequence[Label]) -> float:
    """From where a name stands to the edge of the picture, or to the next name that is as high."""
    here = labels[seat]
    near = [_limit(here, each) for each in labels if each != here and abs(each.at.y - here.at.y) < LINES]
    left = here.at.x - max([each + APART for each in near if each < here.at.x], default=0)
    right = min([each - APART for each in near if each > here.at.x], default=WIDTH) - here.at.x
    return {"end": left, "start": right}.get(here.anchor, 2 * min(left, right))


def _limit(here: Label, other: Label) -> float:
    """How far a name may go towards another: two that grow towards each other share what is between."""
    return (here.at.x + other.at.x) / 2 if here.anchor == other.anchor == "middle" else other.at.x


def _anchor(degrees: float) -> str:
    side = cos(pi * degrees / 180)
    return "end" if side > 0.25 else "start" if side < -0.25 else "middle"


def _point_at(radius: float, degrees: float) -> Point:
    """A point of the half-ring, 0 degrees at its left."""
    turn = pi * degrees / 180
    return Point(round(MIDDLE - radius * cos(turn), 1), round(GROUND - radius * sin(turn), 1))


def _arc(radius: float, start: float, end: float) -> str:
    one, other = _point_at(radius, start), _point_at(radius, end)
    return f"M{one.x} {one.y}A{radius} {radius} 0 0 1 {other.x} {other.y}"


def _sector(start: float, end: float) -> str:
    one, other = _point_at(INNER, end), _point_at(INNER, start)
    outer = _arc(OUTER, start, end)
    return f"{outer}L{one.x} {one.y}A{INNER} {INNER} 0 0 0 {other.x} {other.y}Z"


def _threshold_mark(threshold: str) -> tuple[str, Point, Point, Point]:
    degrees = float(180 * Fraction(threshold))
    return threshold, _point_at(GAUGE - 9, degrees), _point_at(INNER - 3, degrees), _point_at(MARK, degrees)
