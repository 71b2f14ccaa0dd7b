"""What waits for the reader, what is new since eir last visit, and which comments e has not seen."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.core.duties import actions as duties_actions
from nomic.core.duties.actions import NewDuty
from nomic.core.floor import floor
from nomic.core.notifications.models import Visit
from proposals.posts.models import Seen
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def strip(client: Client, table: Table, path: str = "roster/") -> str:
    """The one line over a page; empty where there is none."""
    page = client.get(address(table, path)).content.decode()
    found = re.search(r'<details class="waiting">.*?<summary>(.*?)</summary>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found.group(1))).strip() if found else ""


# -- waiting


def test_a_vote_waits_until_it_is_cast(table: Table) -> None:
    table.propose("Lulu", "Faster")
    lulu, raven = browser(table, "Lulu"), browser(table, "Raven")

    before = strip(raven, table)
    table.vote("Raven", 1)

    assert before == "Waiting on you: 1 vote to cast"
    assert strip(raven, table) == ""
    assert strip(lulu, table) == ""
    assert strip(browser(table), table) == ""


def test_a_vote_cast_in_place_takes_itself_off_the_strip(table: Table) -> None:
    table.propose("Lulu", "Faster")
    table.propose("Lulu", "Slower")
    raven = browser(table, "Raven")

    answer = raven.post(
        address(table, "posts/1/comments/"),
        {"body": "", "vote": "FOR", "token": "cast-in-place"},
        headers={"HX-Request": "true"},
    )

    again = re.search(r'<div id="waiting" hx-swap-oob="true">(.*?)</div>', answer.content.decode(), re.DOTALL)
    assert again is not None
    assert "1 vote to cast" in again.group(1)


def test_a_duty_waits_for_whoever_owes_it_and_one_of_all_admins_for_each(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        duties_actions.record_duty(the_floor, "a", NewDuty(table.agent("Lulu"), "bake a cake", "Cakes"))
        duties_actions.record_duty(the_floor, "b", NewDuty(None, "count the cakes", "Cakes"))

    assert strip(browser(table, "Lulu"), table) == "Waiting on you: 1 duty"
    assert strip(browser(table, "Josh"), table) == "Waiting on you: 1 duty"
    assert strip(browser(table, "Raven"), table) == ""


def test_what_waits_for_the_admins_is_told_to_them_alone(table: Table) -> None:
    table.announce("Orla")

    assert strip(browser(table, "Josh"), table) == "Waiting on you: 1 for the Admins"
    assert strip(browser(table, "Raven"), table) == ""


def test_the_idle_are_asked_for_no_vote(table: Table) -> None:
    table.propose("Lulu", "Faster")
    table.idle("Raven")

    assert strip(browser(table, "Raven"), table) == ""


# -- new since the last visit


def test_on_the_first_visit_only_what_comes_is_new(table: Table, clock: time_machine.Traveller) -> None:
    table.post_plain("Lulu", "A song")
    raven = browser(table, "Raven")
    first = strip(raven, table)
    table.comment("Lulu", 1)
    clock.shift(30 * MINUTE - SECOND)

    assert (first, strip(raven, table)) == ("", "New: 1 comment")


@pytest.mark.parametrize(("away", "new"), [(30 * MINUTE, True), (30 * MINUTE - SECOND, False)])
def test_a_visit_ends_after_half_an_hour_of_silence(
    table: Table, clock: time_machine.Traveller, away: timedelta, new: bool
) -> None:
    raven = browser(table, "Raven")
    strip(raven, table)
    before = Visit.objects.get().seen_seq
    table.post_plain("Lulu", "A song")
    table.comment("Sam", 1)
    table.comment("Raven", 1)
    clock.shift(away)

    strip(raven, table)

    visit = Visit.objects.get()
    assert visit.before_seq == before
    assert (visit.began_at == visit.last_at) is new


def test_what_others_did_is_counted_and_leads_to_the_log_after_it(table: Table, clock: time_machine.Traveller) -> None:
    raven = browser(table, "Raven")
    strip(raven, table)
    seen = table.game.last_seq
    table.post_plain("Lulu", "A song")
    table.comment("Sam", 1)
    table.comment("Lulu", 1)
    table.comment("Raven", 1, "My own.")
    clock.shift(30 * MINUTE)

    page = raven.get(address(table, "roster/")).content.decode()
    again = strip(raven, table)
    log = words(raven.get(address(table, f"log/?after={seen}")))

    assert f'href="{address(table, "log/")}?after={seen}">1 post, 2 comments</a>' in page
    assert again == "New: 1 post, 2 comments"
    assert "founds the game" not in log
    assert "Sam comments on #1" in log


@pytest.mark.parametrize("after", ["x", "-1", "9" * 40, "²"])
def test_what_is_no_event_sifts_no_log(table: Table, after: str) -> None:
    assert "founds the game" in words(browser(table, "Raven").get(address(table, "log/"), {"after": after}))


def test_a_visit_is_written_once_a_minute_at_most(table: Table, clock: time_machine.Traveller) -> None:
    raven = browser(table, "Raven")
    strip(raven, table)
    clock.shift(MINUTE - SECOND)
    strip(raven, table)
    soon = Visit.objects.get().last_at
    clock.shift(SECOND)

    strip(raven, table)

    assert Visit.objects.get().last_at - soon == MINUTE


def test_a_fragment_an_export_and_a_refusal_are_no_visit(table: Table) -> None:
    raven = browser(table, "Raven")

    raven.get(address(table, "roster/"), headers={"hx-request": "true"})
    raven.get(address(table, "log.json"))
    raven.get(address(table, "queue/"))

    assert not Visit.objects.exists()


def test_nobody_else_sees_when_somebody_looked(table: Table, clock: time_machine.Traveller) -> None:
    before = browser(table, "Lulu").get(address(table, "roster/")).content
    browser(table, "Raven").get(address(table, "roster/"))

    after = browser(table, "Lulu").get(address(table, "roster/")).content

    assert re.sub(rb"[0-9A-Za-z]{64}", b"", before) == re.sub(rb"[0-9A-Za-z]{64}", b"", after)


# -- what it costs


def test_the_strip_asks_at_most_three_times_however_much_waits(table: Table, clock: time_machine.Traveller) -> None:
    raven, counts = browser(table, "Raven"), []
    for batch in range(2):
        for number in range(2 + 8 * batch):
            table.propose(table.join(f"Player {batch} {number}").name, f"No. {number}")
        raven.get(address(table, "roster/"))
        with CaptureQueriesContext(connection) as asked:
            raven.get(address(table, "roster/"))
        counts.append(len(asked))
    strip_alone = [
        each["sql"] for each in asked if re.search("core_visit|core_duty|core_notice|core_event", each["sql"])
    ]

    assert counts[0] == counts[1]
    assert len(strip_alone) <= 3


# -- unread comments


def unread(client: Client, table: Table, number: int = 1) -> list[str]:
    page = client.get(address(table, f"posts/{number}/")).content.decode()
    return re.findall(r'id="(comment-\d+)"(?:(?!</li>).)*?tag--unread', page, re.DOTALL)


def test_comments_are_unread_until_the_page_was_shown(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(MINUTE)
    table.post_plain("Lulu", "A song")
    table.comment("Sam", 1)
    table.comment("Raven", 1, "My own.")
    raven = browser(table, "Raven")

    first, second = unread(raven, table), unread(raven, table)
    table.comment("Lulu", 1, "Another.")

    assert (first, second, unread(raven, table)) == (["comment-1"], [], ["comment-3"])
    assert unread(browser(table), table) == []


def test_lists_count_what_is_unread(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(MINUTE)
    table.propose("Lulu", "Faster")
    table.comment("Sam", 1, "Hm.", Vote.FOR)
    table.comment("Lulu", 1, "Well.")
    raven = browser(table, "Raven")

    before = [words(raven.get(address(table, path))) for path in ("", "pending/")]
    unread(raven, table)
    after = [words(raven.get(address(table, path))) for path in ("", "pending/")]

    assert "2 comments, 2 unread" in before[0]
    assert "2 unread comments" in before[1]
    assert not [each for each in after if "unread" in each]


def test_what_was_said_before_one_came_is_not_unread(table: Table, clock: time_machine.Traveller) -> None:
    table.post_plain("Lulu", "A song")
    table.comment("Sam", 1)
    clock.shift(MINUTE)
    table.join("Orla")

    assert unread(browser(table, "Orla"), table) == []


def test_reading_an_anonymous_call_shows_nothing_to_anybody(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(MINUTE)
    post = table.call("Raven", "Who did it?", anonymous=True)
    table.comment("Sam", post.number)
    before = browser(table, "Lulu").get(address(table, f"posts/{post.number}/"))
    browser(table, "Raven").get(address(table, f"posts/{post.number}/"))

    after = browser(table, "Lulu").get(address(table, f"posts/{post.number}/"))

    assert words(before).replace("unread ", "") == words(after)
    assert Seen.objects.filter(account=table.account("Raven")).count() == 1
