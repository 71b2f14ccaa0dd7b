from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.cfj.rules import agreement_at, call_prospects, call_verdict, find_latch, is_closed, judge_call
from proposals.voting.rules import Latch, MatterFacts, Roster, Vote
from tests.mechanics.proposals.matters import (
    LAW,
    POSTED,
    SECOND,
    at,
    codes,
    hiatus,
    lacking,
    matter,
    roster,
    votes,
    without,
)


def call(text: str) -> MatterFacts:
    return matter(text, CALL)


def seen(
    text: str, hour: float, *, stops: Sequence[Interval] = (), law: Law = LAW, agents: int = 5
) -> tuple[str, list[str]]:
    found = judge_call(call(text), roster(agents), law, at(hour), stops)
    return CALL.status_word(found.status), codes(found.reasons)


@pytest.mark.parametrize(
    ("text", "hour", "expected"),
    [
        ("P1:F P2:F", 1, ("pending", ["still-open"])),
        ("P1:F P2:F P3:F", 1, ("passed", ["reached-quorum"])),
        ("P1:A P2:A P3:A", 1, ("failed", ["reached-quorum"])),
        ("author:A", 1, ("pending", ["still-open"])),  # no self-kill here
        ("M:V", 1, ("pending", ["still-open"])),  # nor a veto
        ("P1:F P2:F P3:F P3:A@2", 3, ("passed", ["reached-quorum"])),  # latched
        ("P1:F P2:F P3:F@1 P3:A@1", 3, ("passed", ["reached-quorum"])),  # within one instant, too
        ("P1:A P2:A P3:A", 96, ("failed", ["reached-quorum", "timed-out-against"])),  # every ground is told
        ("", 95.999, ("pending", ["still-open"])),
        ("", 96, ("failed", ["timed-out-against"])),
        ("P1:F", 96, ("passed", ["timed-out"])),
        ("P1:F P2:A", 96, ("failed", ["timed-out-against"])),
        ("P1:F@96", 96, ("passed", ["timed-out"])),
        ("P1:F@96.01", 97, ("failed", ["timed-out-against"])),  # after the deadline it does not exist
    ],
)
def test_a_call_is_decided_by_a_quorum_at_once_and_else_by_its_deadline(text: str, hour: float, expected: Any) -> None:
    assert seen(text, hour) == expected


@pytest.mark.parametrize(
    ("hour", "stops", "expected"),
    [
        (47.999, (hiatus(1),), "pending"),
        (48, (hiatus(1),), "failed"),
        (72, (hiatus(72),), "failed"),  # a hiatus on the third day ends it at once
        (48, (hiatus(1, 47),), "pending"),
        (96, (hiatus(1, 47),), "failed"),  # and never stops the clock
    ],
)
def test_the_deadline_is_that_of_the_moment(hour: float, stops: Sequence[Interval], expected: Any) -> None:
    assert seen("", hour, stops=stops)[0] == expected


def test_a_vote_exists_by_the_deadline_of_its_own_moment() -> None:
    assert seen("P1:F@60", 72, stops=(hiatus(70),))[0] == "passed"
    assert seen("P1:F@60", 96, stops=(hiatus(1, 70),))[0] == "failed"


def test_votes_in_hiatus_count() -> None:
    assert seen("P1:F@2 P2:F@2 P3:F@2", 3, stops=(hiatus(1),))[0] == "passed"


def test_once_latched_the_tally_is_that_of_the_latch() -> None:
    found = judge_call(call("P1:F P2:F P3:F@2 P4:A@3 P3:A@4"), roster(6, None), LAW, at(5))
    latched = judge_call(call("P1:F P2:F P3:F@2 P4:F@2 P5:A@3"), roster(6, None), LAW, at(5))

    assert found.status.value == "pending"  # three are no quorum of six
    assert (latched.tally.for_, latched.tally.against) == (4, 0)


def test_an_outcome_latched_by_the_roster_of_then_may_be_passed_in() -> None:
    late = Latch(Vote.AGAINST, at(2))

    found = call_verdict(call("P1:A@2 P2:F@3"), roster(6), LAW, at(5), (), late)

    assert (found.may_fail, found.tally.against, found.tally.for_, found.since) == (True, 1, 0, at(2))


def test_the_latch_is_the_moment_of_the_vote_that_made_the_quorum() -> None:
    assert find_latch(call("P1:F P2:F P3:F@2 P4:F@3"), roster(5), LAW, at(5)) == Latch(Vote.FOR, at(2), 3)
    assert find_latch(call("P1:F P2:F P3:F@6"), roster(5), LAW, at(5)) is None


def test_voting_is_closed_by_the_deadline_and_by_a_quorum() -> None:
    assert not is_closed(call(""), roster(5), LAW, at(96))
    assert is_closed(call(""), roster(5), LAW, at(96) + SECOND)
    assert is_closed(call("P1:F P2:F P3:F"), roster(5), LAW, at(2))


