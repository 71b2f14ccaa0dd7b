"""The drawing of Dependencies and Conflicts: nothing overlaps, lines run round boxes, and what is needed is above."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from proposals.bnomic.graph.rules import SIGNS, WIDEST, Box, Drawing, Path, draw_graph, label_lines

Pair = tuple[int, int]

NUMBERS = st.sets(st.integers(1, 14), max_size=14)
PAIRS = st.sets(st.tuples(st.integers(1, 14), st.integers(1, 14)), max_size=24)
FEW = st.sets(st.tuples(st.integers(1, 14), st.integers(1, 14)), max_size=10)
# Narrower than a box, two wide, or as wide as a page.
WIDTHS = st.sampled_from([100, 320, WIDEST])
ROUNDING = 0.11


def overlapping(boxes: Collection[Box]) -> list[tuple[int, int]]:
    return [
        (one.number, other.number)
        for one, other in combinations(boxes, 2)
        if one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    ]


def along(path: Path) -> Iterator[tuple[float, float]]:
    """Points of a path from its start to its end, close to each other."""
    for first in range(0, len(path.points) - 1, 3):
        xs, ys = zip(*path.points[first : first + 4], strict=True)
        for t in (step / 16 for step in range(17)):
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield sumprod(weights, xs), sumprod(weights, ys)


def sumprod(weights: Iterable[float], values: Iterable[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def inside(box: Box, point: tuple[float, float]) -> bool:
    """Whether a point is inside a box, and not on its edge."""
    x, y = point
    return box.x + ROUNDING < x < box.x + box.width - ROUNDING and box.y + ROUNDING < y < box.y + box.height - ROUNDING


def touches(box: Box, point: tuple[float, float]) -> bool:
    x, y = point
    near = (
        box.x - ROUNDING <= x <= box.x + box.width + ROUNDING and box.y - ROUNDING <= y <= box.y + box.height + ROUNDING
    )
    return near and not inside(box, point)


def of(drawn: Drawing, number: int) -> Box:
    return next(box for box in drawn.boxes if box.number == number)


def reached(start: int, depends: Iterable[Pair]) -> set[int]:
    found, more = set[int](), {start}
    while more:
        found |= more
        more = {b for a, b in depends if a in more} - found
    return found


@given(NUMBERS, PAIRS, FEW, WIDTHS)
def test_every_proposal_has_one_box_in_the_drawing_and_no_two_overlap(
    numbers: set[int], depends: set[Pair], conflicts: set[Pair], widest: int
) -> None:
    drawn = draw_graph(numbers, depends, conflicts, widest)
    assert [box.number for box in drawn.boxes] == sorted(numbers)
    assert not overlapping(drawn.boxes)
    assert all(box.x >= 0 and box.x + box.width <= drawn.width for box in drawn.boxes)
    assert all(box.y >= 0 and box.y + box.height <= drawn.height for box in drawn.boxes)


@given(NUMBERS, PAIRS, FEW, WIDTHS)
def test_every_line_runs_from_edge_to_edge_and_through_no_box(
    numbers: set[int], depends: set[Pair], conflicts: set[Pair], widest: int
) -> None:
    drawn = draw_graph(numbers, depends, conflicts, widest)
    boxes = {box.number: box for box in drawn.boxes}
    for path in (*drawn.arrows, *drawn.lines):
        assert touches(boxes[path.a], path.points[0])
        assert touches(boxes[path.b], path.points[-1])
        for x, y in along(path):
            assert not any(inside(box, (x, y)) for box in drawn.boxes)
            assert 0 <= x <= drawn.width
            assert 0 <= y <= drawn.height


@given(NUMBERS, PAIRS, FEW)
def test_every_pair_of_two_that_are_drawn_has_its_line_once(
    numbers: set[int], depends: set[Pair], conflicts: set[Pair]
) -> None:
    drawn = draw_graph(numbers, depends, conflicts)
    assert [(path.a, path.b) for path in drawn.arrows] == sorted(
        (a, b) for a, b in depends if a != b and {a, b} <= numbers
    )
    assert [(path.a, path.b) for path in drawn.lines] == sorted(
        {(min(pair), max(pair)) for pair in conflicts if pair[0] != pair[1] and numbers.issuperset(pair)}
    )


@given(PAIRS, FEW, WIDTHS)
def test_what_is_needed_stands_above_what_needs_it_unless_both_are_in_a_circle(
    depends: set[Pair], conflicts: set[Pair], widest: int
) -> None:
    drawn = draw_graph(range(1, 15), depends, conflicts, widest)
    for a, b in depends:
        if a not in reached(b, depends):
            assert of(drawn, b).y + of(drawn, b).height < of(drawn, a).y


@given(PAIRS)
def test_every_circle_has_an_arrow_that_points_down_and_others_that_point_up(depends: set[Pair]) -> None:
    drawn = draw_graph(range(1, 15), depends, ())
    up = {(path.a, path.b) for path in drawn.arrows if path.points[0][1] > path.points[-1][1]}
    # Without those that point down there is no circle left.
    assert all(a not in reached(b, up) for a, b in up)
    down = {(path.a, path.b) for path in drawn.arrows} - up
    assert all(a in reached(b, depends) for a, b in down)


@given(st.permutations(range(1, 13)), PAIRS, FEW, st.randoms())
def test_the_order_in_which_things_are_said_changes_nothing(
    numbers: list[int], depends: set[Pair], conflicts: set[Pair], chance: Random
) -> None:
    said, rivals = sorted(depends), [(b, a) for a, b in conflicts]
    chance.shuffle(said)
    chance.shuffle(rivals)
    assert draw_graph(numbers, said, rivals) == draw_graph(sorted(numbers), sorted(depends), sorted(conflicts))


def test_nothing_is_drawn_of_nothing() -> None:
    drawn = draw_graph((), ((1, 2),), ((3, 4),))
    assert (drawn.boxes, drawn.arrows, drawn.lines) == ((), (), ())


def test_a_single_dependant_stands_right_below_and_its_arrow_is_straight() -> None:
    drawn = draw_graph((1, 2), [(2, 1)], ())
    assert of(drawn, 1).x == of(drawn, 2).x
    assert len({x for x, _ in drawn.arrows[0].points}) == 1


def test_two_rivals_stand_side_by_side_and_their_line_is_level() -> None:
    drawn = draw_graph((1, 2), (), [(2, 1)])
    assert of(drawn, 1).y == of(drawn, 2).y
    assert {y for _, y in drawn.lines[0].points} == {of(drawn, 1).y + of(drawn, 1).height / 2}


def test_a_rival_without_dependencies_stands_beside_the_one_it_conflicts_with() -> None:
    drawn = draw_graph(range(1, 5), [(2, 1), (3, 2)], [(4, 2)])
    assert of(drawn, 4).y == of(drawn, 2).y


def test_lines_do_not_cross_where_they_need_not() -> None:
    # In the order of the numbers, all three would.
    drawn = draw_graph(range(1, 8), [(4, 3), (5, 2), (6, 1), (1, 7), (2, 7), (3, 7)], ())
    order = [sorted(numbers, key=lambda each: of(drawn, each).x) for numbers in ((1, 2, 3), (4, 5, 6))]
    assert [{1: 6, 2: 5, 3: 4}[each] for each in order[0]] == order[1]


def test_a_needed_one_stands_near_those_who_need_it() -> None:
    # 5 is needed at the bottom alone: at the top, its arrow would run past three rows.
    drawn = draw_graph(range(1, 6), [(2, 1), (3, 2), (4, 3), (4, 5)], ())
    assert of(drawn, 5).y == of(drawn, 3).y


def test_many_dependants_stand_in_several_rows_within_about_the_width_asked_for() -> None:
    drawn = draw_graph(range(1, 30), [(each, 1) for each in range(2, 30)], (), 1000)
    assert len({box.y for box in drawn.boxes}) > 5
    assert drawn.width < 1200


def test_what_has_nothing_to_do_with_each_other_fills_the_width_and_no_more() -> None:
    drawn = draw_graph(range(1, 41), [(2, 1), (4, 3), (6, 5)], [(7, 8), (9, 10)], 700)
    assert 500 < drawn.width <= 700
    loners = [box for box in drawn.boxes if box.number > 10]
    assert min(box.y for box in loners) > max(box.y for box in drawn.boxes if box.number <= 10)
    assert [(box.y, box.x) for box in loners] == sorted((box.y, box.x) for box in loners)


def test_more_lines_than_anybody_could_follow_still_leave_the_boxes_apart() -> None:
    numbers = range(1, 401)
    depends = [(each, other) for each in numbers for other in {each * each % 397, each * 7 % 401} if other < each]
    drawn = draw_graph(numbers, depends, [(each, each % 19 + 1) for each in numbers])
    assert len(drawn.boxes) == 400
    assert not overlapping(drawn.boxes)
    assert all(of(drawn, b).y < of(drawn, a).y for a, b in depends[:100] if b)


def test_a_long_way_down_is_no_deeper_than_it_can_be_walked() -> None:
    drawn = draw_graph(range(1, 1501), [(each, each - 1) for each in range(2, 1501)], ())
    assert [box.y for box in drawn.boxes] == sorted({box.y for box in drawn.boxes})


def test_a_curve_is_path_data_that_a_browser_reads() -> None:
    path = Path(2, 1, ((5.0, 60.5), (5.0, 40.0), (7.5, 40.0), (7.5, 20.0)))
    assert path.curve == "M5,60.5 C5,40 7.5,40 7.5,20"


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("", ()),
        ("Tides", ("Tides",)),
        ("x" * SIGNS, ("x" * SIGNS,)),
        ("x" * (SIGNS + 1), ("x" * (SIGNS - 1) + "…",)),
        ("Harbours, Ships and Tides", ("Harbours, Ships", "and Tides")),
        ("A Bill to Abolish the Salt Tax for Good and All", ("A Bill to Abolish", "the Salt Tax for…")),
        ("港" * 9, ("港" * 9,)),
        ("港" * 10, ("港" * 8 + "…",)),
    ],
)
def test_a_label_is_broken_between_words_and_cut_where_the_box_ends(label: str, lines: tuple[str, ...]) -> None:
    assert label_lines(label) == lines
