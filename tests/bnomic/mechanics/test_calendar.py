"""The ndays that have been, from what is on record, and those that will be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from nomic.core.law.rules_timespans import Interval
from proposals.bnomic.clock.rules import (
    MOST_AHEAD,
    NWEEKS_AHEAD,
    ClockDeed,
    ClockEntry,
    Nday,
    NweekResult,
    chronicle,
    continue_ndays,
)
from proposals.bnomic.nweeks.rules import Course, Place

DAY = timedelta(days=1)
START = datetime(2007, 3, 12, tzinfo=UTC)
COURSE = Course(length=12, opens=9, closes=12)


def day(number: int, hours: int = 0) -> datetime:
    """The first moment of so manieth day, or so many hours later."""
    return START + (number - 1) * DAY + timedelta(hours=hours)


def begun(nday: int, at: datetime, nweek: int = 1) -> ClockEntry:
    return ClockEntry(ClockDeed.BEGUN, at, Place(nweek, nday))


def put(nday: int, at: datetime, nweek: int = 1) -> ClockEntry:
    return ClockEntry(ClockDeed.SET, at, Place(nweek, nday))


def test_the_first_nday_of_the_game_begins_with_its_clock() -> None:
    days = chronicle(1, [ClockEntry(ClockDeed.GONE_ON, day(1, 9), Place(1, 1)), begun(2, day(2))])
    assert [(each.place, each.begins_at, each.ends_at) for each in days] == [
        (Place(1, 1), day(1, 9), day(2)),
        (Place(1, 2), day(2), None),
    ]


def test_openings_and_counts_stand_at_the_nday_that_they_belong_to() -> None:
    entries = [
        begun(9, day(1)),
        ClockEntry(ClockDeed.OPENED, day(1), Place(1, 9), opened=3),
        begun(10, day(2)),
        ClockEntry(ClockDeed.COUNTED, day(3), Place(1, 10), won=1, lost=2),
    ]
    first, second = chronicle(1, entries)
    assert (first.opened, first.counted) == (3, None)
    assert (second.opened, second.counted) == (None, NweekResult(won=1, lost=2))


def test_a_clock_that_stood_shows_at_each_nday_in_which_it_did() -> None:
    entries = [
        begun(3, day(1)),
        ClockEntry(ClockDeed.STOPPED, day(1, 10), Place(1, 3)),
        ClockEntry(ClockDeed.STOPPED, day(2), Place(1, 3)),
        put(5, day(3)),
        ClockEntry(ClockDeed.GONE_ON, day(4), Place(1, 5)),
        begun(6, day(5)),
    ]
    stood = Interval(day(1, 10), day(4))
    assert [each.stood for each in chronicle(1, entries)] == [(stood,), (stood,), ()]


def test_a_clock_that_still_stands_has_no_end_of_it() -> None:
    (only,) = chronicle(1, [begun(1, day(1)), ClockEntry(ClockDeed.STOPPED, day(2), Place(1, 1))])
    assert only.stood == (Interval(day(2)),)


def test_what_comes_before_the_first_nday_that_is_told_is_passed_over() -> None:
    ninth = Place(1, 9)
    entries = [
        ClockEntry(ClockDeed.OPENED, day(1), ninth, opened=3),
        ClockEntry(ClockDeed.STOPPED, day(1), ninth),
        begun(10, day(2)),
    ]
    assert chronicle(1, entries) == [Nday(Place(1, 10), begins_at=day(2))]


def test_ndays_of_another_nweek_into_which_the_clock_was_set_meanwhile_stand_where_they_were() -> None:
    entries = [
        begun(12, day(1), 1),
        begun(1, day(2), 2),
        begun(2, day(3), 2),
        put(1, day(3, 10), 3),
        begun(2, day(4), 3),
        put(5, day(4, 12), 2),
    ]
    assert [(each.place, each.begins_at, each.ends_at) for each in chronicle(2, entries)] == [
        (Place(2, 1), day(2), day(3)),
        (Place(2, 2), day(3), day(3, 10)),
        (Place(3, 1), day(3, 10), day(4)),
        (Place(3, 2), day(4), day(4, 12)),
        (Place(2, 5), day(4, 12), None),
    ]


def test_what_an_nweek_was_before_the_clock_came_to_its_beginning_is_past() -> None:
    """It had been set there and back; then it came there by itself."""
    entries = [put(4, day(1), 3), put(12, day(1, 1), 2), begun(1, day(2), 3), begun(2, day(3), 3)]
    assert [each.place for each in chronicle(3, entries)] == [Place(3, 1), Place(3, 2)]


def test_an_nweek_that_the_clock_was_only_set_into_is_told_from_then_on() -> None:
    entries = [put(4, day(1), 3), put(12, day(1, 1), 2), put(1, day(1, 2), 3), begun(2, day(2), 3)]
    assert [each.place for each in chronicle(3, entries)] == [Place(3, 4), Place(2, 12), Place(3, 1), Place(3, 2)]


def test_the_present_nday_ends_at_the_next_midnight_and_the_next_three_nweeks_follow() -> None:
    past = [Nday(Place(1, 11), day(1), day(2)), Nday(Place(1, 12), day(2))]
    ndays = continue_ndays(past, Place(1, 12), day(3), COURSE)
    assert ndays[:2] == [past[0], Nday(Place(1, 12), day(2), day(3), counts=True)]
    assert ndays[2] == Nday(Place(2, 1), day(3), day(4))
    assert ndays[-1].place == Place(1 + NWEEKS_AHEAD, 12)
    assert [each.place.nday for each in ndays if each.opens] == [9, 9, 9]
    assert [each.place.nday for each in ndays if each.counts] == [12, 12, 12, 12]


def test_an_nweek_that_has_been_counted_has_no_count_ahead() -> None:
    ndays = continue_ndays([Nday(Place(1, 10), day(1))], Place(1, 10), day(2), COURSE, counted=1)
    assert [each.place.nweek for each in ndays if each.counts] == [2, 3, 4]
    assert not any(each.counts for each in continue_ndays([], Place(1, 10), None, COURSE, counted=1))


def test_an_opening_of_the_present_nday_is_past_or_has_not_been() -> None:
    present, *after = continue_ndays([Nday(Place(1, 9), day(1))], Place(1, 9), day(2), COURSE)
    assert not present.opens
    assert sum(each.opens for each in after) == NWEEKS_AHEAD


def test_an_nweek_that_never_ends_is_told_for_so_long_and_no_longer() -> None:
    endless = Course(length=None, opens=9, closes=12)
    assert len(continue_ndays([Nday(Place(1, 1), day(1))], Place(1, 1), day(2), endless)) == 1 + MOST_AHEAD
    assert len(continue_ndays([Nday(Place(1, 1), day(1))], Place(1, 1), None, endless)) == 1 + MOST_AHEAD


def test_while_the_clock_stands_the_rest_of_the_nweek_has_no_dates() -> None:
    present, *after = continue_ndays([Nday(Place(2, 8), day(1))], Place(2, 8), None, COURSE)
    assert present == Nday(Place(2, 8), day(1))
    assert after == [
        Nday(Place(2, 9), opens=True),
        Nday(Place(2, 10)),
        Nday(Place(2, 11)),
        Nday(Place(2, 12), counts=True),
    ]
