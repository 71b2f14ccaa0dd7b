"""Whom an Agent serves, and everything else that is top secret about one spy, as one record. (Rules Affiliation,
Location, Smuggling, Capture and Prisons; Reading 49)
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, Self

from dynasties.spy.theatre.rules_map import Curtain, Side


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
TRUE = {Affiliation.DOUBLE_WORLD: Affiliation.WORLD, Affiliation.DOUBLE_MASTERMIND: Affiliation.MASTERMIND}
# ICE holds the prison of the World, and SIB the prison of the Mastermind.
PRISONS = {Affiliation.WORLD: "ICE", Affiliation.MASTERMIND: "SIB"}
NAMES = {prison: side for side, prison in PRISONS.items()}


def prison_of(side: Affiliation) -> str:
    """The territory with the prison of a side: ICE or SIB. Raises `KeyError` for what is no side."""
    return PRISONS[side]


def name_of_prison(prison: str) -> Affiliation:
    """The side that a prison bears in its name. Raises `KeyError` for a territory without one."""
    return NAMES[prison]


# Everything top secret about one spy, as one record. (Rules Affiliation, Location, Smuggling, Prisons)


@dataclass(frozen=True, slots=True)
class SecretState:
    """What the Mastermind keeps of an Agent at one moment; None is what e has not, or not yet.

    `affiliation`: one of the four; `location`: a territory's code; `side`: the kept side of the Iron Curtain, `free` or
    `behind`; `prison`: the code of the prison in which e is a prisoner; `walked_in`: e came to eir Location by a move
    of eir own, and not in any other way.
    """

    agent: int
    affiliation: str | None = None
    location: str | None = None
    side: str | None = None
    prison: str | None = None
    walked_in: bool = False

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        """From plain JSON, in which other facts may stand beside it."""
        return cls(**{each.name: kept[each.name] for each in fields(cls)})

    @property
    def affiliation_served(self) -> Affiliation | None:
        """The Affiliation as the mechanics take it."""
        return Affiliation(self.affiliation) if self.affiliation else None

    @property
    def kept_side(self) -> Side | None:
        """The side as the mechanics take it."""
        return Side(self.side) if self.side else None

    def to_json(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)


# What becomes of a cover when somebody is put in a territory, and did not move there. (Rules Smuggling, Capture)


def state_after_placing(cover: SecretState, to: str, curtain: Curtain, *, prison: str | None = None) -> SecretState:
    """The same Agent, put there. `prison`: e is a prisoner in it; else e is none. (Reading 49)"""
    kept = cover.kept_side
    here = curtain.side(cover.location, kept) if cover.location else kept
    # Who came in another way is on the side of the last territory that was clearly on one. (Reading 19)
    side = curtain.side(to, here)
    return replace(cover, location=to, side=side.value if side else None, prison=prison, walked_in=False)


EVENT_PREFIX, SECRET_ROLL = "spy.", "dice.rolled-in-secret"
STORY_PART, STORY_REVEALED = "spy.opened", "spy.revealed"
