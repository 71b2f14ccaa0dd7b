"""What a matter is made of before it is judged: its kind, its ballots, and the Agents of the moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Vote(StrEnum):
    """A comment's icon."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    DEFERENTIAL = "DEFERENTIAL"
    VETO = "VETO"


class Status(StrEnum):
    """What has become of a matter. Calls for Judgment and Declarations of Victory are shown as passed, not enacted."""

    PENDING = "pending"
    ENACTED = "enacted"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"
    ILLEGAL = "illegal"

    def shown(self, kind: Kind) -> str:
        return "passed" if self is Status.ENACTED and kind is not Kind.PROPOSAL else self.value


class Kind(StrEnum):
    """The three kinds of matter."""

    PROPOSAL = "proposal"
    CFJ = "cfj"
    DOV = "dov"


# Calls for Judgment and Declarations of Victory know FOR and AGAINST only. (Readings 7, 13)
ICONS = {Kind.PROPOSAL: tuple(Vote), Kind.CFJ: (Vote.FOR, Vote.AGAINST), Kind.DOV: (Vote.FOR, Vote.AGAINST)}


@dataclass(frozen=True, slots=True)
class Ballot:
    """One icon that somebody put in a comment, at an aware UTC moment."""

    voter: str
    vote: Vote
    at: datetime


@dataclass(frozen=True, slots=True)
class Roster:
    """Who plays at one moment. `agents` are not idle and include the Mastermind, unless e is idle emself."""

    agents: tuple[str, ...]
    idle: frozenset[str] = frozenset()
    mastermind: str | None = None


@dataclass(frozen=True, slots=True)
class Latch:
    """The moment at which a quorum agreed on a Call for Judgment, FOR or AGAINST. What comes later changes nothing.

    `ballots` is how many had been cast by then, the agreeing one included; None means all of that moment. `roster` and
    `quorum` are those of then; where they are not known, today's serve.
    """

    outcome: Vote
    at: datetime
    ballots: int | None = None
    roster: Roster | None = None
    quorum: int | None = None


@dataclass(frozen=True, slots=True)
class Matter:
    """A Proposal, Call for Judgment or Declaration of Victory, with every ballot in the order of casting.

    `queue_position` counts from 1 and concerns Proposals only; `older` names what stands before it, for the page.
    `watched`: whether a quorum on a Call for Judgment agreed was looked for at each event; then `latched` says all, and
    its votes are not gone through with the roster of today.
    """

    kind: Kind
    author: str
    posted_at: datetime
    ballots: tuple[Ballot, ...] = ()
    queue_position: int = 1
    older: str | None = None
    latched: Latch | None = None
    watched: bool = False
