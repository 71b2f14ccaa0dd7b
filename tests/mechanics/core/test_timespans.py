from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, strategies as st

from nomic.core.law.rules_timespans import Interval, day_of, elapsed_time, merge_intervals, moment_when

START = datetime(2007, 3, 14, 1, 2, tzinfo=UTC)  # a Wednesday


def after(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def stop(start: float, end: float | None) -> Interval:
    return Interval(after(start), None if end is None else after(end))


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def test_a_day_begins_at_midnight_gmt_wherever_the_moment_is_told() -> None:
    midnight = datetime(2007, 3, 14, tzinfo=UTC)
    east = timezone(timedelta(hours=9))

    assert day_of(midnight) == midnight
    assert day_of(midnight - timedelta(microseconds=1)) == midnight - timedelta(days=1)
    assert day_of(datetime(2007, 3, 14, 8, 59, tzinfo=east)) == midnight - timedelta(days=1)
    assert day_of(datetime(2007, 3, 14, 9, 0, tzinfo=east)) == midnight


def test_an_interval_covers_its_start_and_not_its_end() -> None:
    closed, still_on = stop(1, 2), stop(1, None)

    assert [closed.covers(after(hour)) for hour in (0.9, 1, 1.9, 2)] == [False, True, True, False]
    assert [still_on.covers(after(hour)) for hour in (0.9, 1, 999)] == [False, True, True]


def test_stops_that_overlap_touch_or_contain_one_another_are_one() -> None:
    assert merge_intervals([stop(4, 6), stop(1, 2), stop(2, 3), stop(5, 5.5)]) == [stop(1, 3), stop(4, 6)]
    assert merge_intervals([stop(1, 3), stop(2, None), stop(7, 8)]) == [stop(1, None)]
    assert merge_intervals([]) == []


def test_time_with_no_stops_runs_as_the_clock_does() -> None:
    assert elapsed_time(START, after(48)) == hours(48)
    assert elapsed_time(START, START) == hours(0)


def test_time_never_runs_backwards() -> None:
    assert elapsed_time(after(5), START) == hours(0)
    assert elapsed_time(after(5), START, [stop(1, 3)]) == hours(0)


def test_only_the_part_of_a_stop_that_falls_within_counts() -> None:
    stops = [stop(-5, 1), stop(3, 4), stop(3.5, 5), stop(9, 20)]

    assert elapsed_time(START, after(10), stops) == hours(6)


def test_a_stop_with_no_end_yet_lasts_until_now() -> None:
    assert elapsed_time(START, after(10), [stop(4, None)]) == hours(4)


def test_a_span_is_over_later_by_the_stops_in_it() -> None:
    assert moment_when(START, hours(48)) == after(48)
    assert moment_when(START, hours(48), [stop(10, 20)]) == after(58)
    assert moment_when(START, hours(48), [stop(10, 20), stop(50, 60)]) == after(68)
    assert moment_when(START, hours(48), [stop(-10, 2)]) == after(50)


def test_a_stop_that_begins_as_the_span_ends_comes_too_late() -> None:
    assert moment_when(START, hours(2), [stop(2, 9)]) == after(2)
    assert moment_when(START, hours(2), [stop(1.99, 9)]) == after(9.01)


def test_nobody_knows_when_a_span_is_over_while_the_clock_stands_with_no_known_end() -> None:
    assert moment_when(START, hours(2), [stop(1, None)]) is None
    assert moment_when(START, hours(2), [stop(2, None)]) == after(2)


def test_no_span_at_all_is_over_at_once_even_while_the_clock_stands() -> None:
    assert moment_when(START, hours(0), [stop(-1, None)]) == START
    assert moment_when(START, hours(0), [stop(-1, 5)]) == START


BOUNDS = st.tuples(st.integers(-50, 50), st.integers(0, 30))


@given(span=st.integers(0, 100), bounds=st.lists(BOUNDS, max_size=6))
def test_at_the_moment_when_a_span_is_over_exactly_that_span_has_elapsed(
    span: int, bounds: list[tuple[int, int]]
) -> None:
    stops = [stop(start, start + length) for start, length in bounds]

    moment = moment_when(START, hours(span), stops)

    assert moment is not None
    assert elapsed_time(START, moment, stops) == hours(span)
    assert span == 0 or elapsed_time(START, moment - timedelta(seconds=1), stops) < hours(span)
