"""What has been counted, nweek by nweek, and why each was Won or Lost."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from tests.balloting import BallotTable
from tests.bnomic.pages.three import html, read, row

pytestmark = pytest.mark.django_db


def test_historical_proposals_tell_by_nweek_what_became_of_them_and_why(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.all_vote(1, "FOR", "Josh", "Raven")
    opened.votes(2, Lulu="FOR")
    opened.votes(3, Raven="FOR")
    opened.to_nday(time_machine, 1)
    opened.submits("Josh", "Cats again", changes=opened.new_rule("Cats"))
    opened.to_nday(time_machine, 9)
    opened.votes(4, Josh="FOR")
    opened.to_nday(time_machine, 1)

    told = read(opened, "ballot/historical/")

    assert told.index("Nweek 2") < told.index("Nweek 1")
    assert "Nweek 2 1 Won, 0 Lost" in told
    page = html(opened, "ballot/historical/")
    assert "Won , with Strength +1. It passed without effect" in row(page, 4)
    assert "Won , with Strength +2." in row(page, 1)
    assert "Lost : it Conflicts with #1 Cats , which was stronger" in row(page, 2)
    assert "/g/table/ballot/nweeks/2/" in page


def test_before_any_count_historical_leads_back_to_the_ballot(table: BallotTable) -> None:
    assert "No ballot has been counted yet." in read(table, "ballot/historical/", who=None)


def test_historical_goes_on_from_page_to_page(table: BallotTable, time_machine: Traveller) -> None:
    for _ in range(6):
        table.submits("Josh")
        table.to_nday(time_machine, 9)
        table.to_nday(time_machine, 1)

    first, second = (read(table, f"ballot/historical/?page={n}") for n in (1, 2))

    assert "Nweek 2 " in first
    assert "Nweek 1 " not in first
    assert "Nweek 1 " in second
