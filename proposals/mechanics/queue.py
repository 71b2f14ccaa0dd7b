"""The order in which pending Proposals have their turn: oldest first. (Rule Enactment; Readings 6, 12, 16)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from proposals.mechanics.votes import Kind, Status


@dataclass(frozen=True, slots=True)
class Entry:
    """A matter as the queue sees it. `number` is the game's own count of posts, and settles equal moments."""

    number: int
    posted_at: datetime
    status: Status = Status.PENDING
    kind: Kind = Kind.PROPOSAL


def queue(entries: Iterable[Entry]) -> tuple[int, ...]:
    """The numbers of the Proposals in the queue, the oldest first.

    Self-killed and vetoed ones are pending until somebody fails them, and keep their place. Illegal and withdrawn ones
    block nothing; Calls for Judgment and Declarations of Victory are in no queue.
    """
    waiting = [entry for entry in entries if entry.kind is Kind.PROPOSAL and entry.status is Status.PENDING]
    return tuple(entry.number for entry in sorted(waiting, key=lambda entry: (entry.posted_at, entry.number)))


def positions(entries: Iterable[Entry]) -> Mapping[int, int]:
    """The place of each queued Proposal by its number; the oldest has place 1."""
    return {number: place for place, number in enumerate(queue(entries), start=1)}
