"""Ndays and nweeks: what each midnight does, and when the next ballot opens and closes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from proposals.bnomic.nweeks.rules import (
    NDAY,
    Course,
    MidnightEffect,
    Place,
    has_count_ahead,
    midnight_after,
    midnight_effect,
    ndays_ahead,
    next_count,
    next_opening,
)
from tests.bnomic.mechanics.laws import LAW, lacking, saying, without

STANDARD = Course(12, 9, 12)
MIDNIGHT = datetime(2026, 3, 1, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
LONG_ENOUGH = 800

NDAYS = st.integers(1, 366)
COURSES = st.builds(Course, *[st.none() | st.integers(1, 8) | NDAYS] * 3)
PLACES = st.builds(Place, st.integers(1, 50), st.integers(1, 8) | NDAYS)
ZONES = st.builds(timezone, st.timedeltas(timedelta(hours=-14), timedelta(hours=14)))
MOMENTS = st.builds(
    lambda span, zone: (MIDNIGHT + span).astimezone(zone), st.timedeltas(timedelta(0), timedelta(days=800)), ZONES
)


def walk(place: Place, course: Course, midnights: int, counted: int = 0) -> list[MidnightEffect]:
    """So many strokes one after another."""
    strokes = [midnight_effect(place, course, counted)]
    while len(strokes) < midnights:
        strokes.append(midnight_effect(strokes[-1].after, course, counted))
    return strokes


def test_a_midnight_ends_an_nday_and_begins_the_next() -> None:
    assert midnight_effect(Place(1, 1), STANDARD) == MidnightEffect(Place(1, 1), Place(1, 2), counts=False, opens=False)


def test_pending_proposals_open_as_nday_9_begins_and_at_no_midnight_beside_it() -> None:
    opening = {nday: midnight_effect(Place(2, nday), STANDARD).opens for nday in (7, 8, 9)}

    assert opening == {7: False, 8: True, 9: False}


def test_the_midnight_at_the_end_of_nday_12_counts_and_begins_an_nweek() -> None:
    assert midnight_effect(Place(3, 11), STANDARD) == MidnightEffect(
        Place(3, 11), Place(3, 12), counts=False, opens=False
    )
    assert midnight_effect(Place(3, 12), STANDARD) == MidnightEffect(
        Place(3, 12), Place(4, 1), counts=True, opens=False
    )


def test_a_ballot_may_be_counted_before_its_nweek_ends() -> None:
    course = Course(12, 3, 10)

    assert midnight_effect(Place(1, 10), course) == MidnightEffect(Place(1, 10), Place(1, 11), counts=True, opens=False)
    assert midnight_effect(Place(1, 12), course) == MidnightEffect(Place(1, 12), Place(2, 1), counts=False, opens=False)


def test_a_ballot_that_would_close_later_than_its_nweek_ends_is_counted_when_it_ends() -> None:
    course = Course(10, 9, 12)

    assert [midnight_effect(Place(1, nday), course).counts for nday in (9, 10)] == [False, True]


def test_an_nday_beyond_the_length_of_its_nweek_is_the_last() -> None:
    # As when an amendment makes nweeks of 10 ndays while it is nday 12.
    assert midnight_effect(Place(1, 12), Course(10, 9, 13)) == MidnightEffect(
        Place(1, 12), Place(2, 1), counts=True, opens=False
    )
    assert midnight_effect(Place(1, 12), Course(10, 9, 11)) == MidnightEffect(
        Place(1, 12), Place(2, 1), counts=False, opens=False
    )


def test_an_nweek_whose_ballot_has_been_counted_has_no_second_count() -> None:
    # As when what passes at the end of nday 10 has ballots close on nday 12 from then on.
    amended = Course(12, 3, 12)

    assert midnight_effect(Place(2, 12), amended, counted=2) == MidnightEffect(
        Place(2, 12), Place(3, 1), counts=False, opens=False
    )
    assert midnight_effect(Place(2, 12), amended, counted=1).counts
    assert midnight_effect(Place(3, 12), amended, counted=2).counts


def test_one_midnight_may_count_one_ballot_and_open_the_next() -> None:
    assert midnight_effect(Place(1, 1), Course(1, 1, 1)) == MidnightEffect(
        Place(1, 1), Place(2, 1), counts=True, opens=True
    )


def test_an_nweek_without_length_never_ends() -> None:
    assert midnight_effect(Place(1, 400), Course(None, 9, 12)) == MidnightEffect(
        Place(1, 400), Place(1, 401), counts=False, opens=False
    )


def test_the_course_is_what_the_law_says() -> None:
    words = {"nweek.length": "ten", "nweek.opens": "3", "nweek.closes": "seven"}

    assert Course.of(LAW) == STANDARD
    assert Course.of(saying(words)) == Course(10, 3, 7)


def test_what_the_law_does_not_say_does_not_happen() -> None:
    assert Course.of(lacking("nweek.length")) == Course(None, 9, 12)
    assert Course.of(lacking("nweek.opens", "nweek.closes")) == Course(12, None, None)
    assert Course.of(without("nweek.counting")) == Course(12, 9, None)


@pytest.mark.parametrize(
    ("moment", "midnight"),
    [
        (MIDNIGHT - INSTANT, MIDNIGHT),
        (MIDNIGHT, MIDNIGHT + NDAY),
        (MIDNIGHT + INSTANT, MIDNIGHT + NDAY),
        # An hour past midnight in the east, and still the day before by GMT.
        (datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=2))), MIDNIGHT),
    ],
)
def test_the_next_midnight_is_later_than_the_moment_and_goes_by_gmt(moment: datetime, midnight: datetime) -> None:
    assert midnight_after(moment) == midnight


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=40)))
def test_each_midnight_gives_exactly_one_stroke(since: datetime, span: timedelta) -> None:
    until, midnights, next_one = since + span, 0, midnight_after(since)

    while next_one <= until:
        midnights, next_one = midnights + 1, midnight_after(next_one)

    assert midnights == (until.astimezone(UTC).date() - since.astimezone(UTC).date()).days


@given(PLACES, COURSES, st.integers(1, 60), st.integers(-1, 0))
def test_the_days_ahead_are_those_of_repeated_strokes(place: Place, course: Course, count: int, before: int) -> None:
    counted = place.nweek + before
    days, strokes = ndays_ahead(place, MIDNIGHT, course, count, counted), walk(place, course, count, counted)

    assert [day.place for day in days] == [each.before for each in strokes]
    assert [day.counts for day in days] == [each.counts for each in strokes]
    assert [day.opens for day in days[1:]] == [each.opens for each in strokes[:-1]]
    assert days[0].begins_at == MIDNIGHT - NDAY
    assert all(one.ends_at == other.begins_at for one, other in pairwise(days))
    assert {day.ends_at - day.begins_at for day in days} == {NDAY}


def test_the_present_nday_says_whether_proposals_opened_at_its_beginning() -> None:
    assert [day.opens for day in ndays_ahead(Place(1, 9), MIDNIGHT, STANDARD, 2)] == [True, False]
    assert ndays_ahead(Place(1, 9), MIDNIGHT, STANDARD, 0) == []


@given(NDAYS, NDAYS, NDAYS)
def test_each_nweek_has_its_ndays_one_count_and_no_more_than_one_opening(length: int, opens: int, closes: int) -> None:
    nweek = walk(Place(1, 1), Course(length, opens, closes), length)

    assert [each.before for each in nweek] == [Place(1, nday) for nday in range(1, length + 1)]
    assert [each.after.nweek for each in nweek] == [1] * (length - 1) + [2]
    assert [each.before.nday for each in nweek if each.counts] == [min(closes, length)]
    assert [each.after.nday for each in nweek if each.opens] == ([opens] if opens <= length else [])


@given(PLACES, COURSES)
def test_a_count_is_ahead_just_when_one_comes_before_the_nweek_is_over(place: Place, course: Course) -> None:
    rest = [each for each in walk(place, course, LONG_ENOUGH) if each.before.nweek == place.nweek]

    assert has_count_ahead(place, course) == any(each.counts for each in rest)


@given(PLACES, COURSES, st.integers(-1, 0))
def test_the_next_opening_and_the_next_count_are_the_first_that_come(place: Place, course: Course, before: int) -> None:
    counted = place.nweek + before
    strokes = list(enumerate(walk(place, course, LONG_ENOUGH, counted)))

    opening = next((MIDNIGHT + after * NDAY for after, each in strokes if each.opens), None)
    count = next((MIDNIGHT + after * NDAY for after, each in strokes if each.counts), None)
    assert next_opening(place, MIDNIGHT, course) == opening
    assert next_count(place, MIDNIGHT, course, counted) == count


def test_on_the_nday_of_the_opening_the_next_opening_is_that_of_the_next_nweek() -> None:
    assert next_opening(Place(1, 8), MIDNIGHT, STANDARD) == MIDNIGHT
    assert next_opening(Place(1, 9), MIDNIGHT, STANDARD) == MIDNIGHT + 11 * NDAY


def test_on_the_last_nday_of_the_ballot_the_count_comes_with_the_next_midnight() -> None:
    assert next_count(Place(1, 12), MIDNIGHT, STANDARD) == MIDNIGHT
    assert next_count(Place(2, 1), MIDNIGHT, STANDARD) == MIDNIGHT + 11 * NDAY


def test_the_longest_nweek_is_seen_to_its_end() -> None:
    course = Course(366, 366, 366)

    assert next_opening(Place(1, 366), MIDNIGHT, course) == MIDNIGHT + 365 * NDAY
    assert next_count(Place(2, 1), MIDNIGHT, course) == MIDNIGHT + 365 * NDAY
    assert next_count(Place(2, 1), MIDNIGHT, course, counted=2) == MIDNIGHT + 731 * NDAY


def test_what_never_comes_has_no_instant() -> None:
    assert next_opening(Place(1, 1), MIDNIGHT, Course(8, 9, 12)) is None
    assert next_count(Place(1, 13), MIDNIGHT, Course(None, 9, 12)) is None
