"""How votes count, one by one, and the quorum. (Rules Voting, Dynasties and Keywords; Readings 1 to 7, 40, 41, 44)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval
from proposals.mechanics.votes import Ballot, Kind, Matter, Roster, Vote


class As(StrEnum):
    """How a vote counts, once it is resolved."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    VETO = "VETO"
    ABSTAIN = "abstain"
    UNRESOLVED = "unresolved"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Counted:
    """One line of the trail: who cast what and when (nothing, if implied), how it counts, and the code of why."""

    voter: str
    cast: Vote | None
    at: datetime | None
    as_: As
    why: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The count at one moment. `deferential` counts those not resolved; `counted` is the trail behind the numbers."""

    for_: int = 0
    against: int = 0
    deferential: int = 0
    abstain: int = 0
    vetoed: bool = False
    self_killed: bool = False
    counted: tuple[Counted, ...] = ()

    @property
    def counts(self) -> dict[str, int | bool]:
        """The numbers alone, as the record and the referee write them."""
        return {
            "for": self.for_,
            "against": self.against,
            "deferential": self.deferential,
            "abstain": self.abstain,
            "vetoed": self.vetoed,
            "self_killed": self.self_killed,
        }

    @property
    def valid(self) -> int:
        """Valid votes: an abstention is one, an unresolved DEFERENTIAL and a VETO are not."""
        return self.for_ + self.against + self.abstain

    @property
    def carried(self) -> bool:
        """Whether more than half of the valid votes are FOR. Exactly half is not more."""
        return 2 * self.for_ > self.valid


@dataclass(frozen=True, slots=True)
class QuorumSum:
    """How the quorum of so many Agents is made up: a share of them, rounded down, and what is added. Exact."""

    count: int
    share: Fraction
    plus: int

    @property
    def portion(self) -> int:
        """The share of these Agents, in whole Agents."""
        return self.count * self.share.numerator // self.share.denominator

    @property
    def is_rounded(self) -> bool:
        """Whether the share is no whole number of Agents."""
        return self.portion != self.count * self.share

    @property
    def total(self) -> int:
        return self.portion + self.plus


def quorum_sum(count: int, law: Law) -> QuorumSum:
    """The quorum of so many Agents, as the law makes it up."""
    return QuorumSum(count, law.share("quorum.share"), law.count("quorum.plus") or 0)


def quorum(count: int, law: Law) -> int:
    """The votes that make a quorum of so many Agents."""
    return quorum_sum(count, law).total


def tally(matter: Matter, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()) -> Tally:
    """Count the matter's votes at `now`, with the roster and the law of that moment.

    On a Proposal a vote cast in hiatus is void (Reading 39); `hiatus` concerns nothing else here.
    """
    if matter.kind is not Kind.PROPOSAL:
        return hands(roster, (ballot for ballot in in_order(matter) if matter.posted_at <= ballot.at <= now))
    sifted = _sift(matter, roster, law, now, hiatus)
    return _sum((*_resolve(sifted, matter, roster, law), *sifted.void), sifted.self_killed)


def hands(roster: Roster, ballots: Iterable[Ballot]) -> Tally:
    """Count plain hands for and against, as on a Call for Judgment or a Declaration of Victory.

    Any other icon is no vote there, an earlier one stands, and silence says nothing (Readings 5, 13, 14).
    """
    standing: dict[str, Ballot] = {}
    void: list[Counted] = []
    for ballot in ballots:
        if ballot.vote in (Vote.FOR, Vote.AGAINST):
            standing[ballot.voter] = ballot
        else:
            void.append(_line(ballot, As.NONE, "for-or-against-only"))
    return _sum((*(_count(ballot, roster, None) for ballot in standing.values()), *void), self_killed=False)


def in_order(matter: Matter) -> list[Ballot]:
    """The ballots by their moments; those of one instant keep the order in which they came."""
    return sorted(matter.ballots, key=lambda ballot: ballot.at)


@dataclass(slots=True)
class _Sifted:
    """The newest valid ballot of each voter, the void ones, and whether the author has killed eir own Proposal."""

    standing: dict[str, Ballot]
    void: list[Counted]
    self_killed: bool = False


def _sift(matter: Matter, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]) -> _Sifted:
    sifted = _Sifted({}, [])
    final = law.carries("voting.self_kill")
    for ballot in in_order(matter):
        # A vote of the future does not exist yet.
        if ballot.at > now:
            break
        if why := _void(ballot, matter, roster, law, hiatus, sifted.self_killed):
            sifted.void.append(_line(ballot, As.NONE, why))
            continue
        # Only the newest valid vote of each counts.
        sifted.standing[ballot.voter] = ballot
        # An author's own explicit AGAINST is final, whatever becomes of em afterwards. (Readings 6, 40)
        if final and ballot.voter == matter.author and ballot.vote is Vote.AGAINST:
            sifted.self_killed = True
    return sifted


def _void(
    ballot: Ballot, matter: Matter, roster: Roster, law: Law, hiatus: Sequence[Interval], killed: bool
) -> str | None:
    """Why this icon is no vote, so that an earlier one stands; None if it is one."""
    # Nobody votes on what is not yet posted, nor on a Proposal in hiatus.
    if ballot.at < matter.posted_at:
        return "before-posting"
    if hiatus and any(stop.covers(ballot.at) for stop in hiatus):
        return "in-hiatus"
    # Who has voted down eir own Proposal does not take it back.
    if killed and ballot.voter == matter.author:
        return "after-self-kill"
    # DEFERENTIAL exists if the law has it, and is not for the Mastermind. (Reading 4)
    if ballot.vote is Vote.DEFERENTIAL and not law.switch("voting.deferential"):
        return "deferential-not-allowed"
    if ballot.vote is Vote.DEFERENTIAL and ballot.voter == roster.mastermind:
        return "mastermind-deferential"
    # VETO exists if the law has it, and is for the Mastermind alone. (Reading 44)
    if ballot.vote is Vote.VETO and not law.switch("voting.veto"):
        return "veto-not-allowed"
    if ballot.vote is Vote.VETO and ballot.voter != roster.mastermind:
        return "not-the-mastermind"
    return None


def _resolve(sifted: _Sifted, matter: Matter, roster: Roster, law: Law) -> list[Counted]:
    implied = _implied(sifted, matter, roster, law)
    followed = _followed(sifted, roster, implied)
    lines = [] if implied is None else [implied]
    return lines + [_count(ballot, roster, followed) for ballot in sifted.standing.values()]


def _implied(sifted: _Sifted, matter: Matter, roster: Roster, law: Law) -> Counted | None:
    """An author's silence is a FOR while e is an Agent and not idle. (Reading 5)"""
    if not law.carries("voting.implied"):
        return None
    if matter.author in sifted.standing or matter.author not in roster.agents:
        return None
    return Counted(matter.author, None, None, As.FOR, "implied")


