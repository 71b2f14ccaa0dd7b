"""A change list that was kept, and that a newer server no longer understands: it waits for an Admin, and says so."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import time_machine

from nomic.core.decision import Refused
from proposals.posts.models import Comment, Post
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.openings import laid
from tests.pages.deciding.pages import address, browser, words

PAGES = ["posts/1/", "posts/1/deciding/", "posts/1/deciding/?dry-run=1", "posts/1/enact/", "queue/", "posts/2/"]


@pytest.fixture
def table(db: None) -> Table:
    """#1 would be enacted by the Clerk, could e read what it does; #2 stands behind it."""
    with time_machine.travel("2026-01-05T12:00:00Z", tick=False) as clock:
        table = laid("Lulu", "Raven", "Sam")
        table.propose("Lulu", "Lost", [table.repeal("Dice")])
        table.propose("Raven", "Next", [table.repeal("Dice")])
        table.vote("Raven", 1)
        table.vote("Sam", 1)
        Post.objects.filter(number=1).update(changes=[{"kind": "forgotten"}])
        clock.shift(24 * 3600)
        return table


@pytest.fixture(autouse=True)
def a_day_later() -> Iterator[None]:
    with time_machine.travel("2026-01-06T12:00:00Z", tick=False):
        yield


def test_the_clerk_leaves_it_and_breaks_nothing(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.sweep()

    assert table.status(1) == "pending"
    assert table.sweep() == 0
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]


def test_every_page_about_it_still_comes(table: Table) -> None:
    kevan = browser(table, "Kevan")

    assert {page: kevan.get(address(table, page)).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
    assert "can no longer read this change list" in words(kevan.get(address(table, "posts/1/enact/")))


def test_voters_read_that_it_cannot_be_read_and_never_that_it_changes_nothing(table: Table) -> None:
    readers = browser(table, "Sam")

    post, tried = (words(readers.get(address(table, page))) for page in ("posts/1/", "posts/1/?dry-run=1"))
    other = words(readers.get(address(table, "posts/2/")))

    assert "can no longer read this change list" in post
    assert "It changes no rule by itself" not in post
    assert tried.count("can no longer read this change list") == 2
    assert "it could not be done whole" in tried
    assert "can no longer read this change list" not in other


def test_its_author_is_told_before_e_writes_it_anew(table: Table) -> None:
    Comment.objects.all().delete()

    page = browser(table, "Lulu").get(address(table, "posts/1/edit/"))

    assert page.status_code == 200
    assert "can no longer read this change list" in page.content.decode()


def test_who_enacts_it_as_it_is_reads_why_not(table: Table) -> None:
    with pytest.raises(Refused) as refusal:
        table.enact("Kevan", 1)

    assert [reason.code for reason in refusal.value.reasons] == ["list-unread"]
    assert table.status(1) == "pending"


@pytest.mark.parametrize("by", ["the Clerk", "Kevan"])
def test_what_may_be_failed_is_failed_all_the_same(table: Table, by: str) -> None:
    table.vote("Kevan", 1, Vote.VETO)
    with time_machine.travel("2026-01-08T12:00:00Z", tick=False):
        table.sweep() if by == "the Clerk" else table.fail(by, 1)

    assert table.status(1) == "failed"


def test_an_admin_declares_that_it_does_nothing(table: Table) -> None:
    rules = table.rules()

    table.enact("Kevan", 1, skipped=frozenset({0}))

    assert table.status(1) == "enacted"
    assert table.rules() == rules
