"""Every page is whole for whoever asks: htmx too, which asks for whole pages when somebody goes back."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "pending/",
    "queue/",
    "quorum/",
    "drafts/",
    "posts/new/",
    "posts/1/",
    "posts/1/versions/",
    "posts/1/deciding/",
    "ruleset/",
    "ruleset/print/",
    "ruleset/diff/",
    "ruleset/1/",
    "ruleset/1/diff/",
    "ruleset/1/blame/",
    "dials/",
    "roster/",
    "join/",
    "log/",
    "log/1/",
]
BACK = {"HX-Request": "true", "HX-History-Restore-Request": "true"}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}, BACK], ids=["plain", "htmx", "back"])
def test_a_page_is_no_crash_however_it_is_asked_for(headers: dict[str, str]) -> None:
    table = Table("Josh")
    table.propose("Josh", "Faster")
    kevan = browser(table, "Kevan")

    answers = {page: kevan.get(address(table, page), headers=headers).status_code for page in PAGES}

    assert answers == dict.fromkeys(PAGES, 200)


def test_a_page_that_is_not_there_leads_to_the_journal_of_the_game_it_would_be_in() -> None:
    table = Table("Josh", title="A Table")

    inside, outside = browser(table).get(address(table, "posts/9/")), Client().get("/g/nowhere/")

    assert (inside.status_code, outside.status_code) == (404, 404)
    assert f'<a href="{address(table, "")}">To the journal of A Table</a>' in inside.content.decode()
    assert '<a href="/">To the front page</a>' in outside.content.decode()
    assert "front page" not in words(inside)
