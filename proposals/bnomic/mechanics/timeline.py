"""The process in time: ndays and nweeks, and what players may do with Proposals in them. For the referee and stories.

The last nday of an nweek ends before the next nweek begins: the ballot is counted in between.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from proposals.bnomic.mechanics.ballot import Final, Proposal, count

OPENS, LAST = 9, 12


class Standing(StrEnum):
    """The state of a Proposal; a Historical one by its substate."""

    PENDING = "Pending"
    OPEN = "Open"
    WON = "Won"
    LOST = "Lost"


@dataclass(slots=True)
class Entry:
    """A Proposal as its author last submitted it; whom it names need not be there yet."""

    number: int
    author: str
    depends: frozenset[str]
    conflicts: frozenset[str]
    standing: Standing = Standing.PENDING
    votes: dict[str, Final] = field(default_factory=dict)


@dataclass(slots=True)
class Timeline:
    """A game that runs by this procedure, from the beginning of nday 1 of nweek 1. Acts answer whether they are legal;
    one that is not changes nothing."""

    opens: int = OPENS
    last: int = LAST
    nweek: int = 1
    nday: int = 1
    players: set[str] = field(default_factory=set)
    proposals: dict[str, Entry] = field(default_factory=dict)
    passed: list[tuple[int, list[str]]] = field(default_factory=list)

    def join(self, player: str) -> bool:
        if player in self.players:
            return False
        self.players.add(player)
        return True

    def leave(self, player: str) -> bool:
        if player not in self.players:
            return False
        self.players.remove(player)
        return True

    def submit(self, player: str, name: str, depends: Collection[str] = (), conflicts: Collection[str] = ()) -> bool:
        """A player submits a Proposal; its number is greater than all before."""
        if player not in self.players or name in self.proposals:
            return False
        number = len(self.proposals) + 1
        self.proposals[name] = Entry(number, player, frozenset(depends), frozenset(conflicts))
        return True

    def revise(self, player: str, name: str, depends: Collection[str] = (), conflicts: Collection[str] = ()) -> bool:
        """Its author resubmits a Pending Proposal, which keeps its number."""
        entry = self.proposals.get(name)
        if player not in self.players or entry is None or entry.author != player:
            return False
        if entry.standing is not Standing.PENDING:
            return False
        entry.depends, entry.conflicts = frozenset(depends), frozenset(conflicts)
        return True

    def vote(self, player: str, name: str, word: str) -> bool:
        """A player votes on an Open Proposal, in one of three words; the most recent vote is eir final one."""
        entry = self.proposals.get(name)
        if player not in self.players or entry is None or entry.standing is not Standing.OPEN:
            return False
        if word not in set(Final):
            return False
        entry.votes[player] = Final(word)
        return True

    def tick(self) -> bool:
        """An nday ends and the next begins: first the count, if it was the last of its nweek, then the opening."""
        if self.nday >= self.last:
            self._count()
            self.nweek, self.nday = self.nweek + 1, 1
        else:
            self.nday += 1
        if self.nday == self.opens:
            for entry in self._all(Standing.PENDING).values():
                entry.standing = Standing.OPEN
        return True

    def _count(self) -> None:
        """At the end of the last nday everything Open is counted, and what has Won passes."""
        ballot, lost = self._all(Standing.OPEN), self._all(Standing.LOST)
        numbers = {name: entry.number for name, entry in self.proposals.items()}
        counted = count(
            [self._as_counted(entry, numbers) for entry in ballot.values()], [each.number for each in lost.values()]
        )
        for entry in ballot.values():
            entry.standing = Standing.LOST if entry.number in counted.sunk else Standing.WON
        names = {entry.number: name for name, entry in ballot.items()}
        if counted.passed:
            self.passed.append((self.nweek, [names[number] for number in counted.passed]))

    def _as_counted(self, entry: Entry, numbers: dict[str, int]) -> Proposal:
        # Who is no player any more has no vote.
        votes = {player: vote for player, vote in entry.votes.items() if player in self.players}
        depends, conflicts = (
            frozenset(numbers[name] for name in named if name in numbers) for named in (entry.depends, entry.conflicts)
        )
        return Proposal(entry.number, votes, depends, conflicts)

    def _all(self, standing: Standing) -> dict[str, Entry]:
        return {name: entry for name, entry in self.proposals.items() if entry.standing is standing}
