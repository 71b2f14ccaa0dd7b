from __future__ import annotations

import heapq
from dataclasses import replace
from itertools import pairwise

import pytest

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.map import rules as map_rules
from dynasties.spy.map.rules import MoveKind, Mover, Route, cheapest_route, judge_move, legal_moves
from dynasties.spy.theatre.rules_map import ATLAS, Curtain, Side
from dynasties.spy.theatre.rules_tickets import Tickets
from tests.mechanics.spy.laws import CURTAIN, LAW, OPEN, without

FREE = Tickets()


def found(mover: Mover, to: str, curtain: Curtain = CURTAIN) -> Route:
    route = cheapest_route(mover, to, curtain, LAW)
    assert route is not None
    return route


def walked(mover: Mover, route: Route, curtain: Curtain) -> Mover:
    """Who comes out at the end, having made each move by the law."""
    for move in route.moves:
        assert judge_move(mover, move.to, curtain, LAW).outcome == move
        left = mover.tickets.less(move.cost)
        mover = replace(mover, location=move.to, tickets=left, side=move.side_after, prison=None)
    return mover


def test_the_cheapest_way_may_be_the_longer_one() -> None:
    hopping = found(Mover("POR", Tickets(land=9)), "AUV")

    assert hopping.spent == FREE
    assert [each.kind for each in hopping.moves] == [MoveKind.LAND] * 2


def test_of_ways_that_cost_the_same_it_has_the_fewest_moves() -> None:
    assert [each.to for each in found(Mover("LON", Tickets(1, 1, 1)), "YOR").moves] == ["YOR"]
    assert len(found(Mover("LON", Tickets(air=1)), "FRA").moves) == 1


def test_where_one_is_the_way_has_no_moves() -> None:
    assert found(Mover("LON", FREE), "LON") == Route((), FREE)


def test_there_may_be_no_way_with_what_is_in_hand() -> None:
    assert cheapest_route(Mover("LON", FREE), "PAR", CURTAIN, LAW) is None
    assert found(Mover("LON", Tickets(sea=2)), "PAR").spent == Tickets(sea=2)
    assert cheapest_route(Mover("LON", Tickets(sea=1)), "BRI", CURTAIN, LAW) is None
    assert cheapest_route(Mover(None, Tickets(9, 9, 9)), "PAR", CURTAIN, LAW) is None


def test_the_way_leads_through_checkpoint_charlie() -> None:
    route = found(Mover("RUH", FREE), "WAR")

    assert any(each.checkpoint for each in route.moves)
    assert walked(Mover("RUH", FREE), route, CURTAIN).location == "WAR"


def test_the_way_smuggles_where_there_is_no_other() -> None:
    sealed = Curtain(frozenset(ATLAS) - {"GOB", "SWE", "FIN"}, frozenset({"FIN"}))
    route = found(Mover("STP", Tickets(sea=2)), "GOB", sealed)

    assert [(each.to, each.cost.sea) for each in route.moves] == [("FIN", 0), ("GOB", 2)]
    assert cheapest_route(Mover("STP", Tickets(sea=1)), "GOB", sealed, LAW) is None


def test_a_prisoner_goes_nowhere_unless_something_lets_em_out() -> None:
    prisoner = Mover("SIB", FREE, prison="SIB")

    assert cheapest_route(prisoner, "URA", CURTAIN, LAW) is None
    assert found(replace(prisoner, licences=frozenset({GadgetLicence.LEAVE_PRISON})), "URA").spent == FREE
    assert cheapest_route(prisoner, "URA", CURTAIN, without("spy.prisons")) is not None


def test_who_was_let_out_of_prison_once_passes_there_again() -> None:
    walker = Mover("SIB", FREE, prison="SIB", licences=frozenset({GadgetLicence.LEAVE_PRISON}))
    route = found(walker, "VOL")

    assert walked(walker, route, CURTAIN).location == "VOL"


def test_a_search_that_grows_too_large_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_rules, "MOST_STEPS", 3)

    assert cheapest_route(Mover("POR", FREE), "WAR", CURTAIN, LAW) is None
    assert cheapest_route(Mover("POR", FREE), "MAD", CURTAIN, LAW) is not None


def _costs(start: Mover, curtain: Curtain) -> dict[str, tuple[int, int]]:
    """Tickets in all and moves of the cheapest way to everywhere, by going every way with what is then in hand."""
    best: dict[str, tuple[int, int]] = {}
    queue: list[tuple[int, int, str, str, Tickets]] = [(0, 0, start.location or "", start.side or "", start.tickets)]
    seen = set()
    while queue:
        spent, steps, place, side, left = heapq.heappop(queue)
        if (place, side, left) in seen:
            continue
        seen.add((place, side, left))
        best.setdefault(place, (spent, steps))
        here = replace(start, location=place, side=Side(side) if side else None, tickets=left)
        for move in legal_moves(here, curtain, LAW):
            onward = (spent + move.cost.total, steps + 1, move.to, move.side_after or "", left.less(move.cost))
            heapq.heappush(queue, onward)
    return best


@pytest.mark.parametrize(
    ("here", "tickets", "side", "curtain"),
    [
        ("EDI", Tickets(1, 1, 1), Side.FREE, CURTAIN),
        ("FIN", Tickets(0, 2, 0), Side.BEHIND, Curtain(CURTAIN.behind, CURTAIN.smuggling | {"GOB", "BAL"})),
        ("MID", Tickets(0, 1, 1), None, OPEN),
    ],
)
def test_the_cheapest_way_is_as_cheap_as_trying_every_way(
    here: str, tickets: Tickets, side: Side | None, curtain: Curtain
) -> None:
    start = Mover(here, tickets, side)
    best = _costs(start, curtain)

    for to in sorted(ATLAS)[::3]:
        route = cheapest_route(start, to, curtain, LAW)
        assert (route is None) == (to not in best)
        if route is not None:
            assert (route.spent.total, len(route.moves)) == best[to]
            assert walked(start, route, curtain).tickets.plus(route.spent) == tickets
            assert all(one.to != other.to for one, other in pairwise(route.moves))
