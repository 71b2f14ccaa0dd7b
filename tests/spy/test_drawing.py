"""The picture of the board touches where the board does, and everything stands in its own place."""

from __future__ import annotations

import gzip
import re
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from dynasties.succession.rules import contrast
from tests.spy.outlines import SPRITE, SPY, Bend, bends, board, drawing, holds, length, shapes

CODES = [entry["code"] for entry in board()["territories"]]
KIND = {entry["code"]: entry["kind"] for entry in board()["territories"]}
BORDERS = {(one, other) for one, other in board()["borders"]}
STYLE = (SPY / "static" / "spy" / "board.css").read_text("utf-8")
READABLE = 4.5


@cache
def sides() -> dict[Bend, list[str]]:
    """Which cells each bend is an edge of."""
    found: dict[Bend, list[str]] = {}
    for code in CODES:
        for bend in bends(f"c-{code}"):
            found.setdefault(bend, []).append(code)
    return found


def is_frame(bend: Bend) -> bool:
    """Whether a bend runs along the edge of the sheet."""
    _, _, width, height = drawing()["viewbox"]
    (a, b), _, (c, d) = bend
    return (a == c and a in (0, width)) or (b == d and b in (0, height))


def test_two_cells_share_an_edge_exactly_where_the_board_has_a_border() -> None:
    touching = {tuple(codes) for codes in sides().values() if len(codes) == 2}

    assert all(len(codes) <= 2 for codes in sides().values())
    assert touching == BORDERS


def test_each_border_is_the_edge_that_its_two_cells_share_and_no_more() -> None:
    drawn = {name for name in shapes() if name.startswith("b-")}

    assert drawn == {f"b-{one}-{other}" for one, other in BORDERS}
    for one, other in BORDERS:
        assert bends(f"b-{one}-{other}") == bends(f"c-{one}") & bends(f"c-{other}"), (one, other)


def test_a_border_is_long_enough_to_be_seen() -> None:
    lengths = {pair: sum(map(length, bends("b-{}-{}".format(*pair)))) for pair in BORDERS}

    assert min(lengths.values()) >= 4, min(lengths.items(), key=lambda item: item[1])


def test_no_sliver_lies_between_two_cells() -> None:
    rest = bends("nowhere") | bends("beyond")
    open_edges = {bend for bend, codes in sides().items() if len(codes) == 1}

    assert all(is_frame(bend) for bend in open_edges - rest)
    assert all(is_frame(bend) for bend in (bends("nowhere") ^ bends("beyond")) - open_edges)


def test_every_ring_is_closed() -> None:
    for name in (f"c-{code}" for code in CODES):
        assert all(ring[0][0] == ring[-1][2] for ring in shapes()[name]), name


def test_the_coast_is_every_edge_between_land_and_water() -> None:
    coasts = {pair for pair in BORDERS if KIND[pair[0]] != KIND[pair[1]]}
    listed = frozenset[Bend]().union(*(bends("b-{}-{}".format(*pair)) for pair in coasts))
    unnamed = {bend for bend in bends("nowhere") if any(KIND[code] == "sea" for code in sides().get(bend, []))}
    off_map = {bend for bend in bends("beyond") if any(KIND[code] == "land" for code in sides().get(bend, []))}

    assert bends("coast") == listed | unnamed | off_map | (bends("nowhere") & bends("beyond"))


def test_every_label_lies_in_its_own_cell_alone() -> None:
    for code, place in drawing()["territories"].items():
        assert [other for other in CODES if holds(f"c-{other}", place["label"])] == [code]


def test_every_supply_centre_lies_in_its_own_cell() -> None:
    marked = {code: place for code, place in drawing()["territories"].items() if "marker" in place}

    assert marked.keys() == {entry["code"] for entry in board()["territories"] if entry["supply_center"]}
    for code, place in marked.items():
        assert holds(f"c-{code}", place["marker"]), code


