"""Whom an Agent serves, and whom e seems to serve. (Rules Affiliation and Prisons)"""

from __future__ import annotations

from enum import StrEnum

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law


class Affiliation(StrEnum):
    """The four values. A Double Agent's bears in brackets the side that e serves in truth."""

    WORLD = "World"
    MASTERMIND = "Mastermind"
    DOUBLE_WORLD = "Double Agent (World)"
    DOUBLE_MASTERMIND = "Double Agent (Mastermind)"

    @property
    def double(self) -> bool:
        return self not in SIDES

    @property
    def true(self) -> Affiliation:
        """The side that e serves in truth."""
        return TRUE.get(self, self)

    @property
    def apparent(self) -> Affiliation:
        """The side that e appears to serve: of a Double Agent, the one that e does not serve in truth."""
        return OPPOSITE[self.true] if self.double else self


SIDES = (Affiliation.WORLD, Affiliation.MASTERMIND)
OPPOSITE = {Affiliation.WORLD: Affiliation.MASTERMIND, Affiliation.MASTERMIND: Affiliation.WORLD}
TRUE = {
    Affiliation.DOUBLE_WORLD: Affiliation.WORLD,
    Affiliation.DOUBLE_MASTERMIND: Affiliation.MASTERMIND,
}
# ICE holds the prison of the World, and SIB the prison of the Mastermind.
PRISONS = {Affiliation.WORLD: "ICE", Affiliation.MASTERMIND: "SIB"}
NAMES = {prison: side for side, prison in PRISONS.items()}


def prison_of(side: Affiliation) -> str:
    """The territory with the prison of a side: ICE or SIB. Raises `KeyError` for what is no side."""
    return PRISONS[side]


def name_of_prison(prison: str) -> Affiliation:
    """The side that a prison bears in its name. Raises `KeyError` for a territory without one."""
    return NAMES[prison]


def may_declare(current: Affiliation | None, now: Affiliation, law: Law) -> Decision[bool]:
    """Whether an Agent whose Affiliation is `current` (None: not declared yet) may declare `now`."""
    if not law.carries("spy.affiliation"):
        return law.requires("spy.affiliation")
    # Once declared, an Affiliation changes only where a rule lets it. To say the same again changes nothing.
    if current is not None and current is not now:
        return refused("affiliation-stands", law.rule("spy.affiliation"))
    return allowed()
