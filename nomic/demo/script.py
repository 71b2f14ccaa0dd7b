"""What happens in the demo game, as a script of acts: who does what, and how long before the present.

An act is plain data; `nomic.demo.stage` carries each out through the action that a player's own click would call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeAlias

from proposals.mechanics.votes import Vote

Change: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """Something done `ago` before the present, by the Agent of that name; None stands for the Clerk."""

    ago: timedelta
    by: str | None


@dataclass(frozen=True, slots=True)
class Arrive(Act):
    """Somebody asks to be admitted. E is no Agent yet, so that `by` is nobody."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Admit(Act):
    name: str


@dataclass(frozen=True, slots=True)
class Write(Act):
    """A post. `changes` is a change list in its JSON form, but with rules by title and Agents by name."""

    category: str
    title: str
    body: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit(Act):
    """A new version of the post of that title; its category and changes stay."""

    title: str
    new_title: str
    body: str


@dataclass(frozen=True, slots=True)
class Remark(Act):
    """A comment on the post of that title, with an icon or without."""

    title: str
    vote: Vote | None = None
    body: str = ""


@dataclass(frozen=True, slots=True)
class Enact(Act):
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fail(Act):
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LookAt(Act):
    """The Clerk's look at a silent Agent."""

    name: str


@dataclass(frozen=True, slots=True)
class AskIdle(Act):
    pass


LENGTH = timedelta(days=24)


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game, which was founded on its day 0 and has lasted `LENGTH`."""
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


def ago(hours: int = 0, minutes: int = 0) -> timedelta:
    return timedelta(hours=hours, minutes=minutes)


@dataclass(frozen=True, slots=True)
class Script:
    """A game to be told: its founder, the username of every player by name, and its acts, the earliest first."""

    slug: str
    title: str
    founder: str
    usernames: Mapping[str, str]
    acts: tuple[Act, ...] = field(repr=False)
