"""The facts of the board: what there is, what borders on what."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from tests.spy.outlines import board

AIRPORTS = {"CAI", "FRA", "LON", "MOS"}


def territories() -> dict[str, dict[str, object]]:
    return {entry["code"]: entry for entry in board()["territories"]}


def borders() -> set[frozenset[str]]:
    return {frozenset(pair) for pair in board()["borders"]}


def of_kind(kind: str) -> set[str]:
    return {code for code, entry in territories().items() if entry["kind"] == kind}


def beside(pairs: Iterable[frozenset[str]], within: set[str]) -> dict[str, set[str]]:
    """What each of some territories borders on among them."""
    found: dict[str, set[str]] = {code: set() for code in within}
    for one, other in map(tuple, pairs):
        if {one, other} <= within:
            found[one].add(other)
            found[other].add(one)
    return found


def pieces(graph: dict[str, set[str]]) -> list[set[str]]:
    """The parts of a graph between which there is no way, the largest first."""
    left, found = set(graph), []
    while left:
        part = set(distances(graph, min(left)))
        found.append(part & left)
        left -= part
    return sorted(found, key=lambda part: -len(part))


def distances(graph: dict[str, set[str]], start: str) -> dict[str, int]:
    """How many borders are crossed to each territory that can be reached."""
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for code in graph[here] - found.keys():
            found[code] = found[here] + 1
            edge.append(code)
    return found


def test_there_are_141_territories_108_of_them_on_land() -> None:
    codes = [entry["code"] for entry in board()["territories"]]

    assert codes == sorted(set(codes))
    assert (len(codes), len(of_kind("land")), len(of_kind("sea"))) == (141, 108, 33)


def test_the_64_supply_centres_are_on_land_and_each_has_its_city() -> None:
    centres = {code for code, entry in territories().items() if entry["supply_center"]}

    assert len(centres) == 64
    assert centres <= of_kind("land")
    assert centres == {code for code, entry in territories().items() if "marker" in entry}


def test_the_four_airports_are_supply_centres() -> None:
    assert set(board()["airports"]) == AIRPORTS
    assert {code for code, entry in territories().items() if entry["airport"]} == AIRPORTS
    assert all(territories()[code]["supply_center"] for code in AIRPORTS)


def test_each_of_the_402_borders_is_stated_once_in_the_order_of_its_codes() -> None:
    pairs = [tuple(pair) for pair in board()["borders"]]

    assert len(pairs) == len(set(pairs)) == 402
    assert all(one < other and {one, other} <= territories().keys() for one, other in pairs)


def test_233_borders_are_between_lands_130_on_coasts_and_39_at_sea() -> None:
    seas = [len(pair & of_kind("sea")) for pair in borders()]

    assert (seas.count(0), seas.count(1), seas.count(2)) == (233, 130, 39)


def test_the_three_shortcuts_join_seas_that_do_not_touch() -> None:
    shortcuts = {frozenset(pair) for pair in board()["shortcuts"]}

    assert shortcuts == {frozenset(("EME", "RED")), frozenset(("AEG", "WBS")), frozenset(("CAS", "EBS"))}
    assert not shortcuts & borders()


def test_no_name_or_code_by_which_a_territory_is_called_is_anothers() -> None:
    called = [(name, code) for code, entry in territories().items() for name in names(entry)]

    assert len(called) == len({name for name, _ in called})


def names(entry: dict[str, object]) -> set[str]:
    also = entry.get("also", [])
    assert isinstance(also, list)
    return {str(name).upper() for name in (entry["code"], entry["name"], *also)}


def test_the_board_hangs_together_even_without_any_one_territory() -> None:
    graph = beside(borders(), set(territories()))

    assert len(pieces(graph)) == 1
    for code in graph:
        assert len(pieces(beside(borders(), set(graph) - {code}))) == 1, code


def test_no_two_territories_are_more_than_ten_borders_apart() -> None:
    graph = beside(borders(), set(territories()))
    flown = [frozenset(pair) for pair in [*board()["shortcuts"], *combinations(sorted(AIRPORTS), 2)]]
    shorter = beside([*borders(), *flown], set(territories()))

    assert max(max(distances(graph, code).values()) for code in graph) == 10
    assert max(max(distances(shorter, code).values()) for code in shorter) == 9


def test_territories_have_from_two_to_eleven_neighbours() -> None:
    counts = {code: len(others) for code, others in beside(borders(), set(territories())).items()}

    assert {code for code, count in counts.items() if count == min(counts.values())} == {"BOS", "IRE"}
    assert {code for code, count in counts.items() if count == max(counts.values())} == {"NTH", "VOL"}
    assert (counts["IRE"], counts["NTH"], sum(counts.values())) == (2, 11, 804)


def test_the_land_is_in_four_pieces_and_the_sea_in_five() -> None:
    land, sea = pieces(beside(borders(), of_kind("land"))), pieces(beside(borders(), of_kind("sea")))

    assert [len(part) for part in land] == [100, 6, 1, 1]
    assert {"CLY", "EDI", "LIV", "LON", "WAL", "YOR"} in land
    assert sorted(len(part) for part in sea) == [1, 2, 3, 3, 24]


def test_with_the_shortcuts_only_the_baltic_is_cut_off_from_the_ocean() -> None:
    joined = beside([*borders(), *(frozenset(pair) for pair in board()["shortcuts"])], of_kind("sea"))

    assert [len(part) for part in pieces(joined)] == [30, 3]
    assert {"BAL", "BHM", "GOB"} in pieces(joined)


def test_thirty_territories_have_no_coast() -> None:
    graph = beside(borders(), set(territories()))
    landlocked = {code for code in of_kind("land") if not graph[code] & of_kind("sea")}

    assert len(landlocked) == 30
    assert {"MOS", "SWI", "KRA", "WSA"} <= landlocked
    assert not {"BER", "BOR", "GEO"} & landlocked


def test_623_pairs_of_lands_are_a_hop_apart() -> None:
    graph = beside(borders(), of_kind("land"))
    hops = {pair for others in graph.values() for pair in map(frozenset, combinations(sorted(others), 2))}
    apart = hops - borders()

    assert (len(hops), len(apart)) == (623, 394)
    assert len([pair for pair in apart if not pair & AIRPORTS]) == 365
