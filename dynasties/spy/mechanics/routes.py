"""The route planner: the cheapest way from here to there with the Tickets in hand."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from dynasties.spy.mechanics.allegiance import Affiliation
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.licences import Licence
from dynasties.spy.mechanics.movement import Move, Mover, moves
from dynasties.spy.mechanics.tickets import FREE, Tickets
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.wordings import Value

# More than any way could cost, so that what is in hand bars no single move: the planner counts for itself.
PLENTY = Tickets(1000, 1000, 1000)
MOST_STEPS = 20_000
PRICES = ("spy.air_price", "spy.sea_price", "spy.hop_price", "spy.smuggling_price")


@dataclass(frozen=True, slots=True)
class Route:
    """Moves, one after the other, and what they cost together."""

    moves: tuple[Move, ...]
    spent: Tickets


class _Here(NamedTuple):
    """Where one is on the way. Only the first move may be one out of prison."""

    place: str
    side: Side | None
    prison: str | None = None


@dataclass(frozen=True, slots=True)
class _Leg:
    """A way so far, as its last move and the way before that; the start has neither."""

    spent: Tickets
    here: _Here
    move: Move | None = None
    before: _Leg | None = None


def cheapest(mover: Mover, to: str, curtain: Curtain, law: Law) -> Route | None:
    """The way with the fewest Tickets in all, and of those one with the fewest moves; None if there is none.

    It can be paid with what is in hand, to the last Ticket. To where one is leads the way without moves. A search that
    would have to look at more than `MOST_STEPS` ways gives up, and finds none.
    """
    if mover.location is None:
        return None
    found = next((leg for leg in _legs(mover, curtain, law) if leg.here.place == to), None)
    return None if found is None else Route(_moves(found), found.spent)


def _legs(mover: Mover, curtain: Curtain, law: Law) -> Iterator[_Leg]:
    """All ways that no other one makes needless, the cheapest first."""
    assert mover.location is not None
    order = count()  # so that equal ways keep the order in which they were found
    start = _Leg(FREE, _Here(mover.location, mover.side, mover.prison))
    queue = [(0, 0, next(order), start)]
    kept: dict[_Here, list[Tickets]] = {}
    terms = _terms(mover, curtain, law)
    for _ in range(MOST_STEPS):
        if not queue:
            return
        _, steps, _, leg = heapq.heappop(queue)
        # A way that came out earlier costs no more in all. If it costs no more of any kind, this one is needless.
        cheaper = kept.setdefault(leg.here, [])
        if any(leg.spent.covers(spent) for spent in cheaper):
            continue
        cheaper.append(leg.spent)
        yield leg
        for move in _onward(leg.here, terms):
            spent = leg.spent.plus(move.cost)
            if mover.tickets.covers(spent):
                further = _Leg(spent, _Here(move.to, move.side_after), move, leg)
                heapq.heappush(queue, (spent.total, steps + 1, next(order), further))


@dataclass(frozen=True, slots=True)
class _Terms:
    """What decides where a move may lead and what it costs, for all who share it: the way onward is found once."""

    curtain: Curtain
    licences: frozenset[Licence]
    affiliation: Affiliation | None
    mechanisms: frozenset[str]
    prices: tuple[Value, ...]
    law: Law = field(compare=False, repr=False)


def _terms(mover: Mover, curtain: Curtain, law: Law) -> _Terms:
    prices = tuple(law[name] for name in PRICES)
    return _Terms(curtain, mover.licences, mover.affiliation, law.mechanisms, prices, law)


@lru_cache(maxsize=2048)
def _onward(here: _Here, terms: _Terms) -> tuple[Move, ...]:
    there = Mover(here.place, PLENTY, here.side, here.prison, terms.affiliation, terms.licences)
    return moves(there, terms.curtain, terms.law)


def forget() -> None:
    """Find every way onward anew, for who measures how long that takes."""
    _onward.cache_clear()


def _moves(leg: _Leg) -> tuple[Move, ...]:
    made: list[Move] = []
    while leg.move is not None and leg.before is not None:
        made.append(leg.move)
        leg = leg.before
    return tuple(reversed(made))
