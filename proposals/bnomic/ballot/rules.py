"""The count of a ballot: Strength, conflicts, dependencies, and which step made each Proposal Lost; as JSON for the
record, and step by step. (Rule The Count; Readings 28, 29)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple, Self

from nomic.core.law.rules import Law
from proposals.bnomic.dials import HIGHER, NWEEK_CONFLICTS, NWEEK_DEPENDENCIES, NWEEK_TIES, NWEEK_WINNING
from proposals.bnomic.register.rules import FinalVote


class CountStep(StrEnum):
    """What may happen to a Proposal in the count."""

    HISTORICAL = "historical"
    STRENGTH = "strength"
    CONFLICT = "conflict"
    DEPENDENCY = "dependency"
    PASSED = "passed"


class CountLine(NamedTuple):
    """One line of the trace. `by`: the Proposal through which it happened, where it was another's doing."""

    step: CountStep
    number: int
    by: int | None = None

    @property
    def sinks(self) -> bool:
        """Whether its Proposal becomes Lost by it."""
        return self.step not in (CountStep.HISTORICAL, CountStep.PASSED)


def losses_in(trace: Iterable[CountLine]) -> dict[int, CountLine]:
    """What each Lost Proposal fell by, by Number."""
    return {line.number: line for line in trace if line.sinks}


@dataclass(frozen=True, slots=True)
class BallotProposal:
    """An Open Proposal: each player's final vote, and the numbers of those that it Depends on and Conflicts with."""

    number: int
    votes: Mapping[str, FinalVote] = field(default_factory=dict)
    depends: frozenset[int] = frozenset()
    conflicts: frozenset[int] = frozenset()

    @property
    def strength(self) -> int:
        """How many more players are FOR it than AGAINST it."""
        final = list(self.votes.values())
        return final.count(FinalVote.FOR) - final.count(FinalVote.AGAINST)


@dataclass(frozen=True, slots=True)
class CountLaw:
    """What the law says of the count. `winning`: the least Strength with which a Proposal is Won; `ties`: which of two
    rivals of equal Strength prevails, in the word of the dial; `conflicts` and `dependencies`: whether it has any."""

    winning: int = 1
    ties: str = HIGHER
    conflicts: bool = True
    dependencies: bool = True

    @classmethod
    def of(cls, law: Law) -> Self:
        winning = law[NWEEK_WINNING]
        assert winning is not None
        carried = law.carries(NWEEK_CONFLICTS), law.carries(NWEEK_DEPENDENCIES)
        return cls(winning, law[NWEEK_TIES], *carried)


@dataclass(frozen=True, slots=True)
class BallotCount:
    """The outcome. `sunk`: what each Lost one fell by; `passed`: the Won ones, in the order in which they pass."""

    strength: Mapping[int, int]
    sunk: Mapping[int, CountLine]
    passed: tuple[int, ...]
    trace: tuple[CountLine, ...]


def ballot_count(
    open_ones: Iterable[BallotProposal], lost_before: Collection[int] = (), *, law: CountLaw = CountLaw()
) -> BallotCount:
    """Count a ballot.

    `lost_before`: the Historical Proposals of earlier nweeks that are Lost; `law`: what it says of the count. Numbers
    are unlike each other; what is named and not there means nothing.
    """
    ballot = {each.number: each for each in sorted(open_ones, key=lambda each: each.number)}
    strength = {number: each.strength for number, each in ballot.items()}
    sunk: dict[int, CountLine] = {}
    trace: list[CountLine] = []
    steps = [_become_historical(ballot), _lost_by_strength(strength, law.winning)]
    # Where no rule provides for conflicts or dependencies, that step does nothing.
    if law.conflicts:
        steps.append(_conflicts(_rank_by_strength(strength, law.ties), _neighbours(ballot), sunk))
    if law.dependencies:
        steps.append(_dependencies(ballot, lost_before, sunk))
    # Each step begins when the one before it is over, and sees whom it has sunk.
    for step in steps:
        for line in step:
            trace.append(line)
            if line.sinks:
                sunk[line.number] = line
    passed = tuple(number for number in ballot if number not in sunk)
    return BallotCount(strength, sunk, passed, (*trace, *(CountLine(CountStep.PASSED, number) for number in passed)))


def _become_historical(ballot: Mapping[int, BallotProposal]) -> Iterator[CountLine]:
    """All become Historical in succession, the smallest number first."""
    return (CountLine(CountStep.HISTORICAL, number) for number in ballot)


def _lost_by_strength(strength: Mapping[int, int], winning: int) -> Iterator[CountLine]:
    """Those with enough Strength become Won; the others stay Lost."""
    return (CountLine(CountStep.STRENGTH, number) for number, each in strength.items() if each < winning)


def _rank_by_strength(strength: Mapping[int, int], ties: str) -> Sequence[int]:
    """From the strongest to the weakest; of equals the one that prevails first."""
    upwards = -1 if ties == HIGHER else 1
    return sorted(strength, key=lambda number: (-strength[number], upwards * number))


def _conflicts(
    ranked: Sequence[int], against: Mapping[int, Iterable[int]], sunk: Mapping[int, CountLine]
) -> Iterator[CountLine]:
    """In their order: whoever is still Won knocks out all that it Conflicts with. (Reading 28)"""
    for number in ranked:
        if number in sunk:
            continue
        for rival in sorted(against.get(number, ())):
            if rival not in sunk:
                yield CountLine(CountStep.CONFLICT, rival, number)


def _neighbours(ballot: Mapping[int, BallotProposal]) -> Mapping[int, set[int]]:
    """Whom each Conflicts with: it is enough that one of the two lists the other."""
    against: dict[int, set[int]] = defaultdict(set)
    for number, each in ballot.items():
        for other in each.conflicts & ballot.keys() - {number}:
            against[number].add(other)
            against[other].add(number)
    return against


