"""Who may be told of what, and when what leaves: both sides of every bound."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from nomic.core.notifications import rules as notifications_rules
from nomic.words import NOTICES

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("kind", "in_game", "idle", "is_admin", "told"),
    [
        ("comment", True, False, False, True),
        ("comment", True, True, False, True),
        ("comment", False, False, False, False),
        ("vote-missing", True, False, False, True),
        ("vote-missing", True, True, False, False),
        ("application", True, False, True, True),
        ("application", True, False, False, False),
        ("application", True, True, True, False),
        ("arrival", False, False, False, True),
        ("standing", False, False, False, True),
        ("message", False, False, False, False),
        ("message", True, True, False, True),
    ],
)
def test_who_is_told_of_what(kind: str, in_game: bool, idle: bool, is_admin: bool, told: bool) -> None:
    assert notifications_rules.may_be_told(NOTICES[kind], in_game=in_game, idle=idle, is_admin=is_admin) is told


@pytest.mark.parametrize(
    ("now", "hour"),
    [
        (datetime(2026, 1, 5, 5, 59, 59, tzinfo=UTC), datetime(2026, 1, 5, 6, tzinfo=UTC)),
        (datetime(2026, 1, 5, 6, tzinfo=UTC), datetime(2026, 1, 6, 6, tzinfo=UTC)),
        (datetime(2026, 12, 31, 23, tzinfo=UTC), datetime(2027, 1, 1, 6, tzinfo=UTC)),
    ],
)
def test_a_digest_is_due_at_six_in_the_morning(now: datetime, hour: datetime) -> None:
    assert notifications_rules.next_digest(now) == hour


@pytest.mark.parametrize(("tries", "minutes"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1000, 60)])
def test_the_wait_doubles_up_to_an_hour(tries: int, minutes: int) -> None:
    assert notifications_rules.next_try(NOON, tries, NOON) == NOON + timedelta(minutes=minutes)


def test_a_letter_is_given_up_after_three_days() -> None:
    made = NOON - timedelta(days=3)

    assert notifications_rules.next_try(made + SECOND, 80, NOON) is not None
    assert notifications_rules.next_try(made, 80, NOON) is None


@pytest.mark.parametrize(
    ("ahead", "near"),
    [
        (timedelta(hours=12), True),
        (timedelta(hours=12) + SECOND, False),
        (SECOND, True),
        (timedelta(0), False),
        (-SECOND, False),
    ],
)
def test_near_is_within_twelve_hours_and_not_past(ahead: timedelta, near: bool) -> None:
    assert notifications_rules.is_near(NOON + ahead, NOON) is near
    assert notifications_rules.is_near(None, NOON) is False


def test_a_visit_ends_after_half_an_hour_of_silence() -> None:
    assert not notifications_rules.is_over(NOON - timedelta(minutes=30) + SECOND, NOON)
    assert notifications_rules.is_over(NOON - timedelta(minutes=30), NOON)
