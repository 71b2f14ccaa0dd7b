"""Everything top secret about one spy, as one record. (Rules Affiliation, Location, Smuggling, Prisons)"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from dynasties.spy.mechanics.allegiance import Affiliation
from dynasties.spy.mechanics.curtain import Side


@dataclass(frozen=True, slots=True)
class Cover:
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
    def read(cls, kept: dict[str, Any]) -> Self:
        """From plain JSON, in which other facts may stand beside it."""
        return cls(**{each.name: kept[each.name] for each in fields(cls)})

    @property
    def serves(self) -> Affiliation | None:
        """The Affiliation as the mechanics take it."""
        return Affiliation(self.affiliation) if self.affiliation else None

    @property
    def kept_side(self) -> Side | None:
        """The side as the mechanics take it."""
        return Side(self.side) if self.side else None

    @property
    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)
