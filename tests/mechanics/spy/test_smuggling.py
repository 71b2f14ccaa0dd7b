"""Smuggling territories: the side that is kept there, and the way across by sea. (Readings 19 and 37)"""

from __future__ import annotations

import pytest

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.map.rules import LegalMove, MoveKind, Mover
from dynasties.spy.theatre.rules_map import Curtain, Side
from dynasties.spy.theatre.rules_tickets import Tickets
from tests.mechanics.spy.laws import amended, going, why, without

# FIN and SWE lie on both sides; STP and the Gulf of Bothnia do on either.
CURTAIN = Curtain(frozenset({"STP", "MUR", "BER"}), frozenset({"FIN", "SWE"}))
ANY = Tickets(9, 9, 9)
FREE, BEHIND = Side.FREE, Side.BEHIND


def at(here: str, side: Side | None, tickets: Tickets = ANY, *licences: GadgetLicence) -> Mover:
    return Mover(here, tickets, side, licences=frozenset(licences))


@pytest.mark.parametrize(
    ("here", "there", "kept", "after"),
    [
        ("STP", "FIN", None, BEHIND),
        ("NOR", "SWE", None, FREE),
        ("GOB", "FIN", BEHIND, FREE),
        ("FIN", "SWE", FREE, FREE),
        ("SWE", "FIN", BEHIND, BEHIND),
        ("FIN", "SWE", None, None),
        ("FIN", "STP", BEHIND, BEHIND),
        ("FIN", "NOR", FREE, FREE),
        ("FIN", "STP", None, BEHIND),
        ("FIN", "GOB", None, FREE),
    ],
)
def test_a_smuggling_territory_is_on_the_side_from_which_one_came(
    here: str, there: str, kept: Side | None, after: Side | None
) -> None:
    move = going(at(here, kept), there, CURTAIN).move

    assert move is not None
    assert (move.side_after, move.crosses) == (after, False)


def test_by_sea_one_crosses_from_there_for_two_sea_tickets() -> None:
    tried = going(at("FIN", BEHIND, Tickets(sea=2)), "GOB", CURTAIN)

    assert tried.move == LegalMove("GOB", MoveKind.SEA, Tickets(sea=2), True, False, FREE, None)
    assert [each.code for each in tried.decision.reasons] == ["by-sea", "crosses-by-smuggling"]
    assert tried.decision.reasons[-1].facts["licence"] == "smuggling"
    assert why(at("FIN", BEHIND, Tickets(9, 1, 9)), "GOB", CURTAIN) == ["no-ticket"]


def test_it_is_so_into_waters_behind_the_curtain_too() -> None:
    sealed = Curtain(frozenset({"GOB"}), frozenset({"FIN"}))

    assert going(at("FIN", FREE, Tickets(sea=2)), "GOB", sealed).cost == Tickets(sea=2)
    assert going(at("FIN", BEHIND, Tickets(sea=1)), "GOB", sealed).cost == Tickets(sea=1)


def test_the_usual_price_is_due_where_nothing_is_crossed() -> None:
    assert going(at("FIN", FREE), "GOB", CURTAIN).cost == Tickets(sea=1)
    assert going(at("FIN", None), "GOB", CURTAIN).cost == Tickets(sea=1)


@pytest.mark.parametrize(("there", "kept"), [("STP", FREE), ("LAP", BEHIND), ("GOR", BEHIND), ("NOR", BEHIND)])
def test_by_land_or_hop_nobody_crosses_from_there(there: str, kept: Side) -> None:
    assert why(at("FIN", kept), there, CURTAIN) == ["curtain"]
    assert going(at("FIN", kept, ANY, GadgetLicence.CROSS_CURTAIN), there, CURTAIN).move is not None


def test_by_air_nobody_does_either() -> None:
    airport = Curtain(frozenset({"MOS"}), frozenset({"LON"}))

    assert why(at("LON", FREE), "MOS", airport) == ["curtain"]
    assert why(at("LON", None), "MOS", airport) == ["by-air"]


def test_nobody_smuggles_into_a_smuggling_territory_from_a_clear_one() -> None:
    assert going(at("GOB", BEHIND), "FIN", CURTAIN).cost == Tickets(sea=1)
    assert why(at("BER", BEHIND), "BHM", CURTAIN) == ["curtain"]


def test_a_smuggling_sea_is_left_across_the_curtain_by_sea() -> None:
    waters = Curtain(frozenset({"STP"}), frozenset({"GOB"}))

    assert going(at("GOB", FREE), "STP", waters).cost == Tickets(sea=2)
    assert going(at("GOB", BEHIND), "STP", waters).cost == Tickets(sea=1)


def test_the_discount_comes_after_the_smuggling_price() -> None:
    tried = going(at("FIN", BEHIND, Tickets(sea=1), GadgetLicence.DISCOUNT_SEA), "GOB", CURTAIN)

    assert tried.move is not None
    assert tried.cost == Tickets(sea=1)


def test_a_gadget_that_crosses_does_so_for_the_usual_price() -> None:
    move = going(at("FIN", BEHIND, Tickets(sea=1), GadgetLicence.CROSS_CURTAIN), "GOB", CURTAIN).move

    assert move is not None
    assert (move.cost, move.licence) == (Tickets(sea=1), GadgetLicence.CROSS_CURTAIN)


def test_the_price_is_the_laws_and_without_one_nobody_crosses() -> None:
    assert going(at("FIN", BEHIND), "GOB", CURTAIN, amended(("spy.smuggling_price", "4"))).cost == Tickets(sea=4)
    assert why(at("FIN", BEHIND), "GOB", CURTAIN, without("spy.smuggling_price")) == ["curtain"]
    assert why(at("FIN", BEHIND), "GOB", CURTAIN, without("spy.sea_price")) == ["no-such-moves"]


def test_without_the_rule_such_a_territory_is_on_one_side() -> None:
    law = without("spy.smuggling")

    assert why(at("STP", None), "FIN", CURTAIN, law) == ["curtain"]
    assert going(at("FIN", BEHIND), "GOB", CURTAIN, law).cost == Tickets(sea=1)


def test_dealt_there_with_no_side_one_crosses_nothing_on_the_way_out() -> None:
    assert going(at("FIN", None), "GOR", CURTAIN).move is not None, "over MUR or STP, behind, to the Free World"
    assert why(at("FIN", FREE), "GOR", CURTAIN) == ["third-behind-curtain"]


def test_one_who_keeps_a_side_hops_over_that_side_alone() -> None:
    balkans = Curtain(frozenset({"BUL"}), frozenset({"IST", "SER"}))

    assert why(at("IST", FREE), "SER", balkans) == ["third-behind-curtain"]
    assert why(at("IST", BEHIND), "SER", balkans) == ["by-hop"]
    assert going(at("IST", None), "SER", balkans).side_after is None
