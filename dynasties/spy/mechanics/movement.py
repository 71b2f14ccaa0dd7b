"""How an Agent moves, what it costs, and what bars the way.

(Rules Movement, Iron Curtain, Checkpoint Charlie, Smuggling and Prisons; Readings 18, 19, 25, 36–38)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dynasties.spy.mechanics.allegiance import Affiliation
from dynasties.spy.mechanics.atlas import AIRPORTS, LAND, SEA, adjacent, borders, middles
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.licences import DISCOUNTS, Licence
from dynasties.spy.mechanics.prison import NO_LICENCES, may_leave
from dynasties.spy.mechanics.tickets import FREE, Ticket, Tickets, missing
from nomic.core.mechanics.decision import Decision, Fact, Reason
from nomic.core.mechanics.law import Law

CHECKPOINT = frozenset({"BER", "FRA"})


class MoveKind(StrEnum):
    """The ways in which one may move, in the order in which they are tried."""

    LAND = "land"
    AIR = "air"
    SEA = "sea"
    HOP = "hop"


@dataclass(frozen=True, slots=True)
class Mover:
    """Who would move. `side`: the kept one, which counts in smuggling territories. `prison`: where e is a prisoner."""

    location: str | None
    tickets: Tickets
    side: Side | None = None
    prison: str | None = None
    affiliation: Affiliation | None = None
    licences: frozenset[Licence] = NO_LICENCES


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move. `crosses`: its ends lie on two sides of the Iron Curtain. `checkpoint`: it is noticed there.

    `licence`: that by which it crosses, or a hop leads over the other side; None if it needs none, or smuggles.
    """

    to: str
    kind: MoveKind
    cost: Tickets
    crosses: bool
    checkpoint: bool
    side_after: Side | None
    licence: Licence | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of trying. `kind` and `cost` are those of the move, or of the one that would have been tried; both are
    None if the Map has no way at all. The last three hold for a move that is barred, too."""

    kind: MoveKind | None
    cost: Tickets | None
    move: Move | None
    decision: Decision[Move | None]
    crosses: bool = False
    checkpoint: bool = False
    side_after: Side | None = None


@dataclass(frozen=True, slots=True)
class _Journey:
    """From where to where, and the sides of both for the one who would move."""

    here: str
    there: str
    side_here: Side | None
    side_there: Side | None
    checkpoint: bool
    crosses: bool


def judge(mover: Mover, to: str, curtain: Curtain, law: Law) -> Decision[Move | None]:
    """Whether one may move there, and how: the first of land, air, sea and hop that is legal. `to` is a known code."""
    return attempt(mover, to, curtain, law).decision


def moves(mover: Mover, curtain: Curtain, law: Law) -> tuple[Move, ...]:
    """All legal moves, by the code of the territory to which they lead."""
    return tuple(each.move for each in legal(mover, curtain, law) if each.move)


def legal(mover: Mover, curtain: Curtain, law: Law) -> tuple[Attempt, ...]:
    """The same with the reasons for each."""
    if mover.location is None:
        return ()
    tried = (attempt(mover, to, curtain, law) for to in sorted(within_reach(mover.location, law)))
    return tuple(each for each in tried if each.move)


def within_reach(here: str, law: Law) -> frozenset[str]:
    """Where any move at all could lead: what is adjacent, and from land what a hop could reach."""
    hops = (borders(middle) & LAND for middle in borders(here) & LAND) if here in LAND else ()
    return adjacent(law, here).union(*hops) - {here}


def attempt(mover: Mover, to: str, curtain: Curtain, law: Law) -> Attempt:
    """Try to move there: the legal move, or every ground against the one that comes nearest. `to` is a known code."""
    if refusal := law.requires("spy.movement").reasons:
        return _barred(*refusal)
    if mover.location is None:
        return _barred(Reason("no-location", law.rule("spy.location")))
    journey = _journey(mover.location, to, mover.side, curtain.under(law), law)
    # An Agent may move from the territory where e is to another.
    if mover.location == to:
        return _tried(journey, None, None, None, (Reason("same-place", law.rule("spy.movement"), {"to": to}),))
    nearest = None
    for kind, cost in _ways(journey, law):
        way = _way(kind, cost, mover, journey, curtain.under(law), law)
        if way.move:
            return way
        nearest = nearest or way
    return nearest or _tried(journey, None, None, None, _no_way(journey, law))


def _journey(here: str, there: str, kept: Side | None, curtain: Curtain, law: Law) -> _Journey:
    side_here = curtain.side(here, kept)
    # A smuggling territory is on the side from which e comes to it.
    side_there = curtain.side(there, side_here)
    # A move between BER and FRA, either way, is no crossing.
    checkpoint = {here, there} == CHECKPOINT and law.carries("spy.checkpoint")
    # Where an Agent has no side yet, no move out crosses.
    apart = None not in (side_here, side_there) and side_here is not side_there
    crosses = apart and not checkpoint and law.carries("spy.curtain")
    return _Journey(here, there, side_here, side_there, checkpoint, crosses)


def _ways(journey: _Journey, law: Law) -> Iterator[tuple[MoveKind, Tickets]]:
    """The ways that the Map has and the law prices, with the usual price."""
    for kind in MoveKind:
        if _on_the_map(kind, journey.here, journey.there, law) and (cost := price(kind, law)) is not None:
            yield kind, cost


def price(kind: MoveKind, law: Law) -> Tickets | None:
    """What such a move usually costs; None if the law has no such moves."""
    if kind is MoveKind.LAND:
        return FREE if law.carries("spy.land_moves") else None
    count = law.count(f"spy.{kind}_price")
    return None if count is None else Tickets.just(TICKETS[kind], count)


TICKETS = {MoveKind.AIR: Ticket.AIR, MoveKind.SEA: Ticket.SEA, MoveKind.HOP: Ticket.LAND}


def _on_the_map(kind: MoveKind, here: str, there: str, law: Law) -> bool:
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


def _way(kind: MoveKind, cost: Tickets, mover: Mover, journey: _Journey, curtain: Curtain, law: Law) -> Attempt:
    """One way there with its price, and what speaks for it and against it."""
    leaving = may_leave(mover.prison, mover.affiliation, law, mover.licences)
    passing = _pass(kind, cost, mover, journey, curtain, law)
    paid = _discounted(passing.cost, mover.licences)
    against = () if leaving.outcome else leaving.reasons
    against += passing.against + missing(mover.tickets, paid, law.rule("spy.movement"))
    if against:
        return _tried(journey, kind, paid, None, against)
    to, side = journey.there, journey.side_there
    move = Move(to, kind, paid, journey.crosses, journey.checkpoint, side, passing.licence)
    return _tried(journey, kind, paid, move, (_by(kind, paid, journey, law), *leaving.reasons, *passing.reasons))


@dataclass(frozen=True, slots=True)
class _Pass:
    """What the Iron Curtain says of one way: its price, and by what it is passed or why it is not."""

    cost: Tickets
    licence: Licence | None = None
    reasons: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()


def _pass(kind: MoveKind, cost: Tickets, mover: Mover, journey: _Journey, curtain: Curtain, law: Law) -> _Pass:
    if journey.checkpoint:
        return _Pass(cost, reasons=(Reason("checkpoint-charlie", law.rule("spy.checkpoint")),))
    stopped = _stopped(kind, journey, curtain, law)
    if stopped is None:
        return _Pass(cost)
    # An Agent shall not cross, unless a Gadget of eirs or another rule permits it.
    if Licence.CROSS_CURTAIN in mover.licences:
        facts = {"from": journey.here, "to": journey.there, "licence": Licence.CROSS_CURTAIN.value}
        return _Pass(cost, Licence.CROSS_CURTAIN, (Reason("crosses-by-gadget", law.rule("spy.curtain"), facts),))
    # From a smuggling territory e may cross by a sea move that costs two Sea Tickets in place of the usual price.
    smuggling = law.count("spy.smuggling_price")
    if kind is MoveKind.SEA and journey.here in curtain.smuggling and smuggling is not None:
        facts = {"from": journey.here, "to": journey.there, "licence": "smuggling"}
        reason = Reason("crosses-by-smuggling", law.rule("spy.smuggling_price"), facts)
        return _Pass(Tickets.just(Ticket.SEA, smuggling), reasons=(reason,))
    return _Pass(cost, against=(stopped,))


def _stopped(kind: MoveKind, journey: _Journey, curtain: Curtain, law: Law) -> Reason | None:
    """Where the Iron Curtain stands in the way of one whom nothing permits to cross it."""
    if not law.carries("spy.curtain"):
        return None
    rule = law.rule("spy.curtain")
    ends: dict[str, Fact] = {"from": journey.here, "to": journey.there}
    if journey.crosses:
        side = str(journey.side_here)
        return Reason("curtain", rule, {**ends, "side": side, "smuggling": journey.here in curtain.smuggling})
    # The third territory of a hop counts as entered: one has to be where the Iron Curtain does not stop em.
    # Who keeps no side yet crosses nothing on the way out.
    side_on = journey.side_here
    thirds = sorted(middles(journey.here, journey.there)) if kind is MoveKind.HOP else []
    if side_on is None or not thirds or any(curtain.side(third, side_on) is side_on for third in thirds):
        return None
    return Reason("third-behind-curtain", rule, {**ends, "middles": thirds})


def _discounted(cost: Tickets, licences: frozenset[Licence]) -> Tickets:
    """One Ticket less of each kind for which there is a licence, never less than none."""
    for kind, licence in DISCOUNTS.items():
        if licence in licences and cost.of(kind):
            cost = cost.less(Tickets.just(kind, 1))
    return cost


def _by(kind: MoveKind, cost: Tickets, journey: _Journey, law: Law) -> Reason:
    facts: dict[str, Fact] = {"from": journey.here, "to": journey.there, "tickets": cost.total}
    return Reason(f"by-{kind}", law.rule("spy.movement"), facts)


def _no_way(journey: _Journey, law: Law) -> tuple[Reason, ...]:
    """Why the Map, or the law, has no way from here to there."""
    here, there, rule = journey.here, journey.there, law.rule("spy.movement")
    ends = {"from": here, "to": there}
    unpriced = [kind for kind in MoveKind if _on_the_map(kind, here, there, law)]
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


def _barred(*reasons: Reason) -> Attempt:
    return Attempt(None, None, None, Decision(None, reasons))


def _tried(
    journey: _Journey, kind: MoveKind | None, cost: Tickets | None, move: Move | None, reasons: tuple[Reason, ...]
) -> Attempt:
    decision = Decision(move, reasons)
    return Attempt(kind, cost, move, decision, journey.crosses, journey.checkpoint, journey.side_there)
