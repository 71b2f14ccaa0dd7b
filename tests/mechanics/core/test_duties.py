from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from nomic.core.duties.rules import Owed, is_overdue, may_report_done, resumed_due_at
from nomic.core.law import queries as law_queries

LAW = law_queries.catalogue().standard()
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
TICK, HOUR = timedelta(microseconds=1), timedelta(hours=1)


def owed(**facts: object) -> Owed:
    return Owed(**{"owed_by": 1, "arose_at": NOON - HOUR, "due_at": NOON} | facts)  # type: ignore[arg-type]  # facts by name, of several types


def test_a_duty_is_overdue_after_its_last_moment_and_not_in_it() -> None:
    assert not is_overdue(owed(), NOON).outcome
    assert is_overdue(owed(), NOON).next_check == NOON
    assert is_overdue(owed(), NOON + TICK).outcome


@pytest.mark.parametrize("facts", [{"done": True}, {"due_at": None}, {"here": False}, {"idle": True}])
def test_what_is_done_timeless_nobodys_or_at_rest_is_never_overdue(facts: dict[str, object]) -> None:
    decision = is_overdue(owed(**facts), NOON + HOUR)

    assert (decision.outcome, decision.next_check) == (False, None)


@pytest.mark.parametrize(
    ("facts", "agent_id", "is_admin", "codes"),
    [
        ({}, 1, False, []),
        ({}, 2, True, ["not-your-duty"]),
        ({"owed_by": None}, 2, True, []),
        ({"owed_by": None}, 2, False, ["not-an-admin"]),
        ({"done": True}, 1, True, ["duty-done"]),
    ],
)
def test_who_owes_it_reports_it_and_any_admin_what_they_all_owe(
    facts: dict[str, object], agent_id: int, is_admin: bool, codes: list[str]
) -> None:
    decision = may_report_done(owed(**facts), agent_id=agent_id, is_admin=is_admin, law=LAW)

    assert [reason.code for reason in decision.reasons] == codes


def test_the_time_of_a_duty_does_not_run_while_its_debtor_is_idle() -> None:
    now = NOON + 10 * HOUR

    assert resumed_due_at(owed(), idle_since=NOON - HOUR / 2, now=now) == now + HOUR / 2
    assert resumed_due_at(owed(), idle_since=NOON, now=now) == now
    assert resumed_due_at(owed(), idle_since=NOON + TICK, now=now) is None


def test_a_duty_that_arose_in_idleness_has_its_whole_time_left() -> None:
    now = NOON + 10 * HOUR

    assert resumed_due_at(owed(), idle_since=NOON - 5 * HOUR, now=now) == now + HOUR
    assert resumed_due_at(owed(due_at=None), idle_since=NOON - HOUR, now=now) is None
