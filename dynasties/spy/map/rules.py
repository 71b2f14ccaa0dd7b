"""How an Agent moves: the ways of the Map and their price, what the Iron Curtain bars, which moves are legal, and
the cheapest route. (Rules Movement, Iron Curtain, Checkpoint Charlie and Smuggling; Readings 19 and 36–38)
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from dynasties.spy.dials import (
    AIR_PRICE,
    CHECKPOINT,
    CURTAIN,
    HOP_PRICE,
    LAND_MOVES,
    LOCATION,
    MOVEMENT,
    SEA_PRICE,
    SMUGGLING_PRICE,
)
from dynasties.spy.gadgets.rules import DISCOUNT_LICENCES, GadgetLicence
from dynasties.spy.prison.rules import NO_LICENCES, may_leave
from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_map import (
    AIRPORTS,
    LAND,
    SEA,
    Curtain,
    Side,
    adjacent_territories,
    borders,
    middle_territories,
)
from dynasties.spy.theatre.rules_tickets import FREE, Ticket, Tickets, missing_tickets
from nomic.core.decision import Decision, Fact, Reason
from nomic.core.law.rules import Law
from nomic.core.law.rules_wordings import Value


class MoveKind(StrEnum):
    """The ways in which one may move, in the order in which they are tried."""

    LAND = "land"
    AIR = "air"
    SEA = "sea"
    HOP = "hop"


TICKET_OF_WAY = {MoveKind.AIR: Ticket.AIR, MoveKind.SEA: Ticket.SEA, MoveKind.HOP: Ticket.LAND}


def priced_ways(here: str, there: str, law: Law) -> Iterator[tuple[MoveKind, Tickets]]:
    """The ways that the Map has and the law prices, with the usual price."""
    for kind in MoveKind:
        if is_on_map(kind, here, there, law) and (cost := usual_price(kind, law)) is not None:
            yield kind, cost


PRICE_OF_MOVE = {MoveKind.AIR: AIR_PRICE, MoveKind.SEA: SEA_PRICE, MoveKind.HOP: HOP_PRICE}


def usual_price(kind: MoveKind, law: Law) -> Tickets | None:
    """What such a move usually costs; None if the law has no such moves."""
    if kind is MoveKind.LAND:
        return FREE if law.carries(LAND_MOVES) else None
    count = law[PRICE_OF_MOVE[kind]]
    return None if count is None else Tickets.just(TICKET_OF_WAY[kind], count)


def is_on_map(kind: MoveKind, here: str, there: str, law: Law) -> bool:
    """Whether the Map has such a way, whatever it costs."""
    both_land, both_airports = here in LAND and there in LAND, here in AIRPORTS and there in AIRPORTS
    touching = there in adjacent_territories(law, here)
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
            return both_land and neither and bool(middle_territories(here, there))


def territories_in_reach(here: str, law: Law) -> frozenset[str]:
    """Where any move at all could lead: what is adjacent, and from land what a hop could reach."""
    hops = (borders(middle) & LAND for middle in borders(here) & LAND) if here in LAND else ()
    return adjacent_territories(law, here).union(*hops) - {here}


def no_way_reasons(here: str, there: str, law: Law) -> tuple[Reason, ...]:
    """Why the Map, or the law, has no way from here to there."""
    rule = law.rule(MOVEMENT)
    ends = {"from": here, "to": there}
    unpriced = [kind for kind in MoveKind if is_on_map(kind, here, there, law)]
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


# What the Iron Curtain says of one way: what crosses it, what bars it, and by what it is passed.
# (Rules Iron Curtain, Checkpoint Charlie and Smuggling; Readings 19 and 36–38)

CHECKPOINT_TOWNS = frozenset({"BER", "FRA"})


@dataclass(frozen=True, slots=True)
class Journey:
    """From where to where, and the sides of both for the one who would move.

    `crosses`: they are two. `checkpoint`: it is no crossing, and is noticed.
    """

    here: str
    there: str
    side_here: Side | None
    side_there: Side | None
    checkpoint: bool
    crosses: bool


def journey_of(here: str, there: str, kept: Side | None, curtain: Curtain, law: Law) -> Journey:
    """`kept`: the side that the one who would move keeps."""
    side_here = curtain.side(here, kept)
    # A smuggling territory is on the side from which e comes to it.
    side_there = curtain.side(there, side_here)
    # Whoever moves from BER to FRA, or from FRA to BER, does not cross.
    checkpoint = {here, there} == CHECKPOINT_TOWNS and law.carries(CHECKPOINT)
    # Where an Agent has no side yet, no move out crosses.
    apart = None not in (side_here, side_there) and side_here is not side_there
    crosses = apart and not checkpoint and law.carries(CURTAIN)
    return Journey(here, there, side_here, side_there, checkpoint, crosses)


@dataclass(frozen=True, slots=True)
class CurtainPass:
    """What the Iron Curtain says of one way: its price, and by what it is passed or why it is not."""

    cost: Tickets
    licence: GadgetLicence | None = None
    reasons: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()


def pass_curtain(
    kind: MoveKind, cost: Tickets, journey: Journey, curtain: Curtain, law: Law, licences: Set[GadgetLicence]
) -> CurtainPass:
    """Whether such a way may be taken, as far as the Iron Curtain goes. `cost`: the usual price."""
    if journey.checkpoint:
        return CurtainPass(cost, reasons=(Reason("checkpoint-charlie", law.rule(CHECKPOINT)),))
    stopped = _curtain_reason(kind, journey, curtain, law)
    if stopped is None:
        return CurtainPass(cost)
    # An Agent shall not cross, unless a Gadget of eirs or another rule permits it.
    if GadgetLicence.CROSS_CURTAIN in licences:
        facts = {"from": journey.here, "to": journey.there, "licence": GadgetLicence.CROSS_CURTAIN.value}
        return CurtainPass(cost, GadgetLicence.CROSS_CURTAIN, (Reason("crosses-by-gadget", law.rule(CURTAIN), facts),))
    # From a smuggling territory e may cross by a sea move that costs two Sea Tickets in place of the usual price.
    smuggling = law[SMUGGLING_PRICE]
    if kind is MoveKind.SEA and journey.here in curtain.smuggling and smuggling is not None:
        facts = {"from": journey.here, "to": journey.there, "licence": "smuggling"}
        reason = Reason("crosses-by-smuggling", law.rule(SMUGGLING_PRICE), facts)
        return CurtainPass(Tickets.just(Ticket.SEA, smuggling), reasons=(reason,))
    return CurtainPass(cost, against=(stopped,))


def _curtain_reason(kind: MoveKind, journey: Journey, curtain: Curtain, law: Law) -> Reason | None:
    """Where the Iron Curtain stands in the way of one whom nothing permits to cross it."""
    if not law.carries(CURTAIN):
        return None
    rule = law.rule(CURTAIN)
    ends: dict[str, Fact] = {"from": journey.here, "to": journey.there}
    if journey.crosses:
        side = str(journey.side_here)
        return Reason("curtain", rule, {**ends, "side": side, "smuggling": journey.here in curtain.smuggling})
    # The third territory of a hop counts as entered: one has to be where the Iron Curtain does not stop em.
    # Who keeps no side yet crosses nothing on the way out.
    side_on = journey.side_here
    thirds = sorted(middle_territories(journey.here, journey.there)) if kind is MoveKind.HOP else []
    if side_on is None or not thirds or any(curtain.side(third, side_on) is side_on for third in thirds):
        return None
    return Reason("third-behind-curtain", rule, {**ends, "middles": thirds})


# How an Agent moves: which moves are legal, what they cost, and what bars the others. (Rule Movement)


@dataclass(frozen=True, slots=True)
class Mover:
    """Who would move. `side`: the kept one, which counts in smuggling territories. `prison`: where e is a prisoner."""

    location: str | None
    tickets: Tickets
    side: Side | None = None
    prison: str | None = None
    affiliation: Affiliation | None = None
    licences: frozenset[GadgetLicence] = NO_LICENCES


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move. `crosses`: its ends lie on two sides of the Iron Curtain. `checkpoint`: it is noticed there.

    `licence`: that by which it crosses, or a hop leads over the other side; None if it needs none, or smuggles.
    """

    to: str
    kind: MoveKind
    cost: Tickets
    crosses: bool
    checkpoint: bool
    side_after: Side | None
    licence: GadgetLicence | None


