"""The journal and the decisions as Atom: public things only, absolute links, nothing sent twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.casting import Table
from tests.pages.deciding.pages import address, browser

ATOM = "{http://www.w3.org/2005/Atom}"
SITE = "https://nomic.example"


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.NOMIC_SITE_URL = SITE


def feed(table: Table, name: str = "journal.atom", who: str | None = None) -> ElementTree.Element:
    answer = browser(table, who).get(address(table, name))
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content)


def said(found: ElementTree.Element, path: str) -> list[str]:
    """The texts of one element of every entry."""
    steps = "/".join(f"{ATOM}{step}" for step in path.split("/"))
    return [each.findtext(steps) or "" for each in found.iter(f"{ATOM}entry")]


def test_the_journal_tells_posts_and_decisions_the_newest_first(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Sooner", body="Be *quick*.")
    clock.shift(timedelta(minutes=1))
    table.post_plain("Raven", "Tea", "At four.")
    clock.shift(timedelta(minutes=1))
    table.mark_illegal("Kevan", 1, "It names nobody.")

    found = feed(table)

    decided, *posts = said(found, "title")
    assert posts == ["#2 Tea", "#1 Sooner"]
    assert decided.startswith("Kevan marks #1")
    assert said(found, "author/name") == ["Kevan", "Raven", "Lulu"]
    assert "<em>quick</em>" in said(found, "summary")[2]


def test_the_decisions_have_a_feed_of_their_own(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.mark_illegal("Kevan", 1, "It names nobody.")

    assert [title.split()[1] for title in said(feed(table, "decisions.atom"), "title")] == ["marks"]


def test_every_link_is_absolute_and_every_entry_is_known_by_one_of_its_own(table: Table) -> None:
    table.propose("Lulu", "Sooner", body="See [the roster](/g/table/roster/).")
    table.mark_illegal("Kevan", 1, "It names nobody.")
    table.reopen("Kevan", 1)

    found = feed(table)

    links = [each.get("href") for each in found.iter(f"{ATOM}link")]
    ids = said(found, "id")
    assert all(str(link).startswith(f"{SITE}/g/table/") for link in links)
    assert found.get("{http://www.w3.org/XML/1998/namespace}base") == f"{SITE}/"
    assert len(set(ids)) == len(ids) == 3


def test_who_posted_without_a_name_has_none_here_for_nobody(table: Table) -> None:
    table.call("Raven", "Who moved?", anonymous=True)
    readers: tuple[str | None, ...] = (None, "Lulu", "Kevan", "Raven")

    shown = [feed(table, who=who) for who in readers]

    assert [said(each, "author/name") for each in shown] == [["anonymous"]] * len(readers)
    assert not any(b"Raven" in ElementTree.tostring(each) for each in shown)


def test_drafts_and_messages_are_in_no_feed(table: Table) -> None:
    table.message("Raven", "Lulu", "Meet me at the mill.")

    assert said(feed(table, who="Lulu"), "title") == []


def test_what_somebody_has_is_not_sent_again_until_something_happens(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post_plain("Raven", "Tea")
    path, reader = address(table, "journal.atom"), browser(table)
    first = reader.get(path)
    known = {"If-None-Match": first["ETag"]}
    dated = {"If-Modified-Since": first["Last-Modified"]}

    clock.shift(timedelta(hours=1))
    before = [reader.get(path, headers=headers).status_code for headers in (known, dated)]
    table.post_plain("Raven", "More tea")
    after = [reader.get(path, headers=headers).status_code for headers in (known, dated)]

    assert (before, after) == ([304, 304], [200, 200])


def test_an_empty_feed_is_as_old_as_the_newest_event(table: Table, clock: time_machine.Traveller) -> None:
    before = feed(table).findtext(f"{ATOM}updated")
    clock.shift(timedelta(days=1))

    assert feed(table).findtext(f"{ATOM}updated") == before


def test_every_page_of_the_game_leads_to_both(table: Table) -> None:
    page = browser(table).get(address(table, "roster/")).content.decode()

    assert page.count('rel="alternate" type="application/atom+xml"') == 2
    assert "alternate" not in browser(table).get("/").content.decode()


def test_a_feed_asks_as_much_of_the_database_for_ten_posts_as_for_three(table: Table) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            feed(table)
        return len(asked)

    for number in range(3):
        table.post_plain("Raven", f"Tea {number}")
    few = cost()
    for number in range(7):
        table.post_plain("Raven", f"More tea {number}")

    assert cost() == few
