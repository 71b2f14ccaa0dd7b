"""A post that another procedure than the journal's own decides: its page is that procedure's, its words stay here."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from proposals import procedures
from proposals.posts.models import Comment
from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words, written
from tests.pages.proposals.forms import remark, sheet

HTMX = {"HX-Request": "true"}
ELSEWHERE = "/elsewhere/1/"


@pytest.fixture
def moved(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Lulu's first post has its page elsewhere; Raven's second is one of the journal's own."""
    table.post_plain("Lulu", "A motion", "Words of it.")
    table.post_plain("Raven", "A remark")
    monkeypatch.setattr(procedures, "page_of", lambda entry: ELSEWHERE if entry.number == 1 else None)
    return table


def test_its_address_in_the_journal_leads_to_the_page_that_its_procedure_has(moved: Table) -> None:
    answers = [browser(moved).get(address(moved, f"posts/{number}/")) for number in (1, 2)]

    assert answers[0]["Location"] == ELSEWHERE
    assert answers[1].status_code == 200


def test_a_comment_on_it_is_made_here_and_found_there(moved: Table) -> None:
    client = browser(moved, "Raven")

    made = client.post(address(moved, "posts/1/comments/"), remark("I second it."))
    found = client.get(made["Location"])

    assert found["Location"] == f"{ELSEWHERE}#comment-1"
    assert Comment.objects.get().body == "I second it."


def test_htmx_gets_its_conversation_with_no_icon_to_choose(moved: Table) -> None:
    answer = browser(moved, "Raven").post(address(moved, "posts/1/comments/"), remark("I *second* it."), headers=HTMX)

    html = answer.content.decode()
    assert "I <em>second</em> it." in html
    assert f'hx-post="{address(moved, "posts/1/comments/")}"' in html
    assert 'name="vote"' not in html


@pytest.mark.parametrize("do", ["post", "preview"])
def test_without_a_script_what_was_typed_stays_on_a_page_that_leads_to_the_post(moved: Table, do: str) -> None:
    said = "" if do == "post" else "I *second* it."

    answer = browser(moved, "Raven").post(address(moved, "posts/1/comments/"), remark(said, do=do))

    html = answer.content.decode()
    assert answer.status_code == (422 if do == "post" else 200)
    assert re.search(r'<h1><a href="[^"]*/posts/1/">A motion</a></h1>', html)
    assert said in html


def test_the_journals_own_pages_to_alter_a_post_are_not_for_it(moved: Table) -> None:
    before = written(moved)

    answers = [
        answer.status_code
        for name, page in [
            ("Lulu", "edit"),
            ("Lulu", "withdraw"),
            ("Lulu", "own"),
            ("Kevan", "illegal"),
            ("Kevan", "reopen"),
            ("Kevan", "note"),
        ]
        for client in [browser(moved, name)]
        for answer in (
            client.get(address(moved, f"posts/1/{page}/")),
            client.post(address(moved, f"posts/1/{page}/"), sheet(category="plain", text="A note.")),
        )
    ]

    assert set(answers) == {404}
    assert written(moved) == before


def test_its_author_is_offered_none_of_them(moved: Table) -> None:
    client = browser(moved, "Lulu")

    shown = client.post(address(moved, "posts/1/comments/"), remark("So there.", do="preview"))

    assert "Words of it." in words(shown)
    assert not re.search(r"posts/1/(edit|withdraw|note)/", shown.content.decode())


def test_its_versions_are_read_where_every_posts_are(moved: Table) -> None:
    answers = [browser(moved).get(address(moved, f"posts/1/versions/{page}")) for page in ("", "1/")]

    assert all("A motion" in words(answer) for answer in answers)


# -- as the first procedure beside the journal's own has them ----------------------------------------


@pytest.fixture
def ballot(db: None, time_machine: Traveller) -> BallotTable:
    """A game of B Nomic, in which Lulu has submitted “Cats”."""
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Cats", changes=table.new_rule("Cats"))
    return table


def test_the_journal_calls_it_a_proposal(ballot: BallotTable) -> None:
    page = browser(ballot).get(address(ballot, ""))

    assert "Proposal 1 Pending Cats" in words(page)
    assert 'class="ribbon ribbon--proposal"' in page.content.decode()


def test_the_feed_has_it_with_its_words(ballot: BallotTable) -> None:
    feed = browser(ballot).get(address(ballot, "journal.atom")).content.decode()

    assert "<title>Proposal 1: Cats</title>" in feed
    assert "It is time." in feed


def test_whoever_plays_comments_on_it_and_casts_no_vote_by_that(ballot: BallotTable) -> None:
    client, there = browser(ballot, "Raven"), address(ballot, "posts/1/comments/")

    plain = client.post(there, remark("Meow."), headers=HTMX)
    vote = client.post(there, remark("Meow!", "FOR", token="mark-2"), headers=HTMX)

    assert "Meow." in plain.content.decode()
    assert vote.status_code == 409
    assert [row.vote for row in Comment.objects.all()] == [None]


def test_both_its_versions_are_read_and_compared(ballot: BallotTable) -> None:
    ballot.revises("Lulu", 1, "Dogs", changes=ballot.new_rule("Dogs"))

    page = browser(ballot).get(address(ballot, "posts/1/versions/?from=1&to=2"))

    html = page.content.decode()
    assert "<del>Cats</del><ins>Dogs</ins>" in html
    assert html.count('<ol class="changes">') == 2
