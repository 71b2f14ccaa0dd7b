"""The process in time: what players may do with Proposals as the ndays go by. For the referee and stories."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from nomic.core.mechanics.law import Law
from proposals.bnomic.mechanics.ballot import Counting, Final, Proposal, count
from proposals.bnomic.mechanics.nweeks import Course, Place, stroke
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.mechanics.submitting import may_revise, may_submit, may_vote

BEGINNING = Place(1, 1)


@dataclass(slots=True)
class Entry:
    """A Proposal as its author last submitted it; whom it names need not be there yet."""

    number: int
    author: str
    depends: frozenset[str]
    conflicts: frozenset[str]
    state: State = State.PENDING
    votes: dict[str, Final] = field(default_factory=dict)


@dataclass(slots=True)
class Timeline:
    """A game that runs by this procedure under one law, from the beginning of nday 1 of nweek 1, and nobody in it idle.
    Acts answer whether they are legal; one that is not changes nothing."""

    law: Law
    place: Place = BEGINNING
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
        if not may_submit(idle=False, in_hiatus=False, law=self.law).outcome:
            return False
        number = len(self.proposals) + 1
        self.proposals[name] = Entry(number, player, frozenset(depends), frozenset(conflicts))
        return True

    def revise(self, player: str, name: str, depends: Collection[str] = (), conflicts: Collection[str] = ()) -> bool:
        """Its author resubmits a Pending Proposal, which keeps its number."""
        entry = self.proposals.get(name)
        if player not in self.players or entry is None:
            return False
        author = entry.author == player
        if not may_revise(author=author, idle=False, in_hiatus=False, state=entry.state, law=self.law).outcome:
            return False
        entry.depends, entry.conflicts = frozenset(depends), frozenset(conflicts)
        return True

    def vote(self, player: str, name: str, word: str) -> bool:
        """A player votes on an Open Proposal, in one of three words; the most recent vote is eir final one."""
        entry = self.proposals.get(name)
        if player not in self.players or entry is None or word not in set(Final):
            return False
        if not may_vote(idle=False, in_hiatus=False, state=entry.state, closed=False, law=self.law).outcome:
            return False
        entry.votes[player] = Final(word)
        return True

    def tick(self) -> bool:
        """One midnight while the Clock is On: an nday ends, and the next begins."""
        struck = stroke(self.place, Course.of(self.law))
        if struck.counts:
            self._count()
        self.place = struck.after
        if struck.opens:
            for entry in self._all(State.PENDING).values():
                entry.state = State.OPEN
        return True

    def _count(self) -> None:
        """Everything Open is counted, and what has Won passes."""
        ballot, lost = self._all(State.OPEN), self._all(State.LOST)
        numbers = {name: entry.number for name, entry in self.proposals.items()}
        counted = count(
            [self._as_counted(entry, numbers) for entry in ballot.values()],
            [entry.number for entry in lost.values()],
            law=Counting.of(self.law),
        )
        for entry in ballot.values():
            entry.state = State.LOST if entry.number in counted.sunk else State.WON
        names = {entry.number: name for name, entry in ballot.items()}
        if counted.passed:
            self.passed.append((self.place.nweek, [names[number] for number in counted.passed]))

    def _as_counted(self, entry: Entry, numbers: dict[str, int]) -> Proposal:
        # Who is no player any more has no vote.
        votes = {player: vote for player, vote in entry.votes.items() if player in self.players}
        depends, conflicts = (
            frozenset(numbers[name] for name in named if name in numbers) for named in (entry.depends, entry.conflicts)
        )
        return Proposal(entry.number, votes, depends, conflicts)

    def _all(self, state: State) -> dict[str, Entry]:
        return {name: entry for name, entry in self.proposals.items() if entry.state is state}
