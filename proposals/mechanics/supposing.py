"""What if: a matter and its Agents as they would be after votes, idlings and returns that nobody has made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from proposals.mechanics.votes import Ballot, Matter, Vote


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is tried, by name: votes (None takes a voter's icons away), who idles, who comes back; judged `at`.

    `first`: as if nothing older stood before it.
    """

    at: datetime
    votes: Mapping[str, Vote | None] = field(default_factory=dict)
    idle: frozenset[str] = frozenset()
    back: frozenset[str] = frozenset()
    first: bool = False


def supposing(matter: Matter, supposed: Supposed, now: datetime) -> Matter:
    """The matter with these votes cast at `now`, as they would be if they were cast in earnest."""
    silenced = {voter for voter, vote in supposed.votes.items() if vote is None}
    kept = tuple(ballot for ballot in matter.ballots if ballot.voter not in silenced)
    cast = tuple(Ballot(voter, vote, now) for voter, vote in supposed.votes.items() if vote is not None)
    place = (1, None) if supposed.first else (matter.queue_position, matter.older)
    return replace(matter, ballots=kept + cast, queue_position=place[0], older=place[1])