@dataclass(frozen=True, slots=True)
class MoveAttempt:
    """What came of trying. `kind` and `cost` are those of the move, or of the one that would have been tried; both are
    None if the Map has no way at all. The last three hold for a move that is barred, too."""

    kind: MoveKind | None
    cost: Tickets | None
    move: LegalMove | None
    decision: Decision[LegalMove | None]
    crosses: bool = False
    checkpoint: bool = False
    side_after: Side | None = None


def judge_move(mover: Mover, to: str, curtain: Curtain, law: Law) -> Decision[LegalMove | None]:
    """Whether one may move there, and how: the first of land, air, sea and hop that is legal. `to` is a known code."""
    return attempt_move(mover, to, curtain, law).decision


def legal_moves(mover: Mover, curtain: Curtain, law: Law) -> tuple[LegalMove, ...]:
    """All legal moves, by the code of the territory to which they lead."""
    return tuple(each.move for each in legal_attempts(mover, curtain, law) if each.move)


def legal_attempts(mover: Mover, curtain: Curtain, law: Law) -> tuple[MoveAttempt, ...]:
    """The same with the reasons for each."""
    if mover.location is None:
        return ()
    tried = (attempt_move(mover, to, curtain, law) for to in sorted(territories_in_reach(mover.location, law)))
    return tuple(each for each in tried if each.move)


