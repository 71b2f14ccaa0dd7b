"""What the Iron Curtain says of one way: what crosses it, what bars it, and by what it is passed.

(Rules Iron Curtain, Checkpoint Charlie and Smuggling; Readings 19 and 36–38)
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from dynasties.spy.mechanics.atlas import middles
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.licences import Licence
from dynasties.spy.mechanics.tickets import Ticket, Tickets
from dynasties.spy.mechanics.ways import MoveKind
from nomic.core.mechanics.decision import Fact, Reason
from nomic.core.mechanics.law import Law

CHECKPOINT = frozenset({"BER", "FRA"})


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
    checkpoint = {here, there} == CHECKPOINT and law.carries("spy.checkpoint")
    # Where an Agent has no side yet, no move out crosses.
    apart = None not in (side_here, side_there) and side_here is not side_there
    crosses = apart and not checkpoint and law.carries("spy.curtain")
    return Journey(here, there, side_here, side_there, checkpoint, crosses)


@dataclass(frozen=True, slots=True)
class Pass:
    """What the Iron Curtain says of one way: its price, and by what it is passed or why it is not."""

    cost: Tickets
    licence: Licence | None = None
    reasons: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()


def passing(
    kind: MoveKind, cost: Tickets, journey: Journey, curtain: Curtain, law: Law, licences: Set[Licence]
) -> Pass:
    """Whether such a way may be taken, as far as the Iron Curtain goes. `cost`: the usual price."""
    if journey.checkpoint:
        return Pass(cost, reasons=(Reason("checkpoint-charlie", law.rule("spy.checkpoint")),))
    stopped = _stopped(kind, journey, curtain, law)
    if stopped is None:
        return Pass(cost)
    # An Agent shall not cross, unless a Gadget of eirs or another rule permits it.
    if Licence.CROSS_CURTAIN in licences:
        facts = {"from": journey.here, "to": journey.there, "licence": Licence.CROSS_CURTAIN.value}
        return Pass(cost, Licence.CROSS_CURTAIN, (Reason("crosses-by-gadget", law.rule("spy.curtain"), facts),))
    # From a smuggling territory e may cross by a sea move that costs two Sea Tickets in place of the usual price.
    smuggling = law.count("spy.smuggling_price")
    if kind is MoveKind.SEA and journey.here in curtain.smuggling and smuggling is not None:
        facts = {"from": journey.here, "to": journey.there, "licence": "smuggling"}
        reason = Reason("crosses-by-smuggling", law.rule("spy.smuggling_price"), facts)
        return Pass(Tickets.just(Ticket.SEA, smuggling), reasons=(reason,))
    return Pass(cost, against=(stopped,))


def _stopped(kind: MoveKind, journey: Journey, curtain: Curtain, law: Law) -> Reason | None:
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
