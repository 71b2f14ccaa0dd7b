"""Matters and their votes, the tally, the quorum, and the verdict on a matter. (Rules Voting, Dynasties and
Keywords; Readings 1 to 7, 40, 41, 44)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from nomic.core.decision import Invalid, Reason
from nomic.core.input import Field
from nomic.core.law.rules import Law, Mechanism
from nomic.core.law.rules_timespans import Interval
from proposals.voting.dials import (
    QUORUM_PLUS,
    QUORUM_SHARE,
    VOTING_DEFERENTIAL,
    VOTING_IMPLIED,
    VOTING_SELF_KILL,
    VOTING_VETO,
)

if TYPE_CHECKING:
    from proposals.kinds.kind import MatterKind


class Vote(StrEnum):
    """The icons that are votes on a Proposal; other kinds of matter know some of them, or others."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    DEFERENTIAL = "DEFERENTIAL"
    VETO = "VETO"


class Status(StrEnum):
    """What has become of a matter. What each kind of matter calls enacted, its record says."""

    PENDING = "pending"
    ENACTED = "enacted"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Ballot:
    """One icon that somebody put in a comment, at an aware UTC moment."""

    voter: str
    vote: str
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
class MatterFacts:
    """A matter of any kind, with every ballot in the order of casting.

    `queue_position` counts from 1 and concerns kinds with a queue; `older` names what stands before it, for the page.
    `watched`: whether a quorum on a Call for Judgment agreed was looked for at each event; then `latched` says all, and
    its votes are not gone through with the roster of today.
    """

    kind: MatterKind
    author: str
    posted_at: datetime
    ballots: tuple[Ballot, ...] = ()
    queue_position: int = 1
    older: str | None = None
    latched: Latch | None = None
    watched: bool = False


# How votes count, one by one, and the quorum. (Rules Voting, Dynasties and Keywords; Readings 1 to 7, 40, 41, 44)


class CountsAs(StrEnum):
    """How a vote counts, once it is resolved."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    VETO = "VETO"
    ABSTAIN = "abstain"
    UNRESOLVED = "unresolved"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class CountedVote:
    """One line of the trail: who cast what and when (nothing, if implied), how it counts, and the code of why."""

    voter: str
    cast: str | None
    at: datetime | None
    as_: CountsAs
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
    counted: tuple[CountedVote, ...] = ()

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
    def has_majority(self) -> bool:
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
    return QuorumSum(count, law[QUORUM_SHARE], law[QUORUM_PLUS])


def quorum(count: int, law: Law) -> int:
    """The votes that make a quorum of so many Agents."""
    return quorum_sum(count, law).total


def tally(matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()) -> Tally:
    """Count the matter's votes at `now` as its kind counts them, with the roster and the law of that moment."""
    return matter.kind.tally(matter, roster, law, now, hiatus)


def full_tally(matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]) -> Tally:
    """Count votes with DEFERENTIAL, VETO, silence and self-kill, as on a Proposal.

    A vote cast in hiatus is void (Reading 39); `hiatus` concerns nothing else here.
    """
    sifted = _sift_ballots(matter, roster, law, now, hiatus)
    return _sum_votes((*_resolve_votes(sifted, matter, roster, law), *sifted.void), sifted.self_killed)


def tally_hands(matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]) -> Tally:
    """Count the plain hands that the matter has between its posting and `now`."""
    return simple_tally(roster, (ballot for ballot in ordered_ballots(matter) if matter.posted_at <= ballot.at <= now))


def simple_tally(roster: Roster, ballots: Iterable[Ballot]) -> Tally:
    """Count plain hands for and against, as on a Call for Judgment or a Declaration of Victory.

    Any other icon is no vote there, an earlier one stands, and silence says nothing (Readings 5, 13, 14).
    """
    standing: dict[str, Ballot] = {}
    void: list[CountedVote] = []
    for ballot in ballots:
        if ballot.vote in (Vote.FOR, Vote.AGAINST):
            standing[ballot.voter] = ballot
        else:
            void.append(_counted_vote(ballot, CountsAs.NONE, "for-or-against-only"))
    return _sum_votes(
        (*(_count_ballot(ballot, roster, None) for ballot in standing.values()), *void), self_killed=False
    )


def ordered_ballots(matter: MatterFacts) -> list[Ballot]:
    """The ballots by their moments; those of one instant keep the order in which they came."""
    return sorted(matter.ballots, key=lambda ballot: ballot.at)


