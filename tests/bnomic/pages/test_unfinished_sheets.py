"""A Proposal that is half written: the server says what is missing, and no browser stands between."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from proposals.posts.models import Draft
from rulesets.history.queries import folded_law
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import REVISE, SUBMIT, paper, send
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import row


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Lulu")
    table.submits("Lulu", "Cats")
    return table


@pytest.mark.parametrize("path", [SUBMIT, REVISE, "posts/new/"])
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


def test_an_empty_sheet_of_the_journal_is_a_plain_post_where_proposals_have_a_door_of_their_own(
    table: BallotTable,
) -> None:
    page = browser(table, "Lulu").get(address(table, "posts/new/")).content.decode()

    assert re.search(r'name="category" value="plain"[^>]* checked', page)


def test_whoever_types_a_rule_is_shown_a_dial_of_this_very_law(table: BallotTable) -> None:
    shown = words(send(table, paper(do="preview", **row(1, "enact", title="Tea", text="There is tea."))))
    named = re.search(r"What stands in a rule as \[(.+?)\]\(dial:([\w.]+)\) is obeyed", shown)

    assert named is not None
    carrier = folded_law(table.made.pk).dials[named[2]]
    assert carrier.words == named[1]
    # What a resolved Proposal of the journal sets off has no meaning here.
    assert "trigger:" not in shown


def test_the_versions_of_a_proposal_go_by_its_own_number(table: BallotTable) -> None:
    table.post_plain("Lulu", "A thought")
    table.submits("Lulu", "Dogs")

    page = browser(table).get(address(table, "posts/3/versions/"))

    assert ("Proposal 2" in words(page), "Proposal 3" in words(page)) == (True, False)
