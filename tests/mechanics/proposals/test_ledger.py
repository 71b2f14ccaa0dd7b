"""The clock of a matter as a ledger: without a gap, and its sum is the time that the verdict rests on."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.law.rules_timespans import Interval, elapsed_time
from proposals.deciding.rules import clock_segments, time_open
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.kinds.proposal.rules import case_at
from tests.mechanics.proposals.matters import LAW, at, matter, roster

COUNTING = CATALOGUE.standard({"enactment.hiatus_counts": "counts"})


def hiatus(start: float, end: float | None = None) -> Interval:
    return Interval(at(start), None if end is None else at(end))


def test_a_proposals_clock_stands_in_hiatus_and_the_ledger_says_so() -> None:
    lines = clock_segments(matter("", PROPOSAL), LAW, at(40), (hiatus(10, 34),))

    assert [(each.start, each.end, each.counted, each.why) for each in lines] == [
        (at(0), at(10), True, "clock-runs"),
        (at(10), at(34), False, "clock-stands"),
        (at(34), at(40), True, "clock-runs"),
    ]
    assert time_open(lines) == timedelta(hours=16)


def test_where_the_law_counts_hiatus_the_ledger_does() -> None:
    lines = clock_segments(matter("", PROPOSAL), COUNTING, at(40), (hiatus(10),))

    assert [each.why for each in lines] == ["clock-runs", "clock-counts-hiatus"]
    assert time_open(lines) == timedelta(hours=40)


@pytest.mark.parametrize(("kind", "why"), [(CALL, "clock-runs-shorter"), (DECLARATION, "clock-runs-on")])
def test_calls_and_declarations_run_on_in_hiatus(kind: MatterKind, why: str) -> None:
    lines = clock_segments(matter("", kind), LAW, at(30), (hiatus(-5, 4),))

    assert [each.why for each in lines] == [why, "clock-runs"]
    assert time_open(lines) == timedelta(hours=30)


def test_a_matter_that_has_just_been_opened_has_no_time_yet() -> None:
    assert clock_segments(matter("", PROPOSAL), LAW, at(0), (hiatus(0),)) == ()


@pytest.mark.parametrize("seed", range(60))
def test_the_sum_is_the_time_open_that_the_verdict_uses_and_there_is_no_gap(seed: int) -> None:
    chance = random.Random(seed)
    stops = tuple(hiatus(start, start + chance.randint(0, 9)) for start in chance.sample(range(-10, 60), 5))
    stops += (hiatus(chance.randint(20, 70)),) if seed % 3 == 0 else ()
    posed, now, law = matter("", PROPOSAL), at(chance.randint(1, 60)), chance.choice((LAW, COUNTING))

    lines = clock_segments(posed, law, now, stops)

    assert time_open(lines) == case_at(posed, roster(5), law, now, stops).open_for
    assert [each.end for each in lines[:-1]] == [each.start for each in lines[1:]]
    assert (lines[0].start, lines[-1].end) == (at(0), now)
    assert time_open(clock_segments(matter("", CALL), law, now, stops)) == elapsed_time(at(0), now)
