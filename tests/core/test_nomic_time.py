"""Moments in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from nomic.core.templatetags.nomic_time import ago, iso, utc

NOW = datetime(2007, 3, 14, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (timedelta(0), "just now"),
        (timedelta(seconds=59), "in less than a minute"),
        (timedelta(seconds=60), "in 1 min"),
        (timedelta(minutes=59), "in 59 min"),
        (timedelta(hours=1), "in 1 h"),
        (timedelta(hours=3, minutes=12), "in 3 h 12 min"),
        (timedelta(hours=48), "in 48 h"),
        (timedelta(hours=48, seconds=1), "16 Mar 2007, 01:02 UTC"),
        (-timedelta(seconds=59), "just now"),
        (-timedelta(minutes=5), "5 min ago"),
        (-timedelta(minutes=59), "59 min ago"),
        (-timedelta(hours=31, minutes=40), "31 h ago"),
        (-timedelta(hours=48), "48 h ago"),
        (-timedelta(hours=48, seconds=1), "12 Mar 2007, 01:01 UTC"),
    ],
)
def test_a_moment_is_relative_within_48_hours_and_absolute_beyond(distance: timedelta, words: str) -> None:
    moment = NOW + distance

    said = ago(moment, NOW)

    assert said == words


def test_without_a_now_a_moment_is_absolute() -> None:
    said = ago(NOW)

    assert said == "14 Mar 2007, 01:02 UTC"


def test_a_moment_of_another_zone_is_said_in_utc() -> None:
    moment = datetime(2007, 3, 14, 3, 2, tzinfo=timezone(timedelta(hours=2)))

    said = utc(moment), iso(moment)

    assert said == ("14 Mar 2007, 01:02 UTC", "2007-03-14T01:02:00Z")


def test_no_moment_is_no_words() -> None:
    said = utc(None), iso(None), ago(None, NOW)

    assert said == ("", "", "")
