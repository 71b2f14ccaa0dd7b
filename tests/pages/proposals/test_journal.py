"""The journal: what stands in it, in which order, and for whom."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core.games.models import Account
from proposals.composer import actions as composer_actions
from proposals.journal.views import POSTS_A_PAGE
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words


def titles(html: str) -> list[str]:
    return re.findall(r'card__title"><a href="[^"]+">([^<]+)<', html)


def test_the_newest_post_stands_first(table: Table) -> None:
    table.post_plain("Lulu", "An early word")
    table.propose("Raven", "A late proposal")

    page = browser(table).get(address(table, ""))

    assert titles(page.content.decode()) == ["A late proposal", "An early word"]


def test_a_page_holds_so_many_and_the_next_has_the_rest(table: Table) -> None:
    for number in range(POSTS_A_PAGE + 1):
        table.post_plain("Lulu", f"Post {number}")

    first, second = (browser(table).get(address(table, f"?page={page}")).content.decode() for page in (1, 2))

    assert len(titles(first)) == POSTS_A_PAGE
    assert titles(second) == ["Post 0"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?category=plain", ["Plain"]),
        ("?category=proposal", ["Gone", "Open"]),
        ("?status=withdrawn", ["Gone"]),
        ("?status=pending&by=Lulu", ["Open"]),
        ("?by=Nobody", []),
        ("?by=%00", ["Plain", "Gone", "Open"]),
        ("?page=9999999999&category=", ["Plain", "Gone", "Open"]),
    ],
)
def test_filters_let_through_what_they_name(table: Table, query: str, found: list[str]) -> None:
    table.propose("Lulu", "Open")
    table.propose("Raven", "Gone")
    composer_actions.withdraw_post(actor_id=table.agent("Raven").pk, game_id=table.game.pk, number=2)
    table.post_plain("Lulu", "Plain")

    page = browser(table).get(address(table, query))

    assert titles(page.content.decode()) == found


def test_withdrawn_and_illegal_posts_stay_and_are_labelled(table: Table) -> None:
    table.propose("Lulu", "Gone")
    table.propose("Raven", "Wrong")
    composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.game.pk, number=1)
    table.mark_illegal("Kevan", 2, "Rule 1.3 allows no such thing.")

    page = browser(table).get(address(table, ""))

    assert "card--withdrawn" in page.content.decode()
    assert "card--illegal" in page.content.decode()
    assert "Rule 1.3 allows no such thing." in words(page)


def test_a_stranger_learns_how_to_join_and_is_offered_no_form(table: Table) -> None:
    nobody, outsider = browser(table), browser(table)
    outsider.force_login(Account.objects.create_user("outsider"), backend="django.contrib.auth.backends.ModelBackend")

    pages = [words(client.get(address(table, ""))) for client in (nobody, outsider)]

    assert "sign up" in pages[0]
    assert "announce your arrival" in pages[1]
    assert not any("New post" in page for page in pages)


def test_an_agent_is_offered_a_new_post(table: Table) -> None:
    page = browser(table, "Lulu").get(address(table, ""))

    assert "New post" in words(page)


def test_who_is_alone_in_a_game_reads_how_others_come_into_it(table: Table) -> None:
    alone = Table(slug="alone", title="Alone", founder="Zack")

    lonely, empty = (words(browser(each, each.founder).get(address(each, ""))) for each in (alone, table))

    assert "you are alone in it Send its address to those you want to play with." in lonely
    assert "you are alone" not in empty
    assert "The first word is yours." in empty
    assert "Category" not in lonely + empty


def test_an_excerpt_shows_no_markup(table: Table) -> None:
    table.post_plain("Lulu", "Loud", "# Very *loud* <script>x</script>")

    page = browser(table).get(address(table, "")).content.decode()

    assert "Very loud &lt;script&gt;" in page


def test_the_journal_asks_as_much_of_the_database_for_twelve_posts_as_for_four(
    table: Table, clock: time_machine.Traveller
) -> None:
    client, counts = browser(table, "Lulu"), []
    authors = [table.join(f"Player {number}").name for number in range(6)]
    for batch in (authors[:2], authors[2:]):
        for name in batch:
            table.propose(name, f"By {name}", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
            table.comment("Lulu", table.propose(name, f"More by {name}").number)
        client.get(address(table, ""))
        with CaptureQueriesContext(connection) as asked:
            client.get(address(table, ""))
        counts.append(len(asked))

    assert counts[0] == counts[1]
