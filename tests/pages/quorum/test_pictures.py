"""The drawings of the Senate: where the lines and seats stand, whatever the numbers are."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from dynasties.quorum.chamber.presenters_charts import HEIGHT, LEFT, RIGHT, TOP, WIDTH, ChartPicture, chart_picture
from dynasties.quorum.chamber.presenters_hemicycle import (
    GROUND,
    LINES,
    MIDDLE,
    OUTER,
    SIGN,
    SeatSector,
    SenatorRow,
    chamber_picture,
)

NAMES = ["Josh", "Lulu", "Raven", "Kevan", "Abacus", "The Honourable Wilhelmina Featherstone"]


def seats(*shares: str, name: str = "") -> list[SenatorRow]:
    return [
        SenatorRow(at, name or NAMES[at], "", False, at == 0, "1", Fraction(share), "", "0", False, False, "", None)
        for at, share in enumerate(shares)
    ]


def ends(path: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the outer edge of a seat begins and ends."""
    numbers = [float(each) for each in re.findall(r"-?[0-9.]+", path)]
    return (numbers[0], numbers[1]), (numbers[7], numbers[8])


def test_the_seats_fill_the_half_ring_from_left_to_right() -> None:
    drawn = chamber_picture(seats("1/4", "1/4", "1/2"), Fraction(0), []).seats

    edges = [ends(each.path) for each in drawn]
    assert edges[0][0][0] == pytest.approx(MIDDLE - OUTER, abs=1)
    assert edges[-1][1][0] == pytest.approx(MIDDLE + OUTER, abs=1)
    # The one with half of all influence begins where the ring is highest.
    assert edges[2][0] == pytest.approx((MIDDLE, GROUND - OUTER), abs=5)


def test_no_seat_is_too_thin_to_be_seen() -> None:
    drawn = chamber_picture(seats("1/100", "99/100"), Fraction(0), []).seats

    (left, _), (right, _) = ends(drawn[0].path)
    low, high = ends(drawn[0].path)
    assert abs(high[1] - low[1]) > 25
    assert right > left


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_names_stay_inside_the_picture(count: int) -> None:
    drawn = chamber_picture(seats(*[f"1/{count}"] * count), Fraction(0), [])

    _, top, width, height = map(float, drawn.viewbox.split())
    for each in drawn.seats:
        x, y, room = each.label.at.x, each.label.at.y, SIGN * len(each.short)
        left = x - {"end": room, "middle": room / 2, "start": 0}[each.label.anchor]
        assert left >= 0
        assert left + room <= width
        assert top + 14 <= y <= top + height


def reach(each: SeatSector) -> tuple[float, float]:
    """From where to where a name goes."""
    x, room = each.label.at.x, SIGN * len(each.short)
    left = x - {"end": room, "middle": room / 2, "start": 0}[each.label.anchor]
    return left, left + room


@pytest.mark.parametrize("count", [2, 4, 6])
def test_a_name_of_an_ordinary_length_is_never_cut(count: int) -> None:
    found = seats(*[f"1/{count}"] * count, name="Coalition-builder")

    drawn = chamber_picture(found, Fraction(0), []).seats

    assert [each.short for each in drawn] == ["Coalition-builder"] * count


@pytest.mark.parametrize("shares", [["1/6"] * 6, ["4/10", "1/20", "1/20", "1/20", "1/20", "4/10"], ["1/3"] * 3])
def test_names_that_are_as_high_never_cover_each_other(shares: list[str]) -> None:
    found = seats(*shares, name="The Honourable Wilhelmina Featherstone the 2nd")

    drawn = chamber_picture(found, Fraction(0), []).seats

    for one, other in combinations(drawn, 2):
        if abs(one.label.at.y - other.label.at.y) < LINES:
            assert reach(one)[1] <= reach(other)[0]
    assert any(each.short.endswith("…") for each in drawn)


def test_the_gauge_is_as_long_as_the_share_of_the_yeas() -> None:
    half = chamber_picture(seats("1/2", "1/2"), Fraction(1, 2), []).gauge
    none = chamber_picture(seats("1/2", "1/2"), Fraction(0), []).gauge

    assert float(half.split()[-2]) == MIDDLE
    assert none == ""


# -- charts


def points(drawn: ChartPicture, seat: int) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (each.split(",") for each in drawn.lines[seat].points.split())]


@pytest.mark.parametrize(
    "series",
    [
        [["0", "0"], ["0", "0"]],
        [["0", "-3.25", "11/6"], ["0", "80", "160"]],
        [["1", "0.995"], ["1", "0.985"]],
        [["0"] * 41, [str(each) for each in range(41)]],
    ],
    ids=["still", "wide", "narrow", "long"],
)
def test_every_point_is_on_the_chart(series: list[list[str]]) -> None:
    drawn = chart_picture("Capital", NAMES[:2], series)

    for seat in range(2):
        for x, y in points(drawn, seat):
            assert LEFT <= x <= WIDTH - RIGHT
            assert TOP <= y <= HEIGHT
    assert 2 <= len(drawn.ticks) <= 8
    assert len(drawn.rounds) <= 10


def test_more_is_higher() -> None:
    drawn = chart_picture("Capital", NAMES[:2], [["0", "1"], ["0", "2"]])

    (_, start), (_, one) = points(drawn, 0)
    (_, _), (_, two) = points(drawn, 1)
    assert start > one > two


def test_the_numbers_at_the_ends_of_lines_never_cover_each_other() -> None:
    drawn = chart_picture("Capital", NAMES, [["0", "1"]] * 6)

    heights = sorted(each.end[1] for each in drawn.lines)
    assert all(below - above >= 14 for above, below in pairwise(heights))
    assert heights[-1] <= HEIGHT


def test_the_table_says_what_the_lines_say() -> None:
    drawn = chart_picture("Capital", NAMES[:2], [["0", "1.5"], ["0", "11/6"]])

    assert drawn.table == [("start", ("0", "0")), ("0", ("1.5", "11/6"))]


def test_less_than_nothing_is_written_with_a_minus_sign() -> None:
    drawn = chart_picture("Capital", NAMES[:2], [["0", "-1.25"], ["0", "11/6"]])

    assert drawn.table[1] == ("0", ("−1.25", "11/6"))
    assert drawn.ticks[0][0].startswith("−")
