"""The page that fails asks first."""

from __future__ import annotations

from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.enacting import admin, faster
from tests.pages.deciding.pages import address


def test_failing_asks_first_and_then_fails(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Kevan", 1, Vote.VETO)

    page = admin(table).get(address(table, "posts/1/fail/"))
    answer = admin(table).post(address(table, "posts/1/fail/"), {"note": "Vetoed."})

    assert "Vetoed, 1–0, failed by Josh" in page.content.decode()
    assert answer.status_code == 302
    assert table.status(1) == "failed"


def test_what_may_not_be_failed_is_refused(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])

    page = admin(table).post(address(table, "posts/1/fail/"), {"note": ""})

    assert page.status_code == 409
    assert table.status(1) == "pending"
