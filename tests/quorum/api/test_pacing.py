"""Programs are told to come again soon, and not all at once."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from dynasties.quorum.programs.views_entry import LATEST, MOST_A_SECOND, ProgramCalendar, seconds_to_next_look
from tests.quorum.api.conftest import NOON


@pytest.mark.parametrize(
    ("left", "seconds"),
    [(0, 1), (-5, 1), (1, 1), (10, 1), (10.1, 2), (11, 2), (60, 6), (290, 29), (291, 30), (300, 30), (1e6, 30)],
)
def test_a_tenth_of_what_is_left_and_no_more_than_half_a_minute(left: float, seconds: int) -> None:
    assert seconds_to_next_look(timedelta(seconds=left)) == seconds


def test_of_two_hundred_ten_come_in_each_second() -> None:
    calendar = ProgramCalendar()

    told = Counter(calendar.seconds(1, NOON) for _ in range(200))

    assert told == dict.fromkeys(range(1, 21), 10)


def test_who_is_to_come_late_takes_no_time_from_who_may_come_soon() -> None:
    calendar = ProgramCalendar()

    late = [calendar.seconds(20, NOON) for _ in range(15)]
    soon = [calendar.seconds(1, NOON) for _ in range(15)]

    assert late == [*[20] * 10, *[21] * 5]
    assert soon == [*[1] * 10, *[2] * 5]


def test_a_second_later_another_second_is_next() -> None:
    calendar = ProgramCalendar()
    for _ in range(15):
        calendar.seconds(1, NOON)

    told = [calendar.seconds(1, NOON + timedelta(seconds=1)) for _ in range(6)]

    assert told == [1, 1, 1, 1, 1, 2]


def test_nobody_is_told_to_come_later_than_the_latest() -> None:
    calendar = ProgramCalendar()

    told = [calendar.seconds(1, NOON) for _ in range(LATEST * MOST_A_SECOND + 50)]

    assert max(told) == LATEST
    assert calendar.seconds(LATEST, NOON) == LATEST


def test_what_is_past_is_forgotten() -> None:
    calendar = ProgramCalendar()

    for second in range(1000):
        calendar.seconds(1, NOON + timedelta(seconds=second))

    assert len(vars(calendar)["_told"]) <= 2 * LATEST + 1
