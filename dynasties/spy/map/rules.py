"""How an Agent moves: which moves are legal, what they cost, and what bars the others. (Rule Movement)"""

from __future__ import annotations

from dataclasses import dataclass

from dynasties.spy.mechanics.allegiance import Affiliation
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.licences import DISCOUNTS, Licence
from dynasties.spy.mechanics.passing import Journey, journey_of, passing
from dynasties.spy.mechanics.prison import NO_LICENCES, may_leave
from dynasties.spy.mechanics.tickets import Tickets, missing
from dynasties.spy.mechanics.ways import MoveKind, no_way, ways, within_reach
from nomic.core.mechanics.decision import Decision, Fact, Reason
from nomic.core.mechanics.law import Law


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


def attempt(mover: Mover, to: str, curtain: Curtain, law: Law) -> Attempt:
    """Try to move there: the legal move, or every ground against the one that comes nearest. `to` is a known code."""
    if refusal := law.requires("spy.movement").reasons:
        return _barred(*refusal)
    if mover.location is None:
        return _barred(Reason("no-location", law.rule("spy.location")))
    journey = journey_of(mover.location, to, mover.side, curtain.under(law), law)
    # An Agent may move from the territory where e is to another.
    if mover.location == to:
        return _tried(journey, None, None, None, (Reason("same-place", law.rule("spy.movement"), {"to": to}),))
    nearest = None
    for kind, cost in ways(mover.location, to, law):
        way = _way(kind, cost, mover, journey, curtain.under(law), law)
        if way.move:
            return way
        nearest = nearest or way
    return nearest or _tried(journey, None, None, None, no_way(mover.location, to, law))


def _way(kind: MoveKind, cost: Tickets, mover: Mover, journey: Journey, curtain: Curtain, law: Law) -> Attempt:
    """One way there with its price, and what speaks for it and against it."""
    leaving = may_leave(mover.prison, mover.affiliation, law, mover.licences)
    passed = passing(kind, cost, journey, curtain, law, mover.licences)
    paid = _discounted(passed.cost, mover.licences)
    against = () if leaving.outcome else leaving.reasons
    against += passed.against + missing(mover.tickets, paid, law.rule("spy.movement"))
    if against:
        return _tried(journey, kind, paid, None, against)
    to, side = journey.there, journey.side_there
    move = Move(to, kind, paid, journey.crosses, journey.checkpoint, side, passed.licence)
    return _tried(journey, kind, paid, move, (_by(kind, paid, journey, law), *leaving.reasons, *passed.reasons))


def _discounted(cost: Tickets, licences: frozenset[Licence]) -> Tickets:
    """One Ticket less of each kind for which there is a licence, never less than none."""
    for kind, licence in DISCOUNTS.items():
        if licence in licences and cost.of(kind):
            cost = cost.less(Tickets.just(kind, 1))
    return cost


def _by(kind: MoveKind, cost: Tickets, journey: Journey, law: Law) -> Reason:
    facts: dict[str, Fact] = {"from": journey.here, "to": journey.there, "tickets": cost.total}
    return Reason(f"by-{kind}", law.rule("spy.movement"), facts)


def _barred(*reasons: Reason) -> Attempt:
    return Attempt(None, None, None, Decision(None, reasons))


def _tried(
    journey: Journey, kind: MoveKind | None, cost: Tickets | None, move: Move | None, reasons: tuple[Reason, ...]
) -> Attempt:
    decision = Decision(move, reasons)
    return Attempt(kind, cost, move, decision, journey.crosses, journey.checkpoint, journey.side_there)
