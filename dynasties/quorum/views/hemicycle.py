"""The chamber as a picture: a half-ring in which a seat is as wide as its influence. Drawn here, by no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import cos, pi, sin
from typing import Any, NamedTuple

Shown = dict[str, Any]

WIDTH, HEIGHT, CEILING = 900, 382, 38
MIDDLE, GROUND = 450, 398
OUTER, INNER = 300, 158
CHAIR, NUMBER, GLYPH, SEAL, LABEL, GAUGE, MARK = 309, 264, 219, 180, 326, 134, 106
LEAST, GAP = 8.0, 1.4  # degrees: no seat is too thin to be seen
LONGEST_NAME = 14


class Point(NamedTuple):
    """A place in the picture, in its own units."""

    x: float
    y: float


def hemicycle(seats: Sequence[Shown], gauge: Shown | None, thresholds: Sequence[Shown]) -> Shown:
    """What `quorum/_hemicycle.html` draws. `seats`: as `chamber_shown.senators` tells them, from the left; `gauge`: the
    share of the yeas in the last vote; `thresholds`: label and share, for the marks beside it."""
    widths = _widths([each["share"] for each in seats])
    ends = list(accumulate(widths))
    return {
        "viewbox": f"0 {CEILING} {WIDTH} {HEIGHT}",
        "middle": MIDDLE,
        "seats": [_seat(each, end - width, end) for each, width, end in zip(seats, widths, ends, strict=True)],
        "rail": _arc(GAUGE, 0, 180),
        "gauge": _arc(GAUGE, 0, float(180 * gauge["share"])) if gauge and gauge["share"] else "",
        "marks": [_mark(each) for each in thresholds],
    }


def _widths(shares: Sequence[Fraction]) -> list[float]:
    """Degrees for each seat, 180 in all."""
    thick = [max(float(180 * share), LEAST) for share in shares]
    return [180 * each / sum(thick) for each in thick]


def _seat(seat: Mapping[str, Any], start: float, end: float) -> Shown:
    middle = (start + end) / 2
    name = str(seat["name"])
    label, rise = _at(LABEL, middle), sin(pi * middle / 180)
    return {
        **seat,
        "path": _sector(start + GAP / 2, end - GAP / 2),
        "chair_path": _arc(CHAIR, start + GAP, end - GAP) if seat["is_chair"] else "",
        "number_at": _at(NUMBER, middle),
        "glyph_at": _at(GLYPH, middle),
        "seal_at": _at(SEAL, middle),
        "label_at": Point(label.x, round(label.y - 2 - 15 * rise, 1)),
        "anchor": _anchor(middle),
        "short": name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…",
    }


def _anchor(degrees: float) -> str:
    side = cos(pi * degrees / 180)
    return "end" if side > 0.25 else "start" if side < -0.25 else "middle"


def _at(radius: float, degrees: float) -> Point:
    """A point of the half-ring, 0 degrees at its left."""
    turn = pi * degrees / 180
    return Point(round(MIDDLE - radius * cos(turn), 1), round(GROUND - radius * sin(turn), 1))


def _arc(radius: float, start: float, end: float) -> str:
    one, other = _at(radius, start), _at(radius, end)
    return f"M{one.x} {one.y}A{radius} {radius} 0 0 1 {other.x} {other.y}"


def _sector(start: float, end: float) -> str:
    one, other = _at(INNER, end), _at(INNER, start)
    outer = _arc(OUTER, start, end)
    return f"{outer}L{one.x} {one.y}A{INNER} {INNER} 0 0 0 {other.x} {other.y}Z"


def _mark(threshold: Mapping[str, Any]) -> Shown:
    degrees = float(180 * threshold["share"])
    return {
        "label": threshold["label"],
        "from": _at(GAUGE - 9, degrees),
        "to": _at(INNER - 3, degrees),
        "label_at": _at(MARK, degrees),
    }