def _dependencies(
    ballot: Mapping[int, BallotProposal], lost_before: Collection[int], sunk: Mapping[int, CountLine]
) -> Iterator[CountLine]:
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
        yield CountLine(CountStep.DEPENDENCY, number, by)
        for dependant in leaning[number]:
            if dependant not in sunk:
                heappush(waiting, (turn if dependant > number else turn + 1, dependant, number))


def _dependants(ballot: Mapping[int, BallotProposal]) -> Mapping[int, Sequence[int]]:
    """Who Depends on each."""
    leaning: dict[int, list[int]] = defaultdict(list)
    for number, each in ballot.items():
        for needed in each.depends:
            leaning[needed].append(number)
    return leaning


# A ballot and its count for the record, in plain JSON, and read again: what `recount` must find anew. Pure.


def facts_json(open_ones: Iterable[BallotProposal], lost_before: Collection[int], law: CountLaw) -> dict[str, Any]:
    """What a count rests on. Of the Lost ones of before only those are kept that somebody depends on."""
    ones = sorted(open_ones, key=lambda each: each.number)
    needed = {number for each in ones for number in each.depends}
    return {
        "law": {"winning": law.winning, "ties": law.ties, "conflicts": law.conflicts, "dependencies": law.dependencies},
        "proposals": [_proposal_json(each) for each in ones],
        "lost_before": sorted(needed & set(lost_before)),
    }


def _proposal_json(each: BallotProposal) -> dict[str, Any]:
    return {
        "number": each.number,
        "votes": {voter: vote.value for voter, vote in sorted(each.votes.items())},
        "depends": sorted(each.depends),
        "conflicts": sorted(each.conflicts),
    }


def read_facts(kept: Mapping[str, Any]) -> tuple[tuple[BallotProposal, ...], frozenset[int], CountLaw]:
    """The Open Proposals, the Lost ones of before that matter, and the law, as they were put on record."""
    ones = tuple(
        BallotProposal(
            each["number"],
            {voter: FinalVote(vote) for voter, vote in each["votes"].items()},
            frozenset(each["depends"]),
            frozenset(each["conflicts"]),
        )
        for each in kept["proposals"]
    )
    return ones, frozenset(kept["lost_before"]), CountLaw(**kept["law"])


def trace_json(trace: Sequence[CountLine]) -> list[list[Any]]:
    """Each line as `[step, number]`, and the number of the Proposal whose doing it was where it was another's."""
    return [[line.step.value, line.number] + ([line.by] if line.by is not None else []) for line in trace]


def read_trace(kept: Sequence[Sequence[Any]]) -> tuple[CountLine, ...]:
    """The lines as they were put on record."""
    return tuple(CountLine(CountStep(line[0]), line[1], line[2] if len(line) > 2 else None) for line in kept)


# A count as it is played: where it stops, what happens there, and what stands afterwards. Pure. (Rule The Count)


class CountStanding(StrEnum):
    """What a Proposal is in the middle of a count. A Historical one is Lost to begin with, before
    the votes are looked at: the law's next step makes Won what is strong."""

    OPEN = "Open"
    HISTORICAL = "Historical"
    WON = "Won"
    LOST = "Lost"
    PASSED = "Passed"


@dataclass(frozen=True, slots=True)
class CountStop:
    """A place where a player of the count stops. `step`: which of the law's steps this is part of, None before the
    first; `lines`: what happens here; `round`: of Dependencies the how-manieth, from 1, otherwise 0; `standing`: what
    each Proposal is afterwards, by Number."""

    step: CountStep | None
    lines: tuple[CountLine, ...]
    standing: Mapping[int, CountStanding]
    round: int = 0


def count_stops(numbers: Iterable[int], trace: Sequence[CountLine]) -> tuple[CountStop, ...]:
    """Every stop of a count, from before it to its result. `numbers`: the Proposals that were counted.

    All become Historical at one stop, and are weighed at the next, where the strong become Won without a line of their
    own; from then on each line is a stop.
    """
    standing = dict.fromkeys(sorted(numbers), CountStanding.OPEN)
    found = [CountStop(None, (), dict(standing))]
    if not standing:
        return tuple(found)
    standing = dict.fromkeys(standing, CountStanding.HISTORICAL)
    found.append(CountStop(CountStep.HISTORICAL, _lines_of_step(CountStep.HISTORICAL, trace), dict(standing)))
    weak = _lines_of_step(CountStep.STRENGTH, trace)
    standing = {
        **dict.fromkeys(standing, CountStanding.WON),
        **dict.fromkeys((line.number for line in weak), CountStanding.LOST),
    }
    found.append(CountStop(CountStep.STRENGTH, weak, dict(standing)))
    for line in trace[len(standing) + len(weak) :]:
        standing[line.number] = CountStanding.PASSED if line.step is CountStep.PASSED else CountStanding.LOST
        round = _round_of(line, found[-1])
        found.append(CountStop(line.step, (line,), dict(standing), round))
    return tuple(found)


def _lines_of_step(step: CountStep, trace: Iterable[CountLine]) -> tuple[CountLine, ...]:
    return tuple(line for line in trace if line.step is step)


def _round_of(line: CountLine, before: CountStop) -> int:
    """Dependencies are gone through from the lowest Number to the highest: where the Numbers begin anew, so does that.

    Nothing falls in the later of two rounds above the last that fell in the earlier one: whatever it Depends on had
    fallen by then.
    """
    if line.step is not CountStep.DEPENDENCY:
        return 0
    again = before.step is CountStep.DEPENDENCY and line.number < before.lines[0].number
    return before.round + again if before.step is CountStep.DEPENDENCY else 1
