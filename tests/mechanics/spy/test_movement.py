"""Each clause of Movement, of the Iron Curtain and of Checkpoint Charlie, from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.map.rules import LegalMove, MoveKind, Mover, judge_move, legal_moves
from dynasties.spy.theatre.rules_map import AIRPORTS, Curtain, Side
from dynasties.spy.theatre.rules_tickets import Tickets
from tests.mechanics.spy.laws import LAW, OPEN, amended, going, why, without

FREE, AIR, SEA, LAND = Tickets(), Tickets(air=1), Tickets(sea=1), Tickets(land=1)
ANY = Tickets(9, 9, 9)
CROSSING = frozenset({GadgetLicence.CROSS_CURTAIN})
EAST = Curtain(frozenset({"BER", "SAX", "MOS", "KRA", "CZE"}))


def mover(here: str | None, tickets: Tickets = ANY, **more: Any) -> Mover:
    return Mover(here, tickets, **more)


# -- by land


def test_by_land_one_moves_to_adjacent_land_free_of_charge() -> None:
    decision = judge_move(mover("KRA", FREE), "SLO", OPEN, LAW)

    assert decision.outcome == LegalMove("SLO", MoveKind.LAND, FREE, False, False, Side.FREE, None)


def test_without_the_rule_one_hops_where_one_walked() -> None:
    law = without("spy.land_moves")

    assert why(mover("KRA", FREE), "SLO", law=law) == ["no-ticket"]
    assert going(mover("KRA"), "SLO", law=law).kind is MoveKind.HOP
    assert why(mover("LON"), "WAL", law=law) == ["no-such-moves"]


def test_a_move_leads_to_another_territory() -> None:
    assert why(mover("KRA"), "KRA") == ["same-place"]


# -- by air


@pytest.mark.parametrize("here", sorted(AIRPORTS))
@pytest.mark.parametrize("there", sorted(AIRPORTS))
def test_between_airports_one_flies_for_an_air_ticket(here: str, there: str) -> None:
    tried = going(mover(here, AIR), there)

    assert bool(tried.move) == (here != there)
    assert (tried.kind, tried.cost) == ((MoveKind.AIR, AIR) if here != there else (None, None))


def test_no_air_ticket_no_flight() -> None:
    tried = going(mover("LON", Tickets(0, 9, 9)), "CAI")

    assert (tried.move, tried.kind, tried.cost) == (None, MoveKind.AIR, AIR)
    assert [(each.code, each.facts) for each in tried.decision.reasons] == [
        ("no-ticket", {"kind": "air", "has": 0, "needs": 1})
    ]


def test_airports_are_reached_by_air_only_while_they_are_adjacent() -> None:
    assert why(mover("LON"), "CAI", law=without("spy.airlinks")) == ["airports-by-air"]
    assert why(mover("LON"), "CAI", law=without("spy.air_price")) == ["no-such-moves"]
    assert why(mover("LON"), "POR") == ["not-adjacent", "no-hop-at-airport"]


# -- by sea


@pytest.mark.parametrize(("here", "there"), [("LON", "NTH"), ("NTH", "LON"), ("NTH", "ENG"), ("EME", "RED")])
def test_by_sea_one_moves_where_one_end_is_sea_for_a_sea_ticket(here: str, there: str) -> None:
    tried = going(mover(here, SEA), there)

    assert tried.move is not None
    assert (tried.kind, tried.cost) == (MoveKind.SEA, SEA)
    assert why(mover(here, Tickets(9, 0, 9)), there) == ["no-ticket"]


def test_by_sea_one_moves_to_what_is_adjacent_alone() -> None:
    assert why(mover("LON"), "BAL") == ["not-adjacent"]
    assert why(mover("BAL"), "NTH") == ["not-adjacent"]
    assert why(mover("EME"), "RED", law=without("spy.shortcuts")) == ["not-adjacent"]
    assert why(mover("LON"), "NTH", law=without("spy.sea_price")) == ["no-such-moves"]


# -- by a hop


def test_by_a_hop_one_moves_over_a_third_territory_for_a_land_ticket() -> None:
    tried = going(mover("AUS", LAND), "KRA")

    assert tried.move is not None
    assert (tried.kind, tried.cost) == (MoveKind.HOP, LAND)
    assert why(mover("AUS", Tickets(9, 9, 0)), "KRA") == ["no-ticket"]


def test_a_hop_needs_a_third_land_territory() -> None:
    assert why(mover("POR"), "SIB") == ["not-adjacent", "no-third-territory"]
    assert why(mover("CRO"), "ALB", law=without("spy.hop_price")) == ["no-such-moves"]
    assert going(mover("POR"), "SIB").kind is None


@pytest.mark.parametrize(
    ("here", "there"), [("WAL", "FRA"), ("HAM", "LON"), ("HAM", "MOS"), ("LON", "LIV"), ("BER", "RUH"), ("FRA", "SIL")]
)
def test_no_hop_begins_or_ends_at_an_airport(here: str, there: str) -> None:
    airports = {here, there} & AIRPORTS

    assert bool(legal_moves(mover(here), OPEN, LAW))
    assert (why(mover(here), there) == ["not-adjacent", "no-hop-at-airport"]) == bool(airports)


def test_the_third_territory_may_be_an_airport() -> None:
    assert going(mover("HAM"), "MUN").kind is MoveKind.HOP
    assert going(mover("ALE"), "SIN").move is not None, "over CAI"


# -- what it costs


@pytest.mark.parametrize(
    ("dial", "here", "there", "cost"),
    [
        ("spy.air_price", "LON", "FRA", Tickets(air=3)),
        ("spy.sea_price", "LON", "NTH", Tickets(sea=3)),
        ("spy.hop_price", "AUS", "KRA", Tickets(land=3)),
    ],
)
def test_the_prices_are_the_laws_and_covered_to_the_last_ticket(
    dial: str, here: str, there: str, cost: Tickets
) -> None:
    law = amended((dial, "3"))

    assert going(mover(here, cost), there, law=law).cost == cost
    assert going(mover(here, cost), there, law=law).move is not None
    assert why(mover(here, Tickets(2, 2, 2)), there, law=law) == ["no-ticket"]


@pytest.mark.parametrize(
    ("licence", "here", "there"),
    [
        (GadgetLicence.DISCOUNT_AIR, "LON", "FRA"),
        (GadgetLicence.DISCOUNT_SEA, "LON", "NTH"),
        (GadgetLicence.DISCOUNT_LAND, "AUS", "KRA"),
    ],
)
def test_a_discount_is_of_one_ticket_of_its_kind_and_never_below_none(
    licence: GadgetLicence, here: str, there: str
) -> None:
    others = frozenset(GadgetLicence) - {licence}

    assert going(mover(here, FREE, licences=frozenset({licence})), there).cost == FREE
    assert going(mover(here, FREE, licences=frozenset({licence})), there).move is not None
    assert why(mover(here, FREE, licences=others), there) == ["no-ticket"]


def test_a_discount_on_what_is_free_owes_nobody_a_ticket() -> None:
    gratis = amended(("spy.sea_price", "0"))

    assert going(mover("LON", licences=frozenset(GadgetLicence)), "NTH", law=gratis).cost == FREE
    assert going(mover("KRA", licences=frozenset(GadgetLicence)), "SLO").cost == FREE


# -- the Iron Curtain


@pytest.mark.parametrize(
    ("here", "there", "kind"),
    [
        ("MUN", "SAX", MoveKind.LAND),
        ("SAX", "MUN", MoveKind.LAND),
        ("LON", "MOS", MoveKind.AIR),
        ("MOS", "CAI", MoveKind.AIR),
        ("BER", "BHM", MoveKind.SEA),
        ("BHM", "BER", MoveKind.SEA),
        ("HAM", "SAX", MoveKind.HOP),
        ("KRA", "AUS", MoveKind.HOP),
    ],
)
def test_nobody_crosses_by_any_kind_of_move_but_with_a_gadget(here: str, there: str, kind: MoveKind) -> None:
    barred, crossing = going(mover(here), there, EAST), going(mover(here, licences=CROSSING), there, EAST)

    assert (barred.move, barred.kind, barred.crosses) == (None, kind, True)
    assert [each.code for each in barred.decision.reasons] == ["curtain"]
    assert crossing.move is not None
    assert (crossing.move.crosses, crossing.move.licence) == (True, GadgetLicence.CROSS_CURTAIN)
    assert crossing.decision.reasons[-1].facts["licence"] == "cross-curtain"


def test_without_the_rule_nothing_bars_the_way() -> None:
    crossing = going(mover("MUN", FREE), "SAX", EAST, without("spy.curtain"))

    assert crossing.move == LegalMove("SAX", MoveKind.LAND, FREE, False, False, Side.BEHIND, None)


def test_every_ground_against_a_move_is_told() -> None:
    assert why(mover("LON", FREE), "MOS", EAST) == ["curtain", "no-ticket"]


def test_a_licence_to_cross_does_not_show_where_nothing_is_crossed() -> None:
    move = going(mover("KRA", licences=CROSSING), "CZE", EAST).move

    assert move is not None
    assert (move.crosses, move.licence) == (False, None)


# -- the third territory and the Iron Curtain


def test_a_third_territory_behind_the_curtain_is_no_way_unless_there_is_a_fourth() -> None:
    one, both = Curtain(frozenset({"CZE"})), Curtain(frozenset({"CZE", "SLO"}))

    assert going(mover("AUS"), "KRA", one).move is not None
    assert why(mover("AUS"), "KRA", both) == ["third-behind-curtain"]
    assert going(mover("AUS"), "KRA", both).decision.reasons[0].facts["middles"] == ["CZE", "SLO"]


def test_it_is_no_way_from_behind_over_the_free_world_either() -> None:
    apart = Curtain(frozenset({"AUS", "KRA"}))

    assert why(mover("AUS"), "KRA", apart) == ["third-behind-curtain"]
    assert going(mover("AUS"), "KRA", apart, without("spy.curtain")).move is not None


def test_a_gadget_leads_over_the_other_side_and_is_named() -> None:
    tried = going(mover("AUS", licences=CROSSING), "KRA", Curtain(frozenset({"CZE", "SLO"})))

    assert tried.move is not None
    assert (tried.move.crosses, tried.move.licence) == (False, GadgetLicence.CROSS_CURTAIN)
    assert tried.decision.reasons[-1].code == "crosses-by-gadget"


def test_a_smuggling_third_is_on_the_side_of_who_hops() -> None:
    free = Curtain(frozenset({"CZE", "SLO"}), frozenset({"SLO"}))
    behind = Curtain(frozenset({"AUS", "KRA"}), frozenset({"SLO"}))

    assert going(mover("AUS"), "KRA", free).move is not None
    assert going(mover("AUS"), "KRA", behind).move is not None


# -- Checkpoint Charlie


@pytest.mark.parametrize(("here", "there", "side"), [("BER", "FRA", Side.FREE), ("FRA", "BER", Side.BEHIND)])
def test_at_checkpoint_charlie_one_passes_and_is_noticed(here: str, there: str, side: Side) -> None:
    tried = going(mover(here, FREE), there, EAST)

    assert tried.move == LegalMove(there, MoveKind.LAND, FREE, False, True, side, None)
    assert [each.code for each in tried.decision.reasons] == ["by-land", "checkpoint-charlie"]


def test_without_its_rule_the_curtain_is_there_as_everywhere() -> None:
    assert why(mover("BER"), "FRA", EAST, without("spy.checkpoint")) == ["curtain"]
    assert not going(mover("BER"), "FRA", OPEN, without("spy.checkpoint")).checkpoint


def test_only_the_move_itself_is_exempt() -> None:
    assert why(mover("HAM"), "BER", EAST) == ["curtain"]
    assert why(mover("FRA"), "SAX", EAST) == ["curtain"]
    assert why(mover("HAM"), "SIL", Curtain(frozenset({"BER"}))) == ["third-behind-curtain"], "over BER"
    assert why(mover("BER"), "MUN", EAST) == ["curtain"], "though over FRA"


# -- who moves at all


def test_one_moves_only_from_a_location_and_while_a_rule_lets_em() -> None:
    assert why(mover(None), "LON") == ["no-location"]
    assert legal_moves(mover(None), OPEN, LAW) == ()
    assert why(mover("KRA"), "SLO", law=without("spy.movement")) == ["not-in-the-law"]
    assert legal_moves(mover("KRA"), OPEN, without("spy.movement")) == ()


def test_a_prisoner_stays_and_is_told_what_e_would_have_tried() -> None:
    tried = going(mover("SIB", FREE, prison="SIB"), "URA")

    assert (tried.move, tried.kind, tried.cost) == (None, MoveKind.LAND, FREE)
    assert [each.code for each in tried.decision.reasons] == ["in-prison"]
    assert legal_moves(mover("SIB", prison="SIB"), OPEN, LAW) == ()


def test_who_leaves_a_prison_does_it_by_what_lets_em() -> None:
    gadget = mover("SIB", prison="SIB", licences=frozenset({GadgetLicence.LEAVE_PRISON}))

    assert why(gadget, "URA") == ["by-land", "leaves-prison"]
    assert why(mover("SIB"), "URA") == ["by-land"], "who walked in is no prisoner"
    assert why(mover("SIB", prison="SIB"), "URA", law=without("spy.prisons")) == ["by-land"]
