"""What Players do with Proposals and the Clock, as acts of a script. A Proposal is known by its Number."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from nomic.demo.script import Act, Change

# 36 midnights, of which 2 fell into a pause of the Clock: at the end of it, nday 11 of nweek 3.
LENGTH = timedelta(days=36)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Submit(Act):
    """`changes`: in their JSON form, but with rules by title; `depends`, `conflicts`: as the form takes them."""

    name: str
    body: str
    changes: tuple[Change, ...] = ()
    depends: str = ""
    conflicts: str = ""


@dataclass(frozen=True, slots=True)
class Revise(Act):
    """A Pending Proposal is submitted anew: all of it is as it is here."""

    number: int
    name: str
    body: str
    changes: tuple[Change, ...] = ()
    depends: str = ""
    conflicts: str = ""


@dataclass(frozen=True, slots=True)
class Cast(Act):
    number: int
    vote: str


@dataclass(frozen=True, slots=True)
class Say(Act):
    """A comment on a Proposal."""

    number: int
    body: str


@dataclass(frozen=True, slots=True)
class Pause(Act):
    """The Clock pauses for so many days, and so many midnights go by."""

    days: int
    why: str


@dataclass(frozen=True, slots=True)
class CarriedOut(Act):
    number: int
    why: str


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game, which was founded on its day 0.

    At whatever time of day it was founded, exactly `day` midnights have gone by at hour 0.
    """
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


def sitting(
    ago: timedelta, by: str, for_: Collection[int] = (), against: Collection[int] = (), abstain: Collection[int] = ()
) -> tuple[Act, ...]:
    """Somebody goes down the ballot, a vote a minute."""
    votes = dict.fromkeys(for_, "FOR") | dict.fromkeys(against, "AGAINST") | dict.fromkeys(abstain, "ABSTAIN")
    return tuple(Cast(ago - MINUTE * place, by, number, votes[number]) for place, number in enumerate(sorted(votes)))


def rule(title: str, text: str) -> Change:
    """A change that enacts a rule."""
    return {"kind": "enact", "section": "dynastic", "title": title, "text": text}


def amend(title: str, find: str, replace: str) -> Change:
    return {"kind": "replace", "rule": title, "find": find, "replace": replace}
