"""Proposals kept and not yet submitted."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from proposals.posts.models import Draft, Post
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import HTMX, SUBMIT, paper, send, value
from tests.openings import opened
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import NEW, amendment, send as post, sheet


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return opened("ballot of two", lambda: BallotTable("Lulu", "Raven"))


def test_a_draft_keeps_everything_even_what_could_not_be_submitted(table: BallotTable) -> None:
    sent = paper("#14", do="draft", depends="#7, Rats", conflicts="x" * 121)
    sent |= amendment(table, "Opening", "[9]", "[soon]")

    answer = browser(table, "Lulu").post(address(table, SUBMIT), sent, follow=True)

    html = answer.content.decode()
    assert "[soon](dial:nweek.opens)" in html
    assert "Cats are green.</textarea>" in html
    assert [value(answer, name) for name in ("name", "depends", "conflicts")] == ["#14", "#7, Rats", "x" * 121]
    assert not Post.objects.exists()


def test_typing_keeps_a_draft_by_itself_and_an_empty_sheet_none(table: BallotTable) -> None:
    empty = send(table, paper("", "", do="autosave", token="empty"), headers=HTMX)

    kept = send(table, paper(do="autosave", conflicts="Dogs"), headers=HTMX)

    assert "Draft kept at 09:00 UTC" in kept.content.decode()
    assert "kept" not in empty.content.decode()
    assert Draft.objects.get().title == "Cats"


def test_the_page_of_drafts_leads_each_to_where_it_is_written(table: BallotTable) -> None:
    send(table, paper(do="draft"))
    post(table, sheet("A remark", category="plain", do="draft", token="mark-2"))

    html = browser(table, "Lulu").get(address(table, "drafts/")).content.decode()

    assert f'<a href="{address(table, SUBMIT)}?draft=mark-1">Cats</a>' in html
    assert f'<a href="{address(table, NEW)}?draft=mark-2">A remark</a>' in html


def test_opened_in_the_journals_composer_it_leads_to_its_own(table: BallotTable) -> None:
    send(table, paper(do="draft"))

    answer = browser(table, "Lulu").get(address(table, NEW + "?draft=mark-1"))

    assert answer["Location"] == address(table, SUBMIT + "?draft=mark-1")


def test_a_draft_of_the_journals_own_is_not_taken_up_as_a_proposal(table: BallotTable) -> None:
    post(table, sheet("A remark", "Cats are green.", category="plain", do="draft"))

    page = browser(table, "Lulu").get(address(table, SUBMIT + "?draft=mark-1"))

    assert page.status_code == 200
    assert "Cats are green." not in page.content.decode()


def test_a_draft_that_is_submitted_is_used_up(table: BallotTable) -> None:
    send(table, paper(do="draft"))

    send(table, paper())

    assert not Draft.objects.exists()


def test_a_late_autosave_of_what_is_submitted_keeps_nothing(table: BallotTable) -> None:
    send(table, paper())

    send(table, paper(do="autosave"), headers=HTMX)

    assert not Draft.objects.exists()


def test_a_draft_can_be_kept_where_nothing_may_be_submitted(table: BallotTable) -> None:
    table.idle("Lulu")

    answer = send(table, paper(do="draft"))

    assert answer["Location"] == address(table, SUBMIT) + "?draft=mark-1"


def test_drafts_are_for_their_authors_eyes_alone(table: BallotTable) -> None:
    send(table, paper(do="draft"))

    opened = browser(table, "Raven").get(address(table, SUBMIT + "?draft=mark-1"))

    assert "Cats are green." not in words(opened)


def test_a_null_character_in_a_draft_is_left_out(table: BallotTable) -> None:
    send(table, paper("a\0b", "c\0d", do="draft", depends="e\0f"))

    draft = Draft.objects.get()

    assert (draft.title, draft.body) == ("ab", "cd\n\nDepends on: ef")
