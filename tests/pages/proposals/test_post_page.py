"""A post's page: what it says, what it would change or has changed, and what its author may still do."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, queries_of, words


def test_the_page_shows_title_text_and_the_words_that_change(table: Table) -> None:
    table.propose("Lulu", "Time: Sooner", [table.amend("Enactment", "[48 hours]", "[36 hours]")], "Why *wait*?")

    page = browser(table).get(address(table, "posts/1/"))

    assert "Why <em>wait</em>?" in page.content.decode()
    assert "<del>48 hours</del><ins>36 hours</ins>" in page.content.decode()
    assert "In “Enactment”, replace “[48 hours]” with “[36 hours]”." in words(page)


def test_an_amendment_drafted_on_an_older_text_is_also_compared_with_the_text_of_today(table: Table) -> None:
    rule = table.rule("Enactment")
    later = {"kind": "amend", "rule": rule.id, "base": rule.text, "text": rule.text.replace("[12 hours]", "[6 hours]")}
    table.propose("Lulu", "First", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
    table.propose("Raven", "Second", [later])
    before = words(browser(table).get(address(table, "posts/2/")))
    for name in ("Raven", "Sam", "Josh"):
        table.vote(name, 1)
    with time_machine.travel(table.post_row(1).posted_at + timedelta(hours=13), tick=False):
        table.enact("Josh", 1)

        page = browser(table).get(address(table, "posts/2/"))

    assert "has changed since this was drafted" not in before
    assert "has changed since this was drafted" in words(page)


def test_a_repealed_rule_keeps_its_title_on_the_page_of_the_post_that_repealed_it(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Away with it", [table.repeal("Timespans")])
    for name in ("Raven", "Sam", "Josh"):
        table.vote(name, 1)
    clock.shift(timedelta(hours=13))
    table.enact("Josh", 1)

    page = browser(table).get(address(table, "posts/1/"))

    assert "Repeal “Timespans”." in words(page)


def test_what_is_said_of_its_effect_holds_in_every_state(table: Table) -> None:
    def said(number: int) -> str:
        return words(browser(table).get(address(table, f"posts/{number}/")))

    table.propose("Lulu", "Words", body="Let us be kind.")
    table.propose("Raven", "Faster", [table.repeal("Dice")])
    assert "It changes no rule by itself: its effect is in its words alone." in said(1)
    assert "What it would change" in said(2)

    for number, name in ((1, "Lulu"), (2, "Raven")):
        table.vote(name, number, Vote.AGAINST)
        table.fail("Kevan", number)

    assert "It would have changed no rule by itself, and has no effect." in said(1)
    assert "What it would have changed" in said(2)


def test_the_author_reads_how_long_a_post_may_be_edited(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    open_, others = (words(browser(table, name).get(address(table, "posts/1/"))) for name in ("Lulu", "Raven"))
    table.comment("Raven", 1)

    closed = words(browser(table, "Lulu").get(address(table, "posts/1/")))

    assert "until somebody who plays has commented" in open_
    assert "edit" not in others.lower()
    assert "Somebody has commented already" in closed


@pytest.mark.parametrize(("seconds", "offered"), [(299, True), (300, False)])
def test_a_plain_post_says_until_when_it_may_be_filed_elsewhere(
    table: Table, clock: time_machine.Traveller, seconds: int, offered: bool
) -> None:
    table.post_plain("Lulu", "A thought")
    clock.shift(seconds)

    page = words(browser(table, "Lulu").get(address(table, "posts/1/")))

    assert ("under another category" in page) is offered


def test_a_stranger_sees_the_votes_and_no_form(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Raven", 1)

    page = browser(table).get(address(table, "posts/1/"))

    assert "Sign in to comment" in words(page)
    assert 'id="comment-form"' not in page.content.decode()


@pytest.mark.parametrize(
    "path", ["posts/99/", "posts/1/versions/9/", "posts/1/versions/?from=1&to=9", "posts/1/comments/9/"]
)
def test_what_is_not_there_is_not_found(table: Table, path: str) -> None:
    table.propose("Lulu", "Sooner")

    page = browser(table).get(address(table, path))

    assert page.status_code == 404


def test_a_post_of_another_game_is_not_found_here(table: Table) -> None:
    other = Table("Lulu", slug="other", title="Another")
    other.propose("Lulu", "There")

    here, there = (browser(table).get(f"/g/{slug}/posts/1/").status_code for slug in ("table", "other"))

    assert (here, there) == (404, 200)


def test_a_posts_page_asks_as_much_of_the_database_for_seven_as_for_three(table: Table) -> None:
    counts = []
    names = [table.join(f"Player {number}").name for number in range(6)]
    table.propose("Lulu", "Sooner", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
    for batch in (names[:2], names[2:]):
        for name in batch:
            table.vote(name, 1)
            table.comment(name, 1, "And another word.")
            table.propose(name, f"By {name}")
        counts.append(queries_of(table, "posts/1/", "Lulu"))

    assert counts[0] == counts[1]


def test_a_new_rule_is_shown_as_the_ruleset_would_show_it(table: Table) -> None:
    text = "Tea is at *four*, and quorum is [2](dial:quorum.plus). <script>x</script>"
    table.propose("Lulu", "Tea", [{"kind": "enact", "section": "dynastic", "title": "Tea", "text": text}])

    html = browser(table).get(address(table, "posts/1/")).content.decode()

    assert "Tea is at <em>four</em>" in html
    assert 'class="dial"' in html
    assert "<script>x" not in html


def test_an_enacted_post_leads_to_its_rules_as_they_read_now_and_to_what_it_changed(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Sooner", [table.amend("Enactment", "[48 hours]", "[36 hours]"), table.repeal("Dice")])
    before = browser(table).get(address(table, "posts/1/")).content.decode()
    for name in ("Raven", "Sam", "Josh"):
        table.vote(name, 1)
    clock.shift(timedelta(hours=13))
    rid = table.rule("Enactment").id
    table.enact("Josh", 1)

    page = browser(table).get(address(table, "posts/1/"))

    html = page.content.decode()
    assert f'ruleset/{rid}/diff/?from=1&amp;to=2"' in html
    assert "“Enactment” as it reads now" in words(page)
    assert "“Dice” as it last read" in words(page)
    assert "as it reads now" not in before
