"""Posts kept and not yet posted: for their authors alone."""

from __future__ import annotations

import pytest

from proposals.posts.models import Draft, Post
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import NEW, amendment, row, send, sheet

HTMX = {"HX-Request": "true"}


def test_a_draft_keeps_everything_even_what_could_not_be_posted(table: Table) -> None:
    sent = sheet("", do="draft") | amendment(table, "Enactment", "[48 hours]", "[soon]")

    answer = browser(table, "Lulu").post(address(table, NEW), sent, follow=True)

    html = answer.content.decode()
    assert "[soon](dial:enactment.timeout)" in html
    assert "Why wait?</textarea>" in html
    assert Post.objects.count() == 0


def test_typing_keeps_a_draft_by_itself_and_an_empty_sheet_none(table: Table) -> None:
    empty = send(table, sheet("", "", do="autosave", token="empty"), headers=HTMX)

    kept = send(table, sheet(do="autosave"), headers=HTMX)

    assert "Draft kept at 12:00 UTC" in kept.content.decode()
    assert "kept" not in empty.content.decode()
    assert Draft.objects.get().title == "Time: Sooner"


def test_posting_uses_its_draft_up(table: Table) -> None:
    send(table, sheet(do="draft"))

    send(table, sheet())

    assert Draft.objects.count() == 0


def test_a_late_autosave_of_what_is_posted_keeps_nothing(table: Table) -> None:
    send(table, sheet())

    send(table, sheet(do="autosave"), headers=HTMX)

    assert Draft.objects.count() == 0


def test_drafts_are_for_their_authors_eyes_alone(table: Table) -> None:
    send(table, sheet(do="draft"))

    pages = [words(browser(table, name).get(address(table, "drafts/"))) for name in ("Lulu", "Raven")]
    opened = browser(table, "Raven").get(address(table, NEW + "?draft=mark-1"))

    assert ["Time: Sooner" in page for page in pages] == [True, False]
    assert "Time: Sooner" not in words(opened)


def test_a_draft_can_be_thrown_away_by_its_author_only(table: Table) -> None:
    send(table, sheet(do="draft"))
    browser(table, "Raven").post(address(table, "drafts/mark-1/discard/"))
    left = Draft.objects.count()

    browser(table, "Lulu").post(address(table, "drafts/mark-1/discard/"))

    assert (left, Draft.objects.count()) == (1, 0)


def test_a_null_character_in_a_draft_is_left_out(table: Table) -> None:
    send(table, sheet("a\0b", "c\0d", do="draft") | row(1, "rename", rule="1", title="e\0f"))

    draft = Draft.objects.get()

    assert (draft.title, draft.body, draft.changes[0]["title"]) == ("ab", "cd", "ef")


@pytest.mark.parametrize("path", ["drafts/%00/discard/", "drafts/never-was/discard/"])
def test_throwing_away_what_is_not_there_does_no_harm(table: Table, path: str) -> None:
    answer = browser(table, "Lulu").post(address(table, path))

    assert answer["Location"] == address(table, "drafts/")


def test_a_draft_of_another_game_opens_an_empty_sheet(table: Table) -> None:
    send(table, sheet(do="draft"))
    other = Table("Lulu", slug="other", title="Another")

    page = browser(other, "Lulu").get("/g/other/posts/new/?draft=mark-1")

    assert "Time: Sooner" not in page.content.decode()
    assert page.status_code == 200
