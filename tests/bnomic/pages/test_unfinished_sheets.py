"""A Proposal that is half written: the server says what is missing, and no browser stands between."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from proposals.models import Draft
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import REVISE, SUBMIT, paper, send
from tests.pages.deciding.pages import address, browser
from tests.pages.proposals.forms import row


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Lulu")
    table.submits("Lulu", "Cats")
    return table


@pytest.mark.parametrize("path", [SUBMIT, REVISE])
def test_the_browser_is_told_to_refuse_no_button(table: BallotTable, path: str) -> None:
    page = browser(table, "Lulu").get(address(table, path)).content.decode()

    form = re.search(r'<form id="composer-form"[^>]*>', page)

    assert form is not None
    assert " novalidate" in form.group()


def test_a_change_without_a_rule_is_kept_in_a_draft(table: BallotTable) -> None:
    unchosen = row(1, "amend", chosen="")

    answer = send(table, paper("Half", do="draft", **unchosen))

    assert answer.status_code == 302
    assert Draft.objects.get().title == "Half"