@dataclass(slots=True)
class _SiftedBallots:
    """The newest valid ballot of each voter, the void ones, and whether the author has killed eir own Proposal."""

    standing: dict[str, Ballot]
    void: list[CountedVote]
    self_killed: bool = False


def _sift_ballots(
    matter: MatterFacts, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]
) -> _SiftedBallots:
    sifted = _SiftedBallots({}, [])
    final = law.carries(VOTING_SELF_KILL)
    for ballot in ordered_ballots(matter):
        # A vote of the future does not exist yet.
        if ballot.at > now:
            break
        if why := _void_reason(ballot, matter, roster, law, hiatus, sifted.self_killed):
            sifted.void.append(_counted_vote(ballot, CountsAs.NONE, why))
            continue
        # Only the newest valid vote of each counts.
        sifted.standing[ballot.voter] = ballot
        # An author's own explicit AGAINST is final, whatever becomes of em afterwards. (Readings 6, 40)
        if final and ballot.voter == matter.author and ballot.vote == Vote.AGAINST:
            sifted.self_killed = True
    return sifted


def _void_reason(
    ballot: Ballot, matter: MatterFacts, roster: Roster, law: Law, hiatus: Sequence[Interval], killed: bool
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
    if ballot.vote == Vote.DEFERENTIAL and not law[VOTING_DEFERENTIAL]:
        return "deferential-not-allowed"
    if ballot.vote == Vote.DEFERENTIAL and ballot.voter == roster.mastermind:
        return "mastermind-deferential"
    # VETO exists if the law has it, and is for the Mastermind alone. (Reading 44)
    if ballot.vote == Vote.VETO and not law[VOTING_VETO]:
        return "veto-not-allowed"
    if ballot.vote == Vote.VETO and ballot.voter != roster.mastermind:
        return "not-the-mastermind"
    return None


def _resolve_votes(sifted: _SiftedBallots, matter: MatterFacts, roster: Roster, law: Law) -> list[CountedVote]:
    implied = _implied_vote(sifted, matter, roster, law)
    followed = _deferential_side(sifted, roster, implied)
    lines = [] if implied is None else [implied]
    return lines + [_count_ballot(ballot, roster, followed) for ballot in sifted.standing.values()]


def _implied_vote(sifted: _SiftedBallots, matter: MatterFacts, roster: Roster, law: Law) -> CountedVote | None:
    """An author's silence is a FOR while e is an Agent and not idle. (Reading 5)"""
    if not law.carries(VOTING_IMPLIED):
        return None
    if matter.author in sifted.standing or matter.author not in roster.agents:
        return None
    return CountedVote(matter.author, None, None, CountsAs.FOR, "implied")


def _deferential_side(sifted: _SiftedBallots, roster: Roster, implied: CountedVote | None) -> tuple[CountsAs, str]:
    """What a DEFERENTIAL counts as at this moment, and why."""
    # With no Mastermind there is nobody to follow: it abstains, and is a valid vote. (Reading 3)
    if roster.mastermind is None:
        return CountsAs.ABSTAIN, "abstains-no-mastermind"
    # An idle Mastermind has no vote to follow. (Reading 40)
    if roster.mastermind not in roster.agents:
        return CountsAs.UNRESOLVED, "unresolved-mastermind-idle"
    ballot = sifted.standing.get(roster.mastermind)
    # A VETO is no opinion that another could share. (Reading 41)
    if ballot is not None and ballot.vote == Vote.VETO:
        return CountsAs.UNRESOLVED, "unresolved-under-veto"
    if ballot is not None:
        return CountsAs(ballot.vote), "follows-mastermind"
    # The Mastermind's silence on eir own Proposal is a FOR to follow; on another's it says nothing. (Reading 2)
    if implied is not None and implied.voter == roster.mastermind:
        return CountsAs.FOR, "follows-mastermind"
    return CountsAs.UNRESOLVED, "unresolved-mastermind-silent"


def _count_ballot(ballot: Ballot, roster: Roster, followed: tuple[CountsAs, str] | None) -> CountedVote:
    """How a standing ballot counts; `followed` says what a DEFERENTIAL is, where there are such votes."""
    # Who is idle or has left has no vote. (Reading 40)
    if ballot.voter not in roster.agents:
        return _counted_vote(ballot, CountsAs.NONE, "idle" if ballot.voter in roster.idle else "left")
    if ballot.vote == Vote.DEFERENTIAL and followed is not None:
        return _counted_vote(ballot, *followed)
    return _counted_vote(ballot, CountsAs(ballot.vote), "explicit")


def _counted_vote(ballot: Ballot, as_: CountsAs, why: str) -> CountedVote:
    return CountedVote(ballot.voter, ballot.vote, ballot.at, as_, why)


def _sum_votes(lines: tuple[CountedVote, ...], self_killed: bool) -> Tally:
    ways = [line.as_ for line in lines]
    return Tally(
        for_=ways.count(CountsAs.FOR),
        against=ways.count(CountsAs.AGAINST),
        deferential=ways.count(CountsAs.UNRESOLVED),
        abstain=ways.count(CountsAs.ABSTAIN),
        vetoed=CountsAs.VETO in ways,
        self_killed=self_killed,
        counted=lines,
    )


# What is answered about a matter of any kind: what may be done with it now, why, and when to look again.


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be done with a matter at one moment, every ground for it, and the count it rests on.

    `may_enact` means that it may pass, whatever its kind calls that. `next_check` is later than
    the moment judged, or None when time alone changes nothing. `since` is when what may be done now began to be so,
    with the roster and the law of today; None where nothing may be done, or where nobody asked.
    """

    may_enact: bool
    may_fail: bool
    reasons: tuple[Reason, ...]
    tally: Tally
    quorum: int
    next_check: datetime | None = None
    since: datetime | None = None

    @property
    def status(self) -> Status:
        """What would stand if everything permitted were done now. Where both may be done, it fails. (Reading 42)"""
        if self.may_fail:
            return Status.FAILED
        return Status.ENACTED if self.may_enact else Status.PENDING

    @property
    def is_decided(self) -> bool:
        return self.may_enact or self.may_fail


def known_intervals(hiatus: Sequence[Interval], now: datetime) -> tuple[Interval, ...]:
    """The intervals that have begun; one of the future is as unknown as a vote of the future."""
    return tuple(stop for stop in hiatus if stop.start <= now)


def missing_mechanism(mechanism: Mechanism, law: Law) -> Reason:
    """The ground of a refusal where no live rule carries the mechanism."""
    return Reason("not-in-the-law", law.rule(mechanism), {"mechanism": mechanism.name})


def first_change(
    now: datetime, moments: Iterable[datetime | None], state: Callable[[datetime], object]
) -> datetime | None:
    """The earliest of the moments after `now` at which the state is no longer that of `now`."""
    coming = sorted(moment for moment in moments if moment is not None and moment > now)
    if not coming:
        return None
    present = state(now)
    return next((moment for moment in coming if state(moment) != present), None)


def unchanged_since(
    verdict: Verdict, now: datetime, moments: Iterable[datetime | None], judge: Callable[[datetime], Verdict]
) -> datetime | None:
    """The earliest of the moments from which the matter has stood, without a break, as it stands now."""
    if not verdict.is_decided:
        return None
    since = None
    for moment in sorted({each for each in moments if each is not None and each <= now}, reverse=True):
        if judge(moment).status is not verdict.status:
            break
        since = moment
    return since


# What the referee is told of the game around a matter: who plays, and when the game stood still. Pure.


def read_roster(question: Field) -> Roster:
    """The Agents, the idle ones and the Mastermind, as plain JSON says them. Raises `Invalid` with the path."""
    agents = _read_names(question["agents"], frozenset())
    idle = frozenset(_read_names(question["idle"], frozenset(agents))) if question["idle"].is_given else frozenset()
    leader = question["mastermind"]
    mastermind = leader.text() if leader.is_given and leader.value is not None else None
    if mastermind is not None and mastermind not in agents and mastermind not in idle:
        raise Invalid("mastermind", "is neither among the agents nor among the idle")
    return Roster(agents, idle, mastermind)


def read_hiatus(field: Field) -> tuple[Interval, ...]:
    """Pairs of a start and an end, which may be null. None where it is left out."""
    return tuple(map(_read_interval, field.items())) if field.is_given else ()


def _read_names(field: Field, taken: frozenset[str]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for each in field.items():
        name = each.text()
        if name in names or name in taken:
            raise Invalid(each.path, "is listed twice")
        names[name] = None
    return tuple(names)


def _read_interval(field: Field) -> Interval:
    ends = list(field.items())
    if len(ends) != 2:
        raise Invalid(field.path, "must be a pair: its start, and its end or null")
    start, end = ends[0].moment(), None if ends[1].value is None else ends[1].moment()
    if end is not None and end < start:
        raise Invalid(ends[1].path, "lies before the start")
    return Interval(start, end)
