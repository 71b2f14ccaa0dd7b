"""Gadgets that are approved: their cost, what they license, who owns how many, claims, and the shop. (Rules Gadgets
and Spy Shop)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from dynasties.spy.dials import DISCARDING, GADGET_CLAIMS, GADGET_PRICING, SHOP
from dynasties.spy.theatre.rules_map import SUPPLY_CENTRES
from dynasties.spy.theatre.rules_tickets import Ticket, Tickets, missing_tickets
from nomic.core.decision import Decision, Reason, permission, refusal
from nomic.core.law.rules import Law

DEAREST = 1_000  # Tickets of a kind


@dataclass(frozen=True, slots=True)
class Belongings:
    """How many Gadgets an Agent owns, and how many e may; no number where the law keeps none."""

    owned: int
    limit: int | None

    @property
    def is_over(self) -> bool:
        """Whether e owns more than e may: only then may others claim."""
        return self.limit is not None and self.owned > self.limit

    @property
    def is_full(self) -> bool:
        """Whether one more would be too many."""
        return self.limit is not None and self.owned >= self.limit


def price_due_at(approved_at: datetime, law: Law) -> datetime | None:
    """By when the Mastermind shall have set the cost; None where the law gives no time."""
    within = law[GADGET_PRICING]
    return None if within is None else approved_at + within


def may_price(approved_at: datetime, priced: bool, law: Law, now: datetime) -> Decision[bool]:
    """Whether the Mastermind may set this Gadget's cost. Late is still allowed, for what has none yet."""
    due = price_due_at(approved_at, law)
    # Within 48 hours of the approval e may think again; after that a cost stands.
    if priced and due is not None and now > due:
        return refusal("price-stands", law.rule(GADGET_PRICING), until=due)
    return permission()


def may_claim(claimant: Belongings, owner: Belongings, *, own: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may claim a Gadget of another. (Rule Gadgets; row 74)"""
    if not law.carries(GADGET_CLAIMS):
        return law.requires(GADGET_CLAIMS)
    rule = law.rule(GADGET_CLAIMS)
    # Any other Agent may claim one
    if own:
        return refusal("claim-of-ones-own", rule)
    # of whoever owns more than eir number allows,
    if not owner.is_over:
        return refusal("not-over-the-limit", rule, owned=owner.owned, limit=owner.limit)
    # if that leaves em with no more than eir own number.
    if claimant.is_full:
        return refusal("claim-too-many", rule, owned=claimant.owned, limit=claimant.limit)
    return permission()


def may_discard(own: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may throw a Gadget away: one of eirs, whenever e likes."""
    if not law.carries(DISCARDING):
        return law.requires(DISCARDING)
    return permission() if own else refusal("not-your-gadget", law.rule(DISCARDING))


def may_buy(location: str | None, cost: Tickets | None, tickets: Tickets, law: Law) -> Decision[bool]:
    """Whether an Agent may buy an approved Gadget; the answer is for em alone, since eir Location is top secret.

    `cost` is None where none has been set. To own more than one may is no bar: others may then claim.
    """
    if not law.carries(SHOP):
        return law.requires(SHOP)
    rule, against = law.rule(SHOP), list[Reason]()
    # An Agent in a supply centre
    if location not in SUPPLY_CENTRES:
        against.append(Reason("not-at-a-supply-centre", rule))
    # may buy any approved Gadget whose cost has been set.
    if cost is None:
        against.append(Reason("no-price-yet", rule))
    # E spends its Air, Sea and Land Tickets all at once, or does not buy.
    against += missing_tickets(tickets, cost, rule) if cost else ()
    return Decision(not against, tuple(against))


# What a Gadget's approval may license: a fixed list, which the mechanics read. (Rule Gadgets)


class GadgetLicence(StrEnum):
    CROSS_CURTAIN = "cross-curtain"
    LEAVE_PRISON = "leave-prison"
    DISCOUNT_AIR = "discount-air"
    DISCOUNT_SEA = "discount-sea"
    DISCOUNT_LAND = "discount-land"

    @property
    def label(self) -> str:
        return LICENCE_LABELS[self]

    @property
    def sentence(self) -> str:
        """What it lets its owner do, in a sentence."""
        return LICENCE_SENTENCES[self]


LICENCE_LABELS = {
    GadgetLicence.CROSS_CURTAIN: "Cross the Iron Curtain",
    GadgetLicence.LEAVE_PRISON: "Leave prison",
    GadgetLicence.DISCOUNT_AIR: "One Air Ticket less",
    GadgetLicence.DISCOUNT_SEA: "One Sea Ticket less",
    GadgetLicence.DISCOUNT_LAND: "One Land Ticket less",
}
LICENCE_SENTENCES = {
    GadgetLicence.CROSS_CURTAIN: "Its owner may move across the Iron Curtain, either way, by any kind of move.",
    GadgetLicence.LEAVE_PRISON: "Its owner may move out of a prison in which e is held.",
    GadgetLicence.DISCOUNT_AIR: "A move by air costs its owner one Air Ticket less, but never less than none.",
    GadgetLicence.DISCOUNT_SEA: "A move by sea costs its owner one Sea Ticket less, but never less than none.",
    GadgetLicence.DISCOUNT_LAND: "A hop costs its owner one Land Ticket less, but never less than none.",
}
DISCOUNT_LICENCES = {
    Ticket.AIR: GadgetLicence.DISCOUNT_AIR,
    Ticket.SEA: GadgetLicence.DISCOUNT_SEA,
    Ticket.LAND: GadgetLicence.DISCOUNT_LAND,
}


def known_licences(names: Iterable[str]) -> tuple[GadgetLicence, ...]:
    """The licences of these names, in their own order; other names let nobody do anything."""
    wanted = set(names)
    return tuple(each for each in GadgetLicence if each.value in wanted)
