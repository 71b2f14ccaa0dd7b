"""A count that is played stop by stop: what stands after each, and that the last is the result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hypothesis import given

from proposals.bnomic.ballot.rules import (
    BallotProposal,
    CountLine,
    CountStanding,
    CountStep,
    CountStop,
    ballot_count,
    count_stops,
)
from tests.bnomic.mechanics.test_ballot import BALLOTS, proposal

OPEN, HISTORICAL, WON, LOST, PASSED = CountStanding


def played(ballot: Iterable[BallotProposal], lost_before: Collection[int] = ()) -> tuple[CountStop, ...]:
    ballot = list(ballot)
    return count_stops([each.number for each in ballot], ballot_count(ballot, lost_before).trace)


def after(found: Sequence[CountStop], at: int) -> dict[int, CountStanding]:
    return dict(found[at].standing)


def rounds(ballot: Sequence[BallotProposal]) -> list[tuple[int, int]]:
    """Who falls by a Dependency in which round, told by the law's own words and nothing else."""
    lost = {line.number for line in ballot_count(ballot).sunk.values() if line.step is not CountStep.DEPENDENCY}
    fallen, round, again = list[tuple[int, int]](), 1, True
    while again:
        again = False
        for each in sorted(ballot, key=lambda each: each.number):
            if each.number not in lost and each.depends & lost:
                lost.add(each.number)
                fallen.append((round, each.number))
                again = True
        round += 1
    return fallen


def test_before_the_count_all_are_open() -> None:
    first = played([proposal(1, 2), proposal(2, 0)])[0]

    assert (first.step, first.lines, dict(first.standing)) == (None, (), {1: OPEN, 2: OPEN})


def test_all_become_historical_before_anybody_is_weighed() -> None:
    found = played([proposal(1, 2), proposal(2, 0)])

    assert [line.number for line in found[1].lines] == [1, 2]
    assert after(found, 1) == {1: HISTORICAL, 2: HISTORICAL}


def test_the_weak_are_lost_at_one_stop_and_all_others_won() -> None:
    found = played([proposal(1, 1), proposal(2, 0), proposal(3, -1)])

    assert [line.number for line in found[2].lines] == [2, 3]
    assert after(found, 2) == {1: WON, 2: LOST, 3: LOST}


def test_where_all_are_strong_the_weighing_is_a_stop_all_the_same() -> None:
    found = played([proposal(1), proposal(2)])

    assert (found[2].step, found[2].lines) == (CountStep.STRENGTH, ())
    assert after(found, 2) == {1: WON, 2: WON}


def test_each_conflict_is_a_stop_of_its_own() -> None:
    found = played([proposal(1, 1), proposal(2, 3, conflicts={1, 3}), proposal(3, 2)])

    assert [stop.lines for stop in found[3:5]] == [
        (CountLine(CountStep.CONFLICT, 1, 2),),
        (CountLine(CountStep.CONFLICT, 3, 2),),
    ]
    assert after(found, 3) == {1: LOST, 2: WON, 3: WON}
    assert after(found, 4) == {1: LOST, 2: WON, 3: LOST}


def test_what_passes_has_passed_from_its_own_stop_on() -> None:
    found = played([proposal(1), proposal(2)])

    assert after(found, 3) == {1: PASSED, 2: WON}
    assert after(found, 4) == {1: PASSED, 2: PASSED}


def test_dependencies_are_told_round_after_round() -> None:
    ballot = [
        proposal(1, depends={2}),
        proposal(2, depends={4}),
        proposal(3, depends={5}),
        proposal(4, 0),
        proposal(5, depends={4}),
    ]

    fallen = [(stop.round, stop.lines[0].number) for stop in played(ballot) if stop.step is CountStep.DEPENDENCY]

    assert fallen == [(1, 2), (1, 5), (2, 1), (2, 3)]


def test_only_dependencies_have_rounds() -> None:
    found = played([proposal(1, 0), proposal(2, depends={1}), proposal(3, 2, conflicts={4}), proposal(4)])

    assert {stop.step: stop.round for stop in found} == {
        None: 0,
        CountStep.HISTORICAL: 0,
        CountStep.STRENGTH: 0,
        CountStep.CONFLICT: 0,
        CountStep.DEPENDENCY: 1,
        CountStep.PASSED: 0,
    }


def test_a_lost_one_of_before_has_no_place_among_those_counted() -> None:
    found = played([proposal(7, depends={2})], lost_before=[2])

    assert after(found, -1) == {7: LOST}


def test_of_an_empty_ballot_there_is_one_stop() -> None:
    assert played([]) == (CountStop(None, (), {}),)


@given(BALLOTS)
def test_the_last_stop_is_the_result(ballot: list[BallotProposal]) -> None:
    counted = ballot_count(ballot)

    last = count_stops([each.number for each in ballot], counted.trace)[-1].standing

    assert {number for number, standing in last.items() if standing is LOST} == counted.sunk.keys()
    assert {number for number, standing in last.items() if standing is PASSED} == set(counted.passed)
    assert len(last) == len(ballot)


@given(BALLOTS)
def test_every_line_of_the_trace_is_told_once_and_in_order(ballot: list[BallotProposal]) -> None:
    trace = ballot_count(ballot).trace

    assert tuple(line for stop in count_stops([each.number for each in ballot], trace) for line in stop.lines) == trace


@given(BALLOTS)
def test_the_rounds_are_those_of_the_law(ballot: list[BallotProposal]) -> None:
    found = [(stop.round, stop.lines[0].number) for stop in played(ballot) if stop.step is CountStep.DEPENDENCY]

    assert found == rounds(ballot)
