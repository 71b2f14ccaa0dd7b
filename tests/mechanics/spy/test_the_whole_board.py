"""What holds between every two of the 141 territories, whatever is in hand, on whichever side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import product

import pytest

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.map.rules import LegalMove, MoveKind, Mover, attempt_move, judge_move, legal_moves
from dynasties.spy.theatre.rules_map import ATLAS, LAND, Curtain, Side
from dynasties.spy.theatre.rules_tickets import Tickets
from nomic.core.law.rules import Law
from nomic.words import sentence
from tests.mechanics.spy.laws import CURTAIN, LAW, OPEN, without

EMPTY, RICH = Tickets(), Tickets(2, 2, 2)
SIDES = (None, Side.FREE, Side.BEHIND)
NONE: frozenset[GadgetLicence] = frozenset()
# On some of its seas, too, one may be on both sides.
WET = Curtain(CURTAIN.behind | {"BAL"}, CURTAIN.smuggling | {"GOB", "ADR"})
HANDS = [
    (RICH, None, NONE, CURTAIN, LAW),
    (RICH, Side.FREE, NONE, CURTAIN, LAW),
    (RICH, Side.BEHIND, NONE, WET, LAW),
    (EMPTY, Side.FREE, frozenset({GadgetLicence.CROSS_CURTAIN}), CURTAIN, LAW),
    (Tickets(1, 1, 0), Side.BEHIND, frozenset({GadgetLicence.DISCOUNT_LAND, GadgetLicence.DISCOUNT_SEA}), WET, LAW),
    (RICH, Side.FREE, NONE, OPEN, without("spy.land_moves", "spy.airlinks", "spy.shortcuts", "spy.checkpoint")),
]


@pytest.mark.parametrize(("tickets", "side", "licences", "curtain", "law"), HANDS)
def test_a_listed_move_is_legal_and_a_legal_move_is_listed(
    tickets: Tickets, side: Side | None, licences: frozenset[GadgetLicence], curtain: Curtain, law: Law
) -> None:
    for here in ATLAS:
        mover = Mover(here, tickets, side, licences=licences)
        judged = {to: judge_move(mover, to, curtain, law) for to in sorted(ATLAS)}

        assert list(legal_moves(mover, curtain, law)) == [each.outcome for each in judged.values() if each.outcome]
        assert all(each.reasons for each in judged.values())
        assert all(each.outcome is None or each.outcome.to == to for to, each in judged.items())


@pytest.mark.parametrize("curtain", [CURTAIN, WET, OPEN])
def test_free_land_moves_are_symmetric(curtain: Curtain) -> None:
    def free(here: str, side: Side | None) -> set[str]:
        return {each.to for each in legal_moves(Mover(here, EMPTY, side), curtain, LAW)}

    # There and back again: whoever came to a smuggling territory keeps the side from which e came.
    for here, side in product(LAND, (Side.FREE, Side.BEHIND)):
        kept = curtain.side(here, side)
        assert all(here in free(there, curtain.side(there, kept)) for there in free(here, side))


@pytest.mark.parametrize(("side", "licences"), [*product(SIDES, [NONE, frozenset({GadgetLicence.CROSS_CURTAIN})])])
def test_nobody_crosses_the_curtain_without_a_reason_that_names_the_licence(
    side: Side | None, licences: frozenset[GadgetLicence]
) -> None:
    crossings = 0
    for here, to in product(ATLAS, ATLAS):
        tried = attempt_move(Mover(here, RICH, side, licences=licences), to, WET, LAW)
        start, end = WET.side(here, side), WET.side(to, WET.side(here, side))
        apart = None not in (start, end) and start is not end and {here, to} != {"BER", "FRA"}

        assert tried.crosses == apart
        if tried.move is not None and apart:
            crossings += 1
            named = [each.facts["licence"] for each in tried.decision.reasons if "licence" in each.facts]
            assert named == ["cross-curtain" if licences else "smuggling"]
            assert tried.move.licence is (GadgetLicence.CROSS_CURTAIN if licences else None)
            assert licences or (tried.kind is MoveKind.SEA and here in WET.smuggling)
    assert (crossings > 0) == (bool(licences) or side is not None)


def test_every_reason_has_its_words() -> None:
    for here, to in product(sorted(ATLAS), sorted(ATLAS)[::7]):
        for reason in attempt_move(Mover(here, EMPTY, Side.FREE), to, WET, LAW).decision.reasons:
            assert sentence(reason).endswith(".")
            assert "{" not in sentence(reason)


# -- the same law, read a second time from the board alone


_BOARD = json.loads((files("dynasties.spy") / "board.json").read_text("utf-8"))
_TOUCHING = {frozenset(pair) for pair in _BOARD["borders"]}
_SHORT = {frozenset(pair) for pair in _BOARD["shortcuts"]}
_IS_LAND = {each["code"]: each["kind"] == "land" for each in _BOARD["territories"]}
_PORTS = set(_BOARD["airports"])


def _readings(
    here: str, there: str, kept: Side | None, curtain: Curtain, gadget: bool
) -> Iterator[tuple[str, int, int, int]]:
    """Kind and cost of each way that is legal with Tickets enough, found without the mechanics of movement."""

    def at(code: str, coming: str | None) -> str | None:
        if code in curtain.smuggling:
            return coming
        return "behind" if code in curtain.behind else "free"

    start = at(here, kept)
    crossing = None not in (start, at(there, start)) and start != at(there, start) and {here, there} != {"BER", "FRA"}
    land, ports, pair = _IS_LAND[here] and _IS_LAND[there], {here, there} & _PORTS, frozenset({here, there})
    may = gadget or not crossing
    if len(pair) == 1:
        return
    if land and pair in _TOUCHING and len(ports) < 2 and may:
        yield "land", 0, 0, 0
    if len(ports) == 2 and may:
        yield "air", 1, 0, 0
    if not land and pair in _TOUCHING | _SHORT and (may or here in curtain.smuggling):
        yield "sea", 0, 1 if may else 2, 0
    thirds = [
        each for each in _IS_LAND if _IS_LAND[each] and {frozenset({here, each}), frozenset({each, there})} <= _TOUCHING
    ]
    if (
        land
        and not ports
        and thirds
        and may
        and (gadget or start is None or start in [at(each, start) for each in thirds])
    ):
        yield "hop", 0, 0, 1


@pytest.mark.parametrize(("side", "gadget"), [(None, False), (Side.FREE, False), (Side.BEHIND, True)])
def test_a_second_reading_of_the_law_comes_to_the_same(side: Side | None, gadget: bool) -> None:
    licences = frozenset({GadgetLicence.CROSS_CURTAIN}) if gadget else NONE
    near = {
        frozenset((one, other))
        for first in _TOUCHING
        for one in first
        for second in _TOUCHING
        if second & first
        for other in second
    } | _SHORT

    def second(here: str, there: str) -> tuple[str, int, int, int] | None:
        close = frozenset({here, there}) in near or {here, there} <= _PORTS
        return next(_readings(here, there, side, WET, gadget), None) if close else None

    for here in ATLAS:
        listed = {each.to: _plain(each) for each in legal_moves(Mover(here, RICH, side, licences=licences), WET, LAW)}
        assert listed == {to: found for to in ATLAS if (found := second(here, to))}


def _plain(move: LegalMove) -> tuple[str, int, int, int]:
    return move.kind.value, move.cost.air, move.cost.sea, move.cost.land