def codes() -> dict[str, tuple[int, int, int]]:
    """Where the middle of each code stands, and the size of its letters."""
    letters = {int(size): int(width) for size, width in re.findall(r"\.s(\d) \{ --letter: (\d+)px", STYLE)}
    return {code: (*place["label"], letters[place["size"]]) for code, place in drawing()["territories"].items()}


def test_no_code_covers_a_supply_centre() -> None:
    for code, place in drawing()["territories"].items():
        a, b = place.get("marker", (-999, -999))
        over = [other for other, (c, d, s) in codes().items() if abs(a - c) < s + 6 and abs(b - d) < 0.4 * s + 6]
        assert not over, code


def test_no_two_codes_overlap() -> None:
    for (one, (a, b, s)), (other, (c, d, t)) in combinations(codes().items(), 2):
        assert abs(a - c) > (s + t) * 0.95 or abs(b - d) > (s + t) * 0.4, (one, other)


def test_small_territories_have_targets_that_keep_apart() -> None:
    places = drawing()["territories"]
    targets = {code: place for code, place in places.items() if "target" in place}

    assert {"MON", "GIB", "ISR", "ARM", "LIV", "EDI", "CLY", "SIN"} <= targets.keys()
    assert all(place["target"] >= 24 for place in targets.values())
    for one, other in combinations(targets.values(), 2):
        (a, b), (c, d) = one["label"], other["label"]
        assert ((a - c) ** 2 + (b - d) ** 2) ** 0.5 >= one["target"] + other["target"]


def test_neighbours_on_land_differ_in_tint_and_the_sea_has_none() -> None:
    tint = {code: place.get("tint") for code, place in drawing()["territories"].items()}

    assert all((tint[code] is None) == (KIND[code] == "sea") for code in CODES)
    assert {value for value in tint.values() if value is not None} == set(range(7))
    assert all(tint[one] != tint[other] for one, other in BORDERS if KIND[one] == KIND[other] == "land")


def test_a_shortcut_begins_in_one_sea_and_ends_in_the_other() -> None:
    assert drawing()["shortcuts"].keys() == {"-".join(pair) for pair in board()["shortcuts"]}
    for name, data in drawing()["shortcuts"].items():
        numbers = [int(number) for number in re.findall(r"\d+", data)]
        assert {name.split("-").index(code) for code in name.split("-") if holds(f"c-{code}", numbers[:2])} == {0}
        assert {name.split("-").index(code) for code in name.split("-") if holds(f"c-{code}", numbers[-2:])} == {1}


def test_an_air_link_joins_the_dots_of_two_airports() -> None:
    dots = {code: drawing()["territories"][code]["marker"] for code in board()["airports"]}

    assert drawing()["airlinks"].keys() == {"-".join(pair) for pair in combinations(board()["airports"], 2)}
    for name, data in drawing()["airlinks"].items():
        numbers = [int(number) for number in re.findall(r"-?\d+", data)]
        assert sorted([numbers[:2], numbers[-2:]]) == sorted(dots[code] for code in name.split("-"))


def test_the_sprite_is_small() -> None:
    assert len(SPRITE.read_bytes()) < 500_000
    assert len(gzip.compress(SPRITE.read_bytes())) < 120_000


def test_the_sprite_has_no_paint_no_script_and_no_way_out() -> None:
    found = {(path.tag.rpartition("}")[2], *path.attrib) for path in ElementTree.parse(SPRITE).getroot()}

    assert found == {("path", "id", "vector-effect", "d")}
    assert SPRITE.read_text("utf-8").count("http") == 1  # the name of the SVG namespace


@pytest.mark.parametrize("night", [False, True])
def test_codes_can_be_read_on_every_tint_by_day_and_by_night(night: bool) -> None:
    colours = {name: pair[night] for name, *pair in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)}

    for ground in (*(f"t{n}" for n in range(7)), "board-halo"):
        assert contrast(colours["board-ink"], colours[ground]) >= READABLE, ground
    assert contrast(colours["board-sea-ink"], colours["board-sea"]) >= READABLE
