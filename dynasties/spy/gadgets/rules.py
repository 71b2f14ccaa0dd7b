"""Gadgets that are approved: their cost, who owns how many, claims, and the shop. (Rules Gadgets and Spy Shop)"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.mechanics.atlas import SUPPLY_CENTRES
from dynasties.spy.mechanics.tickets import Tickets, missing
from nomic.core.mechanics.decision import Decision, Reason, allowed, refused
from nomic.core.mechanics.law import Law

COSTS, PRICING = "spy.gadget_costs", "spy.gadget_pricing"
CLAIMING, DISCARDING, SHOP = "spy.gadget_claims", "spy.discarding", "spy.shop"
DEAREST = 1_000  # Tickets of a kind


@dataclass(frozen=True, slots=True)
class Belongings:
    """How many Gadgets an Agent owns, and how many e may; no number where the law keeps none."""

    owned: int
    limit: int | None

    @property
    def over(self) -> bool:
        """Whether e owns more than e may: only then may others claim."""
        return self.limit is not None and self.owned > self.limit

    @property
    def full(self) -> bool:
        """Whether one more would be too many."""
        return self.limit is not None and self.owned >= self.limit


def gadget_limit(law: Law) -> int:
    """How many Gadgets a new Agent may own."""
    return law.count("spy.gadget_limit") or 0


def price_by(approved_at: datetime, law: Law) -> datetime | None:
    """By when the Mastermind shall have set the cost; None where the law gives no time."""
    within = law.duration(PRICING)
    return None if within is None else approved_at + within


def may_price(approved_at: datetime, priced: bool, law: Law, now: datetime) -> Decision[bool]:
    """Whether the Mastermind may set this Gadget's cost. Late is still allowed, for what has none yet."""
    due = price_by(approved_at, law)
    # Within 48 hours of the approval e may think again; after that a cost stands.
    if priced and due is not None and now > due:
        return refused("price-stands", law.rule(PRICING), until=due)
    return allowed()


def may_claim(claimant: Belongings, owner: Belongings, *, own: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may claim a Gadget of another. (Rule Gadgets; row 74)"""
    if not law.carries(CLAIMING):
        return law.requires(CLAIMING)
    rule = law.rule(CLAIMING)
    # Any other Agent may claim one
    if own:
        return refused("claim-of-ones-own", rule)
    # of whoever owns more than eir number allows,
    if not owner.over:
        return refused("not-over-the-limit", rule, owned=owner.owned, limit=owner.limit)
    # if that leaves em with no more than eir own number.
    if claimant.full:
        return refused("claim-too-many", rule, owned=claimant.owned, limit=claimant.limit)
    return allowed()


def may_discard(own: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may throw a Gadget away: one of eirs, whenever e likes."""
    if not law.carries(DISCARDING):
        return law.requires(DISCARDING)
    return allowed() if own else refused("not-your-gadget", law.rule(DISCARDING))


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
    against += missing(tickets, cost, rule) if cost else ()
    return Decision(not against, tuple(against))
