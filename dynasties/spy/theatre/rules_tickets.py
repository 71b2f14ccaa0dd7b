"""Air, Sea and Land Tickets: what they cover, a newcomer's, supplies, and the exchange. (Rule Tickets)"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dynasties.spy.mechanics.atlas import SUPPLY_CENTRES
from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.wordings import in_band


class Ticket(StrEnum):
    AIR = "air"
    SEA = "sea"
    LAND = "land"

    @property
    def label(self) -> str:
        """What one of them is called: “Air Ticket”."""
        return f"{self.value.title()} Ticket"


class Supply(StrEnum):
    """What a roll for supplies may bring: a Ticket of a kind, or one's whereabouts in the news."""

    AIR = "air"
    SEA = "sea"
    LAND = "land"
    NEWS = "news"

    @property
    def ticket(self) -> Ticket | None:
        return None if self is Supply.NEWS else Ticket(self.value)


@dataclass(frozen=True, slots=True, order=True)
class Tickets:
    """How many of each kind. It never holds fewer than none."""

    air: int = 0
    sea: int = 0
    land: int = 0

    @classmethod
    def just(cls, kind: Ticket, count: int) -> Tickets:
        """So many of one kind, and none of the others."""
        return cls(**{kind.value: count})

    def of(self, kind: Ticket) -> int:
        return (self.air, self.sea, self.land)[_PLACES[kind]]

    @property
    def total(self) -> int:
        return self.air + self.sea + self.land

    def plus(self, more: Tickets) -> Tickets:
        return Tickets(self.air + more.air, self.sea + more.sea, self.land + more.land)

    def less(self, cost: Tickets) -> Tickets:
        """What is left. Raises `ValueError` if they do not cover the cost: ask before."""
        if not self.covers(cost):
            raise ValueError(f"{self} does not cover {cost}")
        return Tickets(self.air - cost.air, self.sea - cost.sea, self.land - cost.land)

    def covers(self, cost: Tickets) -> bool:
        return self.air >= cost.air and self.sea >= cost.sea and self.land >= cost.land

    def as_facts(self) -> dict[str, int]:
        return {"air": self.air, "sea": self.sea, "land": self.land}


_PLACES = {kind: place for place, kind in enumerate(Ticket)}
FREE = Tickets()


def missing(tickets: Tickets, cost: Tickets, rule: str) -> tuple[Reason, ...]:
    """A reason for each kind of which there are too few."""
    short = (kind for kind in Ticket if tickets.of(kind) < cost.of(kind))
    facts = ({"kind": kind.value, "has": tickets.of(kind), "needs": cost.of(kind)} for kind in short)
    return tuple(Reason("no-ticket", rule, each) for each in facts)


def outfit(law: Law) -> tuple[int, int] | None:
    """The sides of the die that falls for each kind of a newcomer's Tickets, and what is added to it."""
    if not law.carries("spy.outfit"):
        return None
    return law.count("spy.outfit_die") or 0, law.count("spy.outfit_added") or 0


def may_roll_from(place: str | None, rule: str) -> Decision[bool]:
    """Whether one may roll for supplies where one is: in a supply centre."""
    if place in SUPPLY_CENTRES:
        return Decision(True)
    return Decision(False, (Reason("not-in-supply-centre", rule, {"place": place}),))


def supply(roll: int, law: Law) -> frozenset[Supply]:
    """What a roll for supplies brings: nothing, one thing, or several if the law lets its numbers overlap."""
    return frozenset(each for each in Supply if in_band(roll, law[f"spy.supply_{each}"]))


def exchange(tickets: Tickets, give: Ticket, take: Ticket, times: int, law: Law) -> Decision[Tickets | None]:
    """The Tickets after an exchange that gains `times` of the kind `take`; None if it may not be. (Rule Tickets)"""
    if refusal := law.requires("spy.exchange").reasons:
        return Decision(None, refusal)
    rule = law.rule("spy.exchange")
    if times < 1:
        return Decision(None, (Reason("exchange-for-nothing", rule),))
    # For each Ticket of one kind that e gains, e spends two of another kind.
    if give is take:
        return Decision(None, (Reason("exchange-for-the-same", rule, {"kind": give.value}),))
    cost = Tickets.just(give, times * (law.count("spy.exchange_price") or 0))
    if too_few := missing(tickets, cost, rule):
        return Decision(None, too_few)
    facts = {"give": give.value, "spent": cost.total, "take": take.value, "gained": times}
    return Decision(tickets.less(cost).plus(Tickets.just(take, times)), (Reason("exchanged", rule, facts),))
