"""Votes are cast on the ballot: with and without a script, and by nobody who may not."""

from __future__ import annotations

import re

import pytest

from tests.balloting import BallotTable
from tests.bnomic.pages.three import HTMX, cast, html, row
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db


def test_without_javascript_a_vote_is_cast_and_leads_back_to_its_row(opened: BallotTable) -> None:
    answer = cast(opened, 2, "FOR")

    assert answer.status_code == 302
    assert answer["Location"] == "/g/table/ballot/#proposal-2"
    assert "Your Final Vote is FOR." in row(html(opened), 2)


def test_htmx_gets_every_row_anew_the_sidebar_and_the_bar(opened: BallotTable) -> None:
    opened.votes(1, Raven="FOR")

    told = cast(opened, 2, "FOR", headers=HTMX).content.decode()

    assert "<html" not in told
    assert 'id="proposal-1"' in told
    assert "as strong and has the higher Number" in told
    assert 'id="ballot-panel" hx-swap-oob="true"' in told
    assert "Your Final Vote on Proposal 2 is FOR." in told
    assert re.search(r'class="count">2<', told)


def test_a_word_that_is_no_vote_is_not_taken(opened: BallotTable) -> None:
    answer = cast(opened, 1, "MAYBE")

    assert answer.status_code == 422
    assert "FOR, AGAINST or ABSTAIN" in answer.content.decode()


def test_a_vote_on_what_is_pending_is_refused_with_the_reason(table: BallotTable) -> None:
    table.submits("Josh", "Cats")

    answer = cast(table, 1, "FOR")

    assert answer.status_code == 409
    assert "votes are cast from its opening on" in answer.content.decode()
    assert cast(table, 2, "FOR").status_code == 404


def test_only_by_post_and_only_by_a_player_is_a_vote_cast(opened: BallotTable) -> None:
    path = address(opened, "ballot/1/vote/")

    assert browser(opened, "Josh").get(path, {"vote": "FOR"}).status_code == 405
    assert "login" in browser(opened).post(path, {"vote": "FOR"})["Location"]
