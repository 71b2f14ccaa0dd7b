"""A ballot at the end of its last nday: Strength, conflicts, dependencies, and which step sank each. (Readings 28, 29)

The steps of the law, in its order; each of them leaves a line in the trace, so that a page can play them one by one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import heapify, heappop, heappush
from typing import NamedTuple, Self

from nomic.core.mechanics.law import Law
from proposals.bnomic.mechanics.dials import HIGHER


class Final(StrEnum):
    """What a player's last vote on a Proposal says."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    ABSTAIN = "ABSTAIN"


class Step(StrEnum):
    """What may happen to a Proposal in the count."""

    HISTORICAL = "historical"
    STRENGTH = "strength"
    CONFLICT = "conflict"
    DEPENDENCY = "dependency"
    PASSED = "passed"


class Line(NamedTuple):
    """One line of the trace. `by`: the Proposal through which it happened, where it was another's doing."""

    step: Step
    number: int
    by: int | None = None

    @property
    def sinks(self) -> bool:
        """Whether its Proposal becomes Lost by it."""
        return self.step not in (Step.HISTORICAL, Step.PASSED)


def sunk_in(trace: Iterable[Line]) -> dict[int, Line]:
    """What each Lost Proposal fell by, by Number."""
    return {line.number: line for line in trace if line.sinks}


@dataclass(frozen=True, slots=True)
class Proposal:
    """An Open Proposal: each player's final vote, and the numbers of those that it Depends on and Conflicts with."""

    number: int
    votes: Mapping[str, Final] = field(default_factory=dict)
    depends: frozenset[int] = frozenset()
    conflicts: frozenset[int] = frozenset()

    @property
    def strength(self) -> int:
        """How many more players are FOR it than AGAINST it."""
        final = list(self.votes.values())
        return final.count(Final.FOR) - final.count(Final.AGAINST)


@dataclass(frozen=True, slots=True)
class Counting:
    """What the law says of the count. `winning`: the least Strength with which a Proposal is Won; `ties`: which of two
    rivals of equal Strength prevails, in the word of the dial; `conflicts` and `dependencies`: whether it has any."""

    winning: int = 1
    ties: str = HIGHER
    conflicts: bool = True
    dependencies: bool = True

    @classmethod
    def of(cls, law: Law) -> Self:
        winning = law.count("nweek.winning")
        assert winning is not None
        carried = law.carries("nweek.conflicts"), law.carries("nweek.dependencies")
        return cls(winning, law.word("nweek.ties"), *carried)


@dataclass(frozen=True, slots=True)
class Count:
    """The outcome. `sunk`: what each Lost one fell by; `passed`: the Won ones, in the order in which they pass."""

    strength: Mapping[int, int]
    sunk: Mapping[int, Line]
    passed: tuple[int, ...]
    trace: tuple[Line, ...]


def count(open_ones: Iterable[Proposal], lost_before: Collection[int] = (), *, law: Counting = Counting()) -> Count:
    """Count a ballot.

    `lost_before`: the Historical Proposals of earlier nweeks that are Lost; `law`: what it says of the count. Numbers
    are unlike each other; what is named and not there means nothing.
    """
    ballot = {each.number: each for each in sorted(open_ones, key=lambda each: each.number)}
    strength = {number: each.strength for number, each in ballot.items()}
    sunk: dict[int, Line] = {}
    trace: list[Line] = []
    steps = [_become_historical(ballot), _weighed(strength, law.winning)]
    # Where no rule provides for conflicts or dependencies, that step does nothing.
    if law.conflicts:
        steps.append(_conflicts(_ranked(strength, law.ties), _neighbours(ballot), sunk))
    if law.dependencies:
        steps.append(_dependencies(ballot, lost_before, sunk))
    # Each step begins when the one before it is over, and sees whom it has sunk.
    for step in steps:
        for line in step:
            trace.append(line)
            if line.sinks:
                sunk[line.number] = line
    passed = tuple(number for number in ballot if number not in sunk)
    return Count(strength, sunk, passed, (*trace, *(Line(Step.PASSED, number) for number in passed)))


def _become_historical(ballot: Mapping[int, Proposal]) -> Iterator[Line]:
    """All become Historical in succession, the smallest number first."""
    return (Line(Step.HISTORICAL, number) for number in ballot)


def _weighed(strength: Mapping[int, int], winning: int) -> Iterator[Line]:
    """Those with enough Strength become Won; the others stay Lost."""
    return (Line(Step.STRENGTH, number) for number, each in strength.items() if each < winning)


def _ranked(strength: Mapping[int, int], ties: str) -> Sequence[int]:
    """From the strongest to the weakest; of equals the one that prevails first."""
    upwards = -1 if ties == HIGHER else 1
    return sorted(strength, key=lambda number: (-strength[number], upwards * number))


def _conflicts(ranked: Sequence[int], against: Mapping[int, Iterable[int]], sunk: Mapping[int, Line]) -> Iterator[Line]:
    """In their order: whoever is still Won knocks out all that it Conflicts with. (Reading 28)"""
    for number in ranked:
        if number in sunk:
            continue
        for rival in sorted(against.get(number, ())):
            if rival not in sunk:
                yield Line(Step.CONFLICT, rival, number)


def _neighbours(ballot: Mapping[int, Proposal]) -> Mapping[int, set[int]]:
    """Whom each Conflicts with: it is enough that one of the two lists the other."""
    against: dict[int, set[int]] = defaultdict(set)
    for number, each in ballot.items():
        for other in each.conflicts & ballot.keys() - {number}:
            against[number].add(other)
            against[other].add(number)
    return against


def _dependencies(
    ballot: Mapping[int, Proposal], lost_before: Collection[int], sunk: Mapping[int, Line]
) -> Iterator[Line]:
    """From the lowest number to the highest, and again until nothing changes: whoever Depends on a Lost one becomes
    Lost. (Reading 29)

    Each waits with the round in which its turn comes: in the same round if its number is above that of the one that
    fell, in the next if it is below. So nobody is asked in rounds in which nothing could happen to it.
    """
    leaning = _dependants(ballot)
    lost = [*lost_before, *sunk]
    waiting = [(0, dependant, number) for number in lost for dependant in leaning[number] if dependant not in sunk]
    heapify(waiting)
    while waiting:
        turn, number, by = heappop(waiting)
        if number in sunk:
            continue
        yield Line(Step.DEPENDENCY, number, by)
        for dependant in leaning[number]:
            if dependant not in sunk:
                heappush(waiting, (turn if dependant > number else turn + 1, dependant, number))


def _dependants(ballot: Mapping[int, Proposal]) -> Mapping[int, Sequence[int]]:
    """Who Depends on each."""
    leaning: dict[int, list[int]] = defaultdict(list)
    for number, each in ballot.items():
        for needed in each.depends:
            leaning[needed].append(number)
    return leaning
