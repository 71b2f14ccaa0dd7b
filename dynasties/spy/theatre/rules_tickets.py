"""Air, Sea and Land Tickets, supplies and the exchange; and the columns that the tracker keeps for the spies. (Rule
Tickets)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dynasties.spy.dials import (
    EXCHANGE,
    EXCHANGE_PRICE,
    GADGET_LIMIT,
    OUTFIT,
    OUTFIT_ADDED,
    OUTFIT_DIE,
    SUPPLY_AIR,
    SUPPLY_LAND,
    SUPPLY_NEWS,
    SUPPLY_SEA,
)
from dynasties.spy.theatre.rules_map import SUPPLY_CENTRES
from dynasties.tracker.rules import ColumnFacts, ColumnKind, Scope
from nomic.core.decision import Decision, Reason
from nomic.core.law.rules import Law
from nomic.core.law.rules_wordings import in_band


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


def missing_tickets(tickets: Tickets, cost: Tickets, rule: str) -> tuple[Reason, ...]:
    """A reason for each kind of which there are too few."""
    short = (kind for kind in Ticket if tickets.of(kind) < cost.of(kind))
    facts = ({"kind": kind.value, "has": tickets.of(kind), "needs": cost.of(kind)} for kind in short)
    return tuple(Reason("no-ticket", rule, each) for each in facts)


def outfit(law: Law) -> tuple[int, int] | None:
    """The sides of the die that falls for each kind of a newcomer's Tickets, and what is added to it."""
    if not law.carries(OUTFIT):
        return None
    return law[OUTFIT_DIE], law[OUTFIT_ADDED]


def may_roll_from(place: str | None, rule: str) -> Decision[bool]:
    """Whether one may roll for supplies where one is: in a supply centre."""
    if place in SUPPLY_CENTRES:
        return Decision(True)
    return Decision(False, (Reason("not-in-supply-centre", rule, {"place": place}),))


DIAL_OF_SUPPLY = {Supply.AIR: SUPPLY_AIR, Supply.SEA: SUPPLY_SEA, Supply.LAND: SUPPLY_LAND, Supply.NEWS: SUPPLY_NEWS}


def supply(roll: int, law: Law) -> frozenset[Supply]:
    """What a roll for supplies brings: nothing, one thing, or several if the law lets its numbers overlap."""
    return frozenset(each for each in Supply if in_band(roll, law[DIAL_OF_SUPPLY[each]]))


def after_exchange(tickets: Tickets, give: Ticket, take: Ticket, times: int, law: Law) -> Decision[Tickets | None]:
    """The Tickets after an exchange that gains `times` of the kind `take`; None if it may not be. (Rule Tickets)"""
    if refusal := law.requires(EXCHANGE).reasons:
        return Decision(None, refusal)
    rule = law.rule(EXCHANGE)
    if times < 1:
        return Decision(None, (Reason("exchange-for-nothing", rule),))
    # For each Ticket of one kind that e gains, e spends two of another kind.
    if give is take:
        return Decision(None, (Reason("exchange-for-the-same", rule, {"kind": give.value}),))
    cost = Tickets.just(give, times * law[EXCHANGE_PRICE])
    if too_few := missing_tickets(tickets, cost, rule):
        return Decision(None, too_few)
    facts = {"give": give.value, "spent": cost.total, "take": take.value, "gained": times}
    return Decision(tickets.less(cost).plus(Tickets.just(take, times)), (Reason("exchanged", rule, facts),))


# What the tracker keeps for the spy dynasty: the names of its columns, how they begin, and the pages that it reads.

AIR_TICKETS, SEA_TICKETS, LAND_TICKETS = "Air Tickets", "Sea Tickets", "Land Tickets"
TICKET_COLUMNS: Mapping[Ticket, str] = {Ticket.AIR: AIR_TICKETS, Ticket.SEA: SEA_TICKETS, Ticket.LAND: LAND_TICKETS}
GADGETS_COLUMN, LKL_COLUMN, RANK_COLUMN = "Gadgets", "LKL", "Rank"
COLUMN_NAMES = (AIR_TICKETS, SEA_TICKETS, LAND_TICKETS, GADGETS_COLUMN, LKL_COLUMN, RANK_COLUMN)
CURTAIN_TITLE, LEGEND_TITLE = "Iron Curtain", "Legend"  # the pages that the rules of the map speak of


class Rank(StrEnum):
    """From the lowest up; the value is what the tracker shows."""

    BEGINNER = "Beginner Spy"
    STANDARD = "Standard Spy"
    EXPERIENCED = "Experienced Spy"
    MASTER = "Master Spy"

    @property
    def label(self) -> str:
        return self.value


RANKS = tuple(each.value for each in Rank)


def is_usable_column(name: str, column: ColumnFacts) -> bool:
    """Whether a column of that name can be the spies': each Agent has one of the right kind, for everybody to see."""
    kinds = {LKL_COLUMN: {ColumnKind.TEXT}, RANK_COLUMN: {ColumnKind.CHOICE, ColumnKind.TEXT}}.get(
        name, {ColumnKind.NUMBER}
    )
    return column.scope is Scope.AGENT and not column.secret and column.kind in kinds


def column_changes(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """The changes that make the columns, each carried by the rule that speaks of it."""
    number = {"kind": "make-column", "column_kind": "number", "least": 0}
    return [
        *(number | {"name": each, "rule": rules["Tickets"]} for each in (AIR_TICKETS, SEA_TICKETS, LAND_TICKETS)),
        number | {"name": GADGETS_COLUMN, "rule": rules["Gadgets"]},
        {"kind": "make-column", "column_kind": "text", "name": LKL_COLUMN, "rule": rules["Location"]},
        {
            "kind": "make-column",
            "column_kind": "choice",
            "name": RANK_COLUMN,
            "rule": rules["Ranks"],
            "choices": list(RANKS),
            "standard": RANKS[0],
        },
    ]


def gadget_limit(law: Law) -> int:
    """How many Gadgets a new Agent may own."""
    return law[GADGET_LIMIT]
