"""What a Gadget's approval may license: a fixed list, which the mechanics read. (Rule Gadgets)"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from dynasties.spy.mechanics.tickets import Ticket


class Licence(StrEnum):
    CROSS_CURTAIN = "cross-curtain"
    LEAVE_PRISON = "leave-prison"
    DISCOUNT_AIR = "discount-air"
    DISCOUNT_SEA = "discount-sea"
    DISCOUNT_LAND = "discount-land"

    @property
    def label(self) -> str:
        return LABELS[self]

    @property
    def sentence(self) -> str:
        """What it lets its owner do, in a sentence."""
        return SENTENCES[self]


LABELS = {
    Licence.CROSS_CURTAIN: "Cross the Iron Curtain",
    Licence.LEAVE_PRISON: "Leave prison",
    Licence.DISCOUNT_AIR: "One Air Ticket less",
    Licence.DISCOUNT_SEA: "One Sea Ticket less",
    Licence.DISCOUNT_LAND: "One Land Ticket less",
}
SENTENCES = {
    Licence.CROSS_CURTAIN: "Its owner may move across the Iron Curtain, either way, by any kind of move.",
    Licence.LEAVE_PRISON: "Its owner may move out of a prison in which e is held.",
    Licence.DISCOUNT_AIR: "A move by air costs its owner one Air Ticket less, but never less than none.",
    Licence.DISCOUNT_SEA: "A move by sea costs its owner one Sea Ticket less, but never less than none.",
    Licence.DISCOUNT_LAND: "A hop costs its owner one Land Ticket less, but never less than none.",
}
DISCOUNTS = {
    Ticket.AIR: Licence.DISCOUNT_AIR,
    Ticket.SEA: Licence.DISCOUNT_SEA,
    Ticket.LAND: Licence.DISCOUNT_LAND,
}


def known(names: Iterable[str]) -> tuple[Licence, ...]:
    """The licences of these names, in their own order; other names let nobody do anything."""
    wanted = set(names)
    return tuple(each for each in Licence if each.value in wanted)