@pytest.mark.parametrize(
    ("text", "hour", "stops", "expected"),
    [
        ("", 1, (), at(96)),
        ("", 1, (hiatus(0.5),), at(48)),
        ("", 1, (hiatus(0.5, 20),), at(96)),
        ("", 96, (), None),
        ("P1:F P2:F P3:F", 2, (), None),
    ],
)
def test_the_next_check_is_the_deadline_that_will_hold(
    text: str, hour: float, stops: Sequence[Interval], expected: Any
) -> None:
    assert judge_call(call(text), roster(5), LAW, at(hour), stops).next_check == expected


def test_absent_deadlines_and_mechanism() -> None:
    endless = lacking("cfj.timeout", "cfj.hiatus_timeout")

    assert seen("P1:F", 1000, law=endless) == ("pending", ["still-open"])
    assert seen("", 60, law=lacking("cfj.hiatus_timeout"), stops=(hiatus(1),))[0] == "pending"
    assert seen("P1:F P2:F P3:F", 1, law=without("cfj.raising")) == ("pending", ["not-in-the-law"])


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["P1", "P2", "P3", "M"]), st.sampled_from("FA"), st.integers(0, 99)), max_size=8
    ),
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 60)), max_size=2),
    st.integers(0, 110),
    st.floats(0, 1),
)
def test_nothing_changes_before_the_next_check_and_something_does_at_it(
    ballots: list[tuple[str, str, int]], stops: list[tuple[int, int]], now: int, sample: float
) -> None:
    cast = votes(" ".join(f"{who}:{icon}@{min(when, now)}" for who, icon, when in ballots))
    begun = tuple(hiatus(start, start + length) for start, length in stops if start <= now)

    def look(moment: datetime) -> object:
        found = judge_call(MatterFacts(CALL, "author", POSTED, cast), roster(5), LAW, moment, begun)
        return found.status

    due = judge_call(MatterFacts(CALL, "author", POSTED, cast), roster(5), LAW, at(now), begun).next_check
    horizon = due or at(now + 500)

    assert horizon > at(now)
    assert look(horizon - SECOND) == look(at(now))
    assert look(at(now) + (horizon - SECOND - at(now)) * sample) == look(at(now))
    if due:
        assert look(due) != look(at(now))


FEW = Roster(("P1", "P2", "P3"))


def watched(text: str, latched: Latch | None = None) -> MatterFacts:
    return replace(call(text), watched=True, latched=latched)


def test_a_quorum_agrees_by_the_votes_that_stand_and_the_roster_of_now() -> None:
    swung = watched("P1:F P2:F P3:F@1 P3:A@2")

    assert agreement_at(swung, roster(6), LAW, at(3)) is None
    assert agreement_at(swung, FEW, LAW, at(3)) == Latch(Vote.FOR, at(3), 4, FEW, 2)
    assert agreement_at(call("P1:A P2:A P3:A"), roster(5), LAW, at(1)) == Latch(Vote.AGAINST, at(1), 3, roster(5), 3)


def test_what_is_watched_is_decided_by_its_latch_and_not_by_its_history() -> None:
    swung = watched("P1:F P2:F P3:F@1 P3:A@2")

    assert judge_call(swung, roster(5), LAW, at(3)).status.value == "pending"
    assert judge_call(replace(swung, watched=False), roster(5), LAW, at(3)).status.value == "enacted"


def test_a_latch_keeps_its_roster_and_quorum_whoever_comes_or_goes() -> None:
    decided = watched("P1:F P2:F P3:A@5", Latch(Vote.FOR, at(2), 2, FEW, 2))

    found = call_verdict(decided, roster(9), LAW, at(6))

    assert (found.may_enact, found.quorum, found.tally.for_, found.tally.against) == (True, 2, 2, 0)
    assert found.since == at(2)
    assert is_closed(decided, roster(9), LAW, at(6))


def test_what_is_missing_is_votes_and_the_deadline_of_the_moment() -> None:
    outside, inside = (call_prospects(watched("P1:F"), roster(5), LAW, at(10), stops) for stops in ((), (hiatus(9),)))

    assert [each.code for each in outside] == ["call-passes-now", "call-fails-now", "call-deadline"]
    assert [each.facts.get("votes") for each in outside] == [2, 3, None]
    assert [(each[-1].facts["at"], each[-1].facts["hiatus"]) for each in (outside, inside)] == [
        (at(96), False),
        (at(48), True),
    ]


@pytest.mark.parametrize("hour", [96, 97])
def test_nothing_is_missing_once_it_is_decided(hour: float) -> None:
    assert call_prospects(watched("P1:F"), roster(5), LAW, at(hour)) == ()
    assert call_prospects(call("P1:F P2:F P3:F"), roster(5), LAW, at(1)) == ()
