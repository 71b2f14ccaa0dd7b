from __future__ import annotations

import pytest

from dynasties.spy.theatre.rules_map import (
    AIRPORTS,
    ATLAS,
    LAND,
    LEGEND_PAGE,
    SEA,
    SHORTCUT_PAIRS,
    SUPPLY_CENTRES,
    TerritoryKind,
    adjacent_territories,
    borders,
    is_territory,
    middle_territories,
    read_legend,
    territory_name,
)
from tests.mechanics.spy.laws import LAW, without


def test_the_board_has_141_territories_and_402_borders() -> None:
    pairs = {frozenset((code, other)) for code in ATLAS for other in borders(code)}

    assert (len(ATLAS), len(LAND), len(SEA), len(pairs)) == (141, 108, 33, 402)
    assert len(SUPPLY_CENTRES) == sum(each.supply_centre for each in ATLAS.values()) == 64
    assert all(code == each.code and each.name for code, each in ATLAS.items())


def test_a_border_has_two_sides() -> None:
    assert all(code in borders(other) and other != code for code in ATLAS for other in borders(code))


def test_what_the_law_gives_as_examples_is_so() -> None:
    assert "SLO" in borders("KRA")
    assert "YOR" in borders("NTH")
    assert ATLAS["RUM"].supply_centre
    assert ATLAS["NAO"].kind is TerritoryKind.SEA


def test_whatever_bears_no_name_is_no_territory() -> None:
    assert is_territory("BER")
    assert not is_territory("ber")
    assert not is_territory("XYZ")
    assert borders("XYZ") == frozenset()


def test_airports_are_adjacent_to_one_another_while_a_rule_says_so() -> None:
    assert frozenset({"LON", "FRA", "MOS", "CAI"}) == AIRPORTS
    assert all(adjacent_territories(LAW, code) == borders(code) | (AIRPORTS - {code}) for code in AIRPORTS)

    assert all(adjacent_territories(without("spy.airlinks"), code) == borders(code) for code in AIRPORTS)


@pytest.mark.parametrize(("one", "other"), [("EME", "RED"), ("AEG", "WBS"), ("CAS", "EBS")])
def test_three_pairs_of_seas_are_adjacent_while_a_rule_says_so(one: str, other: str) -> None:
    assert other in adjacent_territories(LAW, one)
    assert one in adjacent_territories(LAW, other)
    assert {(one, other), (other, one)} & SHORTCUT_PAIRS

    assert other not in adjacent_territories(without("spy.shortcuts"), one)


def test_a_third_territory_is_land_and_borders_on_both() -> None:
    assert middle_territories("AUS", "KRA") == {"CZE", "SLO"}
    assert middle_territories("ALB", "CRO") == {"SER"}, "the Adriatic Sea borders on both, and is no land"
    assert middle_territories("KRA", "KRA") == borders("KRA") & LAND


def test_no_airlink_makes_a_third_territory() -> None:
    assert middle_territories("WAL", "RUH") == frozenset(), "LON and FRA are adjacent only as airports"


def test_a_territory_is_called_as_the_legend_calls_it_and_else_by_its_name() -> None:
    legend = read_legend("- BOR: Burdigala\n* **LAT** – Latvia *(once more)*\n- XYZ: Nowhere\nBER: Berlin\n- bor: no")

    assert legend == {"BOR": "Burdigala", "LAT": "Latvia"}
    assert territory_name("BOR", legend) == "Burdigala"
    assert territory_name("BER", legend) == territory_name("BER") == "Berlin"


def test_the_legend_names_what_the_drawing_marks_by_code_alone() -> None:
    legend = read_legend(LEGEND_PAGE)

    assert len(legend) == 37
    assert all(ATLAS[code].name == name for code, name in legend.items())