def _followed(sifted: _Sifted, roster: Roster, implied: Counted | None) -> tuple[As, str]:
    """What a DEFERENTIAL counts as at this moment, and why."""
    # With no Mastermind there is nobody to follow: it abstains, and is a valid vote. (Reading 3)
    if roster.mastermind is None:
        return As.ABSTAIN, "abstains-no-mastermind"
    # An idle Mastermind has no vote to follow. (Reading 40)
    if roster.mastermind not in roster.agents:
        return As.UNRESOLVED, "unresolved-mastermind-idle"
    ballot = sifted.standing.get(roster.mastermind)
    # A VETO is no opinion that another could share. (Reading 41)
    if ballot is not None and ballot.vote is Vote.VETO:
        return As.UNRESOLVED, "unresolved-under-veto"
    if ballot is not None:
        return As(ballot.vote.value), "follows-mastermind"
    # The Mastermind's silence on eir own Proposal is a FOR to follow; on another's it says nothing. (Reading 2)
    if implied is not None and implied.voter == roster.mastermind:
        return As.FOR, "follows-mastermind"
    return As.UNRESOLVED, "unresolved-mastermind-silent"


def _count(ballot: Ballot, roster: Roster, followed: tuple[As, str] | None) -> Counted:
    """How a standing ballot counts; `followed` says what a DEFERENTIAL is, where there are such votes."""
    # Who is idle or has left has no vote. (Reading 40)
    if ballot.voter not in roster.agents:
        return _line(ballot, As.NONE, "idle" if ballot.voter in roster.idle else "left")
    if ballot.vote is Vote.DEFERENTIAL and followed is not None:
        return _line(ballot, *followed)
    return _line(ballot, As(ballot.vote.value), "explicit")


def _line(ballot: Ballot, as_: As, why: str) -> Counted:
    return Counted(ballot.voter, ballot.vote, ballot.at, as_, why)


def _sum(lines: tuple[Counted, ...], self_killed: bool) -> Tally:
    ways = [line.as_ for line in lines]
    return Tally(
        for_=ways.count(As.FOR),
        against=ways.count(As.AGAINST),
        deferential=ways.count(As.UNRESOLVED),
        abstain=ways.count(As.ABSTAIN),
        vetoed=As.VETO in ways,
        self_killed=self_killed,
        counted=lines,
    )