def attempt_move(mover: Mover, to: str, curtain: Curtain, law: Law) -> MoveAttempt:
    """Try to move there: the legal move, or every ground against the one that comes nearest. `to` is a known code."""
    if refusal := law.requires(MOVEMENT).reasons:
        return _barred_attempt(*refusal)
    if mover.location is None:
        return _barred_attempt(Reason("no-location", law.rule(LOCATION)))
    journey = journey_of(mover.location, to, mover.side, curtain.curtain_under_law(law), law)
    # An Agent may move from the territory where e is to another.
    if mover.location == to:
        return _new_attempt(journey, None, None, None, (Reason("same-place", law.rule(MOVEMENT), {"to": to}),))
    nearest = None
    for kind, cost in priced_ways(mover.location, to, law):
        way = _try_way(kind, cost, mover, journey, curtain.curtain_under_law(law), law)
        if way.move:
            return way
        nearest = nearest or way
    return nearest or _new_attempt(journey, None, None, None, no_way_reasons(mover.location, to, law))


def _try_way(kind: MoveKind, cost: Tickets, mover: Mover, journey: Journey, curtain: Curtain, law: Law) -> MoveAttempt:
    """One way there with its price, and what speaks for it and against it."""
    leaving = may_leave(mover.prison, mover.affiliation, law, mover.licences)
    passed = pass_curtain(kind, cost, journey, curtain, law, mover.licences)
    paid = _discounted_cost(passed.cost, mover.licences)
    against = () if leaving.outcome else leaving.reasons
    against += passed.against + missing_tickets(mover.tickets, paid, law.rule(MOVEMENT))
    if against:
        return _new_attempt(journey, kind, paid, None, against)
    to, side = journey.there, journey.side_there
    move = LegalMove(to, kind, paid, journey.crosses, journey.checkpoint, side, passed.licence)
    return _new_attempt(
        journey, kind, paid, move, (_way_reason(kind, paid, journey, law), *leaving.reasons, *passed.reasons)
    )


def _discounted_cost(cost: Tickets, licences: frozenset[GadgetLicence]) -> Tickets:
    """One Ticket less of each kind for which there is a licence, never less than none."""
    for kind, licence in DISCOUNT_LICENCES.items():
        if licence in licences and cost.of(kind):
            cost = cost.less(Tickets.just(kind, 1))
    return cost


