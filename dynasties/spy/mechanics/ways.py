"""The ways that the Map has from one territory to another, and what the law asks for each. (Rule Movement)"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from dynasties.spy.mechanics.atlas import AIRPORTS, LAND, SEA, adjacent, borders, middles
from dynasties.spy.mechanics.tickets import FREE, Ticket, Tickets
from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.law import Law


class MoveKind(StrEnum):
    """The ways in which one may move, in the order in which they are tried."""

    LAND = "land"
    AIR = "air"
    SEA = "sea"
    HOP = "hop"


TICKETS = {MoveKind.AIR: Ticket.AIR, MoveKind.SEA: Ticket.SEA, MoveKind.HOP: Ticket.LAND}


def ways(here: str, there: str, law: Law) -> Iterator[tuple[MoveKind, Tickets]]:
    """The ways that the Map has and the law prices, with the usual price."""
    for kind in MoveKind:
        if on_the_map(kind, here, there, law) and (cost := price(kind, law)) is not None:
            yield kind, cost


def price(kind: MoveKind, law: Law) -> Tickets | None:
    """What such a move usually costs; None if the law has no such moves."""
    if kind is MoveKind.LAND:
        return FREE if law.carries("spy.land_moves") else None
    count = law.count(f"spy.{kind}_price")
    return None if count is None else Tickets.just(TICKETS[kind], count)


def on_the_map(kind: MoveKind, here: str, there: str, law: Law) -> bool:
    """Whether the Map has such a way, whatever it costs."""
    both_land, both_airports = here in LAND and there in LAND, here in AIRPORTS and there in AIRPORTS
    touching = there in adjacent(law, here)
    match kind:
        # by land, from a land territory to an adjacent one, unless both are airports;
        case MoveKind.LAND:
            return both_land and touching and not both_airports
        # by air, from one airport to an adjacent one;
        case MoveKind.AIR:
            return both_airports and touching
        # by sea, between adjacent territories of which one or both are sea;
        case MoveKind.SEA:
            return not both_land and touching
        # by a hop, from a land territory to another, if neither is an airport and a third is adjacent to both.
        case MoveKind.HOP:
            neither = here not in AIRPORTS and there not in AIRPORTS
            return both_land and neither and bool(middles(here, there))


def within_reach(here: str, law: Law) -> frozenset[str]:
    """Where any move at all could lead: what is adjacent, and from land what a hop could reach."""
    hops = (borders(middle) & LAND for middle in borders(here) & LAND) if here in LAND else ()
    return adjacent(law, here).union(*hops) - {here}


def no_way(here: str, there: str, law: Law) -> tuple[Reason, ...]:
    """Why the Map, or the law, has no way from here to there."""
    rule = law.rule("spy.movement")
    ends = {"from": here, "to": there}
    unpriced = [kind for kind in MoveKind if on_the_map(kind, here, there, law)]
    if unpriced:
        return tuple(Reason("no-such-moves", rule, {"kind": kind.value}) for kind in unpriced)
    if here in AIRPORTS and there in AIRPORTS:
        return (Reason("airports-by-air", rule, ends),)
    if here in SEA or there in SEA:
        return (Reason("not-adjacent", rule, ends),)
    if here in AIRPORTS or there in AIRPORTS:
        airport = here if here in AIRPORTS else there
        return (Reason("not-adjacent", rule, ends), Reason("no-hop-at-airport", rule, {"airport": airport}))
    return (Reason("not-adjacent", rule, ends), Reason("no-third-territory", rule, ends))
