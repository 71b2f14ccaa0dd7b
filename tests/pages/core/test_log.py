"""The log as a page, one event whole, and the raw chain."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core.log.models import Event
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.openings import laid
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu")
    table.propose("Josh", "Faster")
    table.vote("Lulu", 1)
    return table


def log(table: Table, query: str = "") -> str:
    return words(browser(table).get(address(table, f"log/{query}")))


def numbers(text: str) -> list[int]:
    """The numbers of the events shown, as the page has them."""
    return [int(number) for number in re.findall(r" (\d+) just now ", text)]


def test_every_event_is_there_newest_first_in_words(table: Table) -> None:
    told = log(table)

    assert numbers(told) == list(range(table.game.last_seq, 0, -1))
    assert "Lulu votes FOR on #1 ." in told
    assert "Josh posts #1 “Faster” ." in told
    assert "Kevan founds the game “The Table”." in told
    assert "Kevan admits Josh ." in told


def test_what_people_wrote_is_escaped(table: Table) -> None:
    table.post_plain("Josh", "<script>alert(1)</script>")

    assert "<script>alert" not in browser(table).get(address(table, "log/")).content.decode()


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("?kind=votes", {"vote.cast"}),
        ("?kind=posts", {"post.made"}),
        ("?kind=decisions", {"proposal.opened"}),
        ("?kind=game", {"game.founded", "dynasty.began"}),
        ("?by=Lulu", {"agent.announced", "vote.cast"}),
        ("?subject=post:1", {"post.made", "proposal.opened", "vote.cast"}),
        ("?by=Lulu&subject=post:1", {"vote.cast"}),
        ("?subject=%231", {"post.made", "proposal.opened", "vote.cast"}),
        ("?subject=faster", {"post.made", "proposal.opened", "vote.cast"}),
        ("?subject=Lulu", {"agent.announced", "agent.admitted"}),
    ],
)
def test_the_log_is_sifted_by_kind_by_whom_and_by_subject(table: Table, query: str, kinds: set[str]) -> None:
    shown = Event.objects.filter(game=table.made, seq__in=numbers(log(table, query)))

    assert {event.kind for event in shown} == kinds


@pytest.mark.parametrize("query", ["?subject=post:99", "?by=Nobody", "?subject=%00", "?subject=%3Cscript%3E"])
def test_what_nothing_answers_to_is_said(table: Table, query: str) -> None:
    said = log(table, query)

    assert ("No such event" in said) == ("%00" not in query)


def test_what_the_log_is_sifted_by_is_named_and_an_event_leads_to_all_about_its_subject(table: Table) -> None:
    seq = Event.objects.get(game=table.made, kind="vote.cast").seq

    sifted, vote = browser(table).get(address(table, "log/?subject=post:1")), address(table, f"log/{seq}/")

    assert "About #1 “Faster”" in words(sifted)
    assert 'value="#1"' in sifted.content.decode()
    assert "everything about #1 “Faster”" in words(browser(table).get(vote))


@pytest.mark.parametrize("query", ["?kind=nonsense", "?page=abc", "?page=99999", "?page=-1", "?after=٣", "?after=²"])
def test_nonsense_in_the_address_shows_events_all_the_same(table: Table, query: str) -> None:
    assert numbers(log(table, query))


def test_fifty_stand_on_a_page_and_the_sieve_is_kept_when_turning_it(table: Table) -> None:
    for number in range(60):
        table.comment("Josh", 1, f"Word {number}")

    page = browser(table).get(address(table, "log/?by=Josh"))

    assert len(numbers(words(page))) == 50
    assert 'href="?by=Josh&amp;page=2"' in page.content.decode()


def test_the_log_asks_as_much_for_ten_events_as_for_three(table: Table) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser(table, "Josh").get(address(table, "log/"))
        return len(asked)

    queries()  # the first visit is noted
    few = queries()
    for number in range(10):
        table.comment("Josh", 1, f"Word {number}", Vote.FOR if number % 2 else None)

    assert queries() == few


def test_one_event_is_shown_whole_with_both_hashes(table: Table) -> None:
    event = Event.objects.get(game=table.made, kind="vote.cast")

    told = words(browser(table).get(address(table, f"log/{event.seq}/")))

    assert f"Event {event.seq}" in told
    assert event.previous in told
    assert event.hash in told
    assert '"vote": "FOR"' in told
    assert "The hash fits the content below." in told


def test_an_event_that_was_altered_is_shown_as_such(table: Table) -> None:
    event = Event.objects.get(game=table.made, kind="vote.cast")
    Event.objects.filter(pk=event.pk).update(data=event.data | {"vote": "AGAINST"})

    assert "it was changed after it was recorded" in words(browser(table).get(address(table, f"log/{event.seq}/")))


@pytest.mark.parametrize("seq", [0, 99999])
def test_there_is_no_event_outside_the_log(table: Table, seq: int) -> None:
    assert browser(table).get(address(table, f"log/{seq}/")).status_code == 404


def test_anybody_can_verify_the_raw_chain_with_nothing_but_sha256(table: Table) -> None:
    export = json.loads(browser(table).get(address(table, "log.json")).content)

    previous = "0" * 64
    for line in export["events"]:
        whole = {"content": line["content"], "previous": previous}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(text.encode()).hexdigest()
        assert line["hash"] == previous
    assert export["head"] == {"seq": len(export["events"]), "hash": previous}


def test_the_raw_chain_goes_on_after_the_number_asked_for(table: Table) -> None:
    export = json.loads(browser(table).get(address(table, "log.json?after=3")).content)

    assert [line["content"]["seq"] for line in export["events"]] == list(range(4, table.game.last_seq + 1))


@pytest.mark.parametrize("after", ["-1", "abc", "1.5", "²", "٣", "9" * 30])
def test_what_is_no_number_is_not_understood(table: Table, after: str) -> None:
    assert browser(table).get(address(table, "log.json"), {"after": after}).status_code == 422