def _way_reason(kind: MoveKind, cost: Tickets, journey: Journey, law: Law) -> Reason:
    facts: dict[str, Fact] = {"from": journey.here, "to": journey.there, "tickets": cost.total}
    return Reason(f"by-{kind}", law.rule(MOVEMENT), facts)


def _barred_attempt(*reasons: Reason) -> MoveAttempt:
    return MoveAttempt(None, None, None, Decision(None, reasons))


def _new_attempt(
    journey: Journey, kind: MoveKind | None, cost: Tickets | None, move: LegalMove | None, reasons: tuple[Reason, ...]
) -> MoveAttempt:
    decision = Decision(move, reasons)
    return MoveAttempt(kind, cost, move, decision, journey.crosses, journey.checkpoint, journey.side_there)


# The route planner: the cheapest way from here to there with the Tickets in hand.

# More than any way could cost, so that what is in hand bars no single move: the planner counts for itself.
PLENTY = Tickets(1000, 1000, 1000)
MOST_STEPS = 20_000
PRICES = (AIR_PRICE, SEA_PRICE, HOP_PRICE, SMUGGLING_PRICE)


@dataclass(frozen=True, slots=True)
class Route:
    """Moves, one after the other, and what they cost together."""

    moves: tuple[LegalMove, ...]
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
    move: LegalMove | None = None
    before: _Leg | None = None


def cheapest_route(mover: Mover, to: str, curtain: Curtain, law: Law) -> Route | None:
    """The way with the fewest Tickets in all, and of those one with the fewest moves; None if there is none.

    It can be paid with what is in hand, to the last Ticket. To where one is leads the way without moves. A search that
    would have to look at more than `MOST_STEPS` ways gives up, and finds none.
    """
    if mover.location is None:
        return None
    found = next((leg for leg in _best_legs(mover, curtain, law) if leg.here.place == to), None)
    return None if found is None else Route(_moves_of_leg(found), found.spent)


def _best_legs(mover: Mover, curtain: Curtain, law: Law) -> Iterator[_Leg]:
    """All ways that no other one makes needless, the cheapest first."""
    assert mover.location is not None
    order = count()  # so that equal ways keep the order in which they were found
    start = _Leg(FREE, _Here(mover.location, mover.side, mover.prison))
    queue = [(0, 0, next(order), start)]
    kept: dict[_Here, list[Tickets]] = {}
    terms = _terms_of(mover, curtain, law)
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
        for move in _moves_onward(leg.here, terms):
            spent = leg.spent.plus(move.cost)
            if mover.tickets.covers(spent):
                further = _Leg(spent, _Here(move.to, move.side_after), move, leg)
                heapq.heappush(queue, (spent.total, steps + 1, next(order), further))


@dataclass(frozen=True, slots=True)
class _Terms:
    """What decides where a move may lead and what it costs, for all who share it: the way onward is found once."""

    curtain: Curtain
    licences: frozenset[GadgetLicence]
    affiliation: Affiliation | None
    mechanisms: frozenset[str]
    prices: tuple[Value, ...]
    law: Law = field(compare=False, repr=False)


def _terms_of(mover: Mover, curtain: Curtain, law: Law) -> _Terms:
    prices = tuple(law[name] for name in PRICES)
    return _Terms(curtain, mover.licences, mover.affiliation, law.mechanisms, prices, law)


@lru_cache(maxsize=2048)
def _moves_onward(here: _Here, terms: _Terms) -> tuple[LegalMove, ...]:
    there = Mover(here.place, PLENTY, here.side, here.prison, terms.affiliation, terms.licences)
    return legal_moves(there, terms.curtain, terms.law)


def forget_ways_onward() -> None:
    """Find every way onward anew, for who measures how long that takes."""
    _moves_onward.cache_clear()


def _moves_of_leg(leg: _Leg) -> tuple[LegalMove, ...]:
    made: list[LegalMove] = []
    while leg.move is not None and leg.before is not None:
        made.append(leg.move)
        leg = leg.before
    return tuple(reversed(made))
