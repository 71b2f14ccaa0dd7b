"""The Administrator's hands on the Clock and on the numbers of Proposals, and on what grounds they are held back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from nomic.core.decision import Decision
from nomic.core.law.rules import Law
from nomic.words import sentence
from proposals.bnomic.nweeks.rules import (
    Clock,
    Course,
    Place,
    ProposalState,
    may_carry_out,
    may_number_from,
    may_pause,
    may_set,
    may_turn_off,
    may_turn_on,
)
from tests.bnomic.mechanics.laws import LAW, codes, without

NOW = datetime(2026, 3, 1, 15, 30, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
A_YEAR = timedelta(days=366)
COURSE = Course(12, 9, 12)
HERE = Place(3, 5)

ON = Clock(True, Place(3, 5), stroke_at=MIDNIGHT)
OFF = Clock(False, Place(3, 5))
PAUSED = Clock(False, Place(3, 5), resumes_at=MIDNIGHT + timedelta(days=3))


def setting(nweek: int, nday: int, **changed: Any) -> Decision[bool]:
    facts: dict[str, Any] = {"here": HERE, "counted": 2, "open_ones": False, "course": COURSE, "law": LAW}
    return may_set(Place(nweek, nday), **facts | changed)


def said(decision: Decision[bool]) -> list[str]:
    return [sentence(reason) for reason in decision.reasons]


def test_a_clock_that_is_off_or_paused_is_turned_on_and_one_that_is_on_is_not() -> None:
    assert may_turn_on(OFF, LAW) == may_turn_on(PAUSED, LAW) == Decision(True)
    assert codes(may_turn_on(ON, LAW).reasons) == ["clock-is-on"]


def test_a_clock_that_is_on_or_paused_is_turned_off_and_one_that_is_off_is_not() -> None:
    assert may_turn_off(ON, LAW) == may_turn_off(PAUSED, LAW) == Decision(True)
    assert codes(may_turn_off(OFF, LAW).reasons) == ["clock-is-off"]


def test_a_clock_that_is_on_is_paused_and_a_pause_may_get_another_end() -> None:
    until = MIDNIGHT + timedelta(days=1)

    assert may_pause(ON, until, NOW, LAW) == may_pause(PAUSED, until, NOW, LAW) == Decision(True)
    assert codes(may_pause(OFF, until, NOW, LAW).reasons) == ["clock-is-off"]


def test_a_pause_takes_in_a_midnight_at_least() -> None:
    assert may_pause(ON, MIDNIGHT, NOW, LAW).outcome
    refusal = may_pause(ON, MIDNIGHT - INSTANT, NOW, LAW)
    assert codes(refusal.reasons) == ["pause-too-short"]
    assert refusal.reasons[0].facts == {"at": MIDNIGHT}


def test_at_midnight_itself_the_next_one_is_a_day_away() -> None:
    assert may_pause(ON, MIDNIGHT + timedelta(days=1), MIDNIGHT, LAW).outcome
    assert codes(may_pause(ON, MIDNIGHT + timedelta(hours=23), MIDNIGHT, LAW).reasons) == ["pause-too-short"]


def test_a_pause_lasts_a_year_at_most() -> None:
    assert may_pause(ON, NOW + A_YEAR, NOW, LAW).outcome
    refusal = may_pause(ON, NOW + A_YEAR + INSTANT, NOW, LAW)
    assert codes(refusal.reasons) == ["pause-too-long"]
    assert refusal.reasons[0].facts == {"at": NOW + A_YEAR}


def test_a_pause_into_the_past_is_none() -> None:
    assert codes(may_pause(OFF, NOW - A_YEAR, NOW, LAW).reasons) == ["clock-is-off", "pause-too-short"]


@pytest.mark.parametrize(("nday", "grounds"), [(0, ["no-such-nday"]), (1, []), (12, []), (13, ["no-such-nday"])])
def test_the_clock_is_set_to_an_nday_that_an_nweek_has(nday: int, grounds: list[str]) -> None:
    assert codes(setting(3, nday).reasons) == grounds


def test_nweeks_begin_with_1() -> None:
    assert setting(1, 1, counted=0).outcome
    assert codes(setting(0, 13, counted=0).reasons) == ["no-such-nday"]


def test_where_an_nweek_never_ends_it_has_every_nday() -> None:
    assert setting(3, 4000, course=Course(None, 9, 12)).outcome
    assert codes(setting(3, 0, course=Course(None, 9, 12)).reasons) == ["no-such-nday"]


@pytest.mark.parametrize(("nweek", "grounds"), [(1, ["nweek-counted"]), (2, ["nweek-counted"]), (3, []), (40, [])])
def test_the_clock_is_not_set_back_to_before_a_count(nweek: int, grounds: list[str]) -> None:
    assert codes(setting(nweek, 12, counted=2).reasons) == grounds


def test_what_is_left_of_an_nweek_after_its_count_is_open_to_the_clock() -> None:
    early = Course(12, 3, 10)

    assert codes(setting(2, 10, counted=2, course=early).reasons) == ["nweek-counted"]
    assert setting(2, 11, counted=2, course=early).outcome
    assert codes(setting(1, 11, counted=2, course=early).reasons) == ["nweek-counted"]


def test_the_clock_is_not_set_past_the_count_of_what_is_open() -> None:
    early = Course(12, 3, 10)

    assert setting(3, 10, open_ones=True, course=early).outcome
    for place in (Place(3, 11), Place(4, 1), Place(40, 10)):
        refusal = setting(*place, open_ones=True, course=early)
        assert said(refusal) == [
            "Open Proposals wait for their count at the end of nday 10 of nweek 3, and the Clock is not set past it."
        ]
        assert setting(*place, open_ones=False, course=early).outcome


def test_what_opened_after_the_count_of_its_nweek_waits_for_that_of_the_next() -> None:
    late, after = Course(12, 11, 10), Place(2, 11)

    assert setting(2, 12, here=after, counted=2, open_ones=True, course=late).outcome
    assert setting(3, 10, here=after, counted=2, open_ones=True, course=late).outcome
    assert codes(setting(3, 11, here=after, counted=2, open_ones=True, course=late).reasons) == ["count-passed-over"]


def test_who_sets_the_clock_back_passes_over_no_count() -> None:
    assert setting(3, 2, open_ones=True).outcome
    assert setting(3, 1, here=Place(4, 2), open_ones=True).outcome


def test_where_no_ballot_is_counted_the_clock_passes_over_none() -> None:
    assert setting(3, 12, open_ones=True, course=Course(12, 9, None)).outcome


@pytest.mark.parametrize(("number", "grounds"), [(1, ["number-used"]), (14, ["number-used"]), (15, []), (500, [])])
def test_the_next_number_is_greater_than_all_before(number: int, grounds: list[str]) -> None:
    assert codes(may_number_from(number, 14, LAW).reasons) == grounds


@pytest.mark.parametrize(("number", "grounds"), [(-1, ["number-used"]), (0, ["number-used"]), (1, [])])
def test_the_first_number_is_1_at_least(number: int, grounds: list[str]) -> None:
    assert codes(may_number_from(number, 0, LAW).reasons) == grounds


@pytest.mark.parametrize("mechanism", ["nweek.clock", "nweek.administering"])
def test_where_no_rule_provides_for_it_nobody_touches_the_clock(mechanism: str) -> None:
    law = without(mechanism)
    until = MIDNIGHT + timedelta(days=1)

    answers = [may_turn_on(OFF, law), may_turn_off(ON, law), may_pause(ON, until, NOW, law), setting(3, 1, law=law)]

    assert [codes(each.reasons) for each in answers] == [["not-in-the-law"]] * 4
    assert {each.reasons[0].facts["mechanism"] for each in answers} == {mechanism}


def test_numbering_needs_an_administrator_and_no_clock() -> None:
    assert may_number_from(15, 14, without("nweek.clock")).outcome
    assert codes(may_number_from(14, 14, without("nweek.administering")).reasons) == ["not-in-the-law", "number-used"]


def test_every_ground_is_told_with_its_rule() -> None:
    back, onwards = (setting(nweek, 13, open_ones=True, law=without("nweek.clock")) for nweek in (1, 3))

    assert codes(back.reasons) == ["not-in-the-law", "no-such-nday", "nweek-counted"]
    assert codes(onwards.reasons) == ["not-in-the-law", "no-such-nday", "count-passed-over"]
    for refusal in (back, onwards):
        assert [reason.rule for reason in refusal.reasons] == ["Nweeks and Ndays", "Nweeks and Ndays", "The Count"]


def test_a_refusal_cites_the_rule_that_holds_what_is_refused() -> None:
    rules = {
        "nweek.clock": "Midnight",
        "nweek.length": "Length",
        "nweek.counting": "Counting",
        "nweek.closes": "Closing",
        "nweek.submitting": "Numbers",
        "nweek.administering": "Office",
    }
    law = Law(LAW.values, LAW.mechanisms, rules, LAW.catalogue)

    answers = [
        may_turn_on(ON, law),
        may_turn_off(OFF, law),
        may_pause(ON, NOW, NOW, law),
        may_number_from(1, 1, law),
        may_carry_out(1, ProposalState.LOST, left=True, done=False, law=law),
        setting(3, 0, course=Course(None, 9, 12), law=law),
        setting(1, 13, law=law),
        setting(4, 1, open_ones=True, law=law),
    ]

    assert [[reason.rule for reason in each.reasons] for each in answers] == [
        ["Midnight"],
        ["Midnight"],
        ["Midnight"],
        ["Numbers"],
        ["Office"],
        ["Midnight"],
        ["Length", "Counting"],
        ["Closing"],
    ]


def test_a_refusal_is_told_in_words() -> None:
    passing = setting(3, 11, open_ones=True, course=Course(10, 3, 10))

    assert said(may_turn_on(ON, LAW)) == ["The Clock is On already."]
    assert said(may_turn_off(OFF, LAW)) == ["The Clock is Off already."]
    assert said(may_pause(ON, NOW, NOW, LAW)) == [
        "No midnight would fall into that pause. It lasts until 2 Mar 2026, 00:00 UTC at least."
    ]
    assert said(may_pause(ON, NOW + 2 * A_YEAR, NOW, LAW)) == [
        "A pause lasts until 2 Mar 2027, 15:30 UTC at most. To stop the Clock for longer, turn it Off."
    ]
    assert said(passing) == [
        "Nweeks and ndays are counted from 1, and an nweek has 10 ndays.",
        "Open Proposals wait for their count at the end of nday 10 of nweek 3, and the Clock is not set past it.",
    ]
    assert said(setting(3, 0, course=Course(None, 9, 12))) == ["Nweeks and ndays are counted from 1."]
    assert said(setting(2, 1)) == ["The ballot of nweek 2 has been counted, and no nweek's ballot is counted twice."]
    assert said(may_number_from(9, 14, LAW)) == ["A new Number is greater than all before it, and 14 has been given."]


@pytest.mark.parametrize(
    ("state", "left", "done", "may"),
    [
        (ProposalState.WON, True, False, True),
        (ProposalState.WON, True, True, False),
        (ProposalState.WON, False, False, False),
        (ProposalState.LOST, True, False, False),
        (ProposalState.OPEN, True, False, False),
    ],
)
def test_what_has_passed_is_carried_out_once_where_anything_is_left_to_do(
    state: ProposalState, left: bool, done: bool, may: bool
) -> None:
    assert may_carry_out(14, state, left=left, done=done, law=LAW).outcome is may
