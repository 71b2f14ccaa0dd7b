"""What happens in the demo games, as scripts of acts: who does what, and how long before the present."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeAlias

from proposals.voting.rules import Vote

FOR, AGAINST, DEFERENTIAL, VETO = Vote.FOR, Vote.AGAINST, Vote.DEFERENTIAL, Vote.VETO


# An act is plain data; `nomic.demo.play` carries each out through the action that a player's own click would call.

Change: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DemoAct:
    """Something done `ago` before the present, by the Agent of that name; None stands for the Clerk."""

    ago: timedelta
    by: str | None


@dataclass(frozen=True, slots=True)
class Arrive(DemoAct):
    """Somebody asks to be admitted. E is no Agent yet, so that `by` is nobody."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Admit(DemoAct):
    name: str


@dataclass(frozen=True, slots=True)
class Write(DemoAct):
    """A post. `changes` is a change list in its JSON form, but with rules by title and Agents by name."""

    category: str
    title: str
    body: str
    changes: tuple[Change, ...] = ()
    anonymous: bool = False
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class EditPost(DemoAct):
    """A new version of the post of that title; its category and changes stay."""

    title: str
    new_title: str
    body: str


@dataclass(frozen=True, slots=True)
class Remark(DemoAct):
    """A comment on the post of that title, with an icon or without."""

    title: str
    vote: Vote | None = None
    body: str = ""


@dataclass(frozen=True, slots=True)
class Enact(DemoAct):
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fail(DemoAct):
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reopen(DemoAct):
    """A matter that was failed by mistake is opened again; `rule` by title."""

    title: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Ascend(DemoAct):
    """The Ascension Address of whoever has just won. `repeal`: rules by title; `renames` as the form sends them.

    `package`: the name of a theme.
    """

    theme: str
    text: str
    repeal: tuple[str, ...] = ()
    renames: tuple[Change, ...] = ()
    accent: int | None = None
    emblem: str = ""
    package: str = ""


@dataclass(frozen=True, slots=True)
class Resign(DemoAct):
    """An Admin gives up the office."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """What is to be done to a cell of the tracker: `whose` by name, None for a value of the game.

    A `value` of None stands for what the Agent's own dice have shown last.
    """

    column: str
    whose: str | None
    op: str
    value: str | None


@dataclass(frozen=True, slots=True)
class UpdateTracker(DemoAct):
    cells: tuple[CellChange, ...]
    comment: str = ""
    does: str = ""


@dataclass(frozen=True, slots=True)
class Undo(DemoAct):
    """What somebody did to the tracker, known by its comment, is taken back; `rule` by title."""

    comment: str
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class RollDice(DemoAct):
    """Dice; `does` names the act with a budget that the roll is part of."""

    notation: str
    purpose: str
    does: str = ""


@dataclass(frozen=True, slots=True)
class Pen(DemoAct):
    """A new text for a page of the Gamestate: what it says, and `more` beneath."""

    page: str
    more: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Report(DemoAct):
    """A duty, known by words of its text, is done."""

    words: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LookAtDuty(DemoAct):
    """The Clerk's look at a duty whose time is over."""

    words: str


@dataclass(frozen=True, slots=True)
class Send(DemoAct):
    """A private message; `to` is an Agent by name, or None for the Mastermind as such."""

    to: str | None
    subject: str
    body: str
    answers: str = ""


@dataclass(frozen=True, slots=True)
class Open(DemoAct):
    """The oldest message of that subject that one has is opened."""

    subject: str


@dataclass(frozen=True, slots=True)
class VisitGame(DemoAct):
    """Somebody has a look at the game, and at what e was told until then."""


@dataclass(frozen=True, slots=True)
class LookAt(DemoAct):
    """The Clerk's look at a silent Agent."""

    name: str


@dataclass(frozen=True, slots=True)
class AskIdle(DemoAct):
    pass


LENGTH = timedelta(days=34)


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game, which was founded on its day 0 and has lasted `LENGTH`."""
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


def ago(hours: int = 0, minutes: int = 0) -> timedelta:
    return timedelta(hours=hours, minutes=minutes)


def merge_threads(*threads: tuple[DemoAct, ...]) -> tuple[DemoAct, ...]:
    """All acts of several threads, the earliest first."""
    return tuple(sorted((act for thread in threads for act in thread), key=lambda act: act.ago, reverse=True))


@dataclass(frozen=True, slots=True)
class Script:
    """A game to be told: its founder, the username of every player by name, and its acts, the earliest first.

    `length`: how long ago it was founded. `starter`: which kind of game it is.
    """

    slug: str
    title: str
    founder: str
    usernames: Mapping[str, str]
    acts: tuple[DemoAct, ...] = field(repr=False)
    length: timedelta = LENGTH
    starter: str = "blognomic"
