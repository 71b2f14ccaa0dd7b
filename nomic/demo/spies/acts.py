"""What else happens in a game of spies: the acts of its script, beside those of `nomic.demo.script`.

Missions are known by their titles, Gadgets and requests by their names.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from dynasties.spy.mechanics.gadget_requests import Say
from nomic.demo.script import Act

Added: TypeAlias = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Declare(Act):
    """An Affiliation is declared, as `allegiance.Affiliation` writes it."""

    side: str


@dataclass(frozen=True, slots=True)
class Deal(Act):
    """Everybody who has no Location yet is dealt one at random."""


@dataclass(frozen=True, slots=True)
class Assign(Act):
    """Somebody is assigned a first Location, by its code."""

    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Move(Act):
    to: str


@dataclass(frozen=True, slots=True)
class Wander(Act):
    """A move of somebody of whom the script does not know where chance has put em: to the next best place."""


@dataclass(frozen=True, slots=True)
class Exchange(Act):
    give: str
    take: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Supplies(Act):
    """A roll for supplies, in a supply centre."""

    quiet: bool = False


@dataclass(frozen=True, slots=True)
class OpenMission(Act):
    """A mission. `gains` and `losses` by the tracker's columns; `places` are what the server looks at, for `crowd`."""

    title: str
    description: str
    goals: str
    reward: str
    closing: str
    penalty: str
    gains: tuple[Added, ...] = ()
    losses: tuple[Added, ...] = ()
    places: tuple[str, ...] = ()
    crowd: int = 1
    closes_after: int | None = None


@dataclass(frozen=True, slots=True)
class Gather(Act):
    """A group for a mission: founded, its others asked in, and joined by them."""

    title: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim(Act):
    """The Mastermind is told that the goals are met, by one or by the group that e is in."""

    title: str
    words: str
    group: bool = False


@dataclass(frozen=True, slots=True)
class Accept(Act):
    """The Mastermind accepts the claim of that mission that waits."""

    title: str


@dataclass(frozen=True, slots=True)
class Refuse(Act):
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Close(Act):
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Cancel(Act):
    title: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Answer(Act):
    """A comment on the post that announced a mission."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class RaiseGadgets(Act):
    pass


@dataclass(frozen=True, slots=True)
class Ask(Act):
    """A request for a Gadget."""

    gadget: str
    description: str
    licences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voice(Act):
    """Something said of a pending request."""

    gadget: str
    say: Say
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Add(Act):
    gadget: str


@dataclass(frozen=True, slots=True)
class Price(Act):
    gadget: str
    air: int
    sea: int
    land: int


@dataclass(frozen=True, slots=True)
class Buy(Act):
    gadget: str


@dataclass(frozen=True, slots=True)
class Capture(Act):
    """The Mastermind is told whom somebody would capture."""

    target: str


@dataclass(frozen=True, slots=True)
class Rule(Act):
    """The Mastermind rolls for the capture that waits."""


@dataclass(frozen=True, slots=True)
class Rescue(Act):
    """Whoever of these is held where one is, is freed: chance has decided which."""

    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disclose(Act):
    about: str
    to: str
    what: str = "affiliation"


@dataclass(frozen=True, slots=True)
class Notice(Act):
    """The Mastermind posts that somebody was seen at Checkpoint Charlie."""


@dataclass(frozen=True, slots=True)
class LookAround(Act):
    """The Clerk opens the errands whose moment has come, and looks at requests and Agents that are due."""


LENGTH = timedelta(days=28)


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game of spies, which was founded on its day 0."""
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)
