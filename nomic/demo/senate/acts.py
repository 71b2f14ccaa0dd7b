"""What senators do, as acts of a script. An Episode is known by its number; seats and rounds count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from nomic.demo.script import Act

LENGTH = timedelta(days=9)


@dataclass(frozen=True, slots=True)
class Convene(Act):
    """`config`: what `convening.convene` takes beside seats and rounds."""

    seats: int
    rounds: int
    config: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sit(Act):
    episode: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatProgram(Act):
    """A program that `by` answers for takes a seat."""

    episode: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatScript(Act):
    episode: int
    seat: int
    script: str


@dataclass(frozen=True, slots=True)
class OpenEpisode(Act):
    episode: int


@dataclass(frozen=True, slots=True)
class Decide(Act):
    """A person decides in eir seat."""

    episode: int
    round: int
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProgramDecides(Act):
    """The program that `by` answers for decides."""

    episode: int
    seat: int
    round: int
    raw: Mapping[str, Any]


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game, which was founded on its day 0."""
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


def says(
    vote: str, *priorities: int, amendment: str = "none", note: tuple[int, str] | None = None, **extras: bool
) -> dict[str, Any]:
    """A raw decision. `note`: to which seat, and what; `extras`: filibuster, veto."""
    sent = {"to": note[0], "text": note[1]} if note else None
    weights = list(priorities) or [1, 1, 1]
    return {"vote": vote, "priorities": weights, "amendment": amendment, "note": sent, **extras}
