"""Calls for Judgment and Declarations of Victory on their pages: posted, read, voted on; names left off; hiatus."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.log.models import Event
from proposals.posts.models import Post
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import row, send, sheet

CALL: dict[str, Any] = {"category": "cfj"}
WINDOWS = re.compile(r"posts/1/(?:edit|withdraw|own)/")
EVERYWHERE = ["", "pending/", "posts/1/", "posts/1/versions/", "posts/1/versions/1/", "posts/1/deciding/", "log/"]


def page(table: Table, path: str, name: str | None = "Raven") -> Any:
    return browser(table, name).get(address(table, path))


def test_a_call_with_changes_is_previewed_and_posted(table: Table) -> None:
    change = row(1, "repeal", rule=table.rule("Timespans").id)

    preview = send(table, sheet(do="preview", **CALL, **change))
    sent = send(table, sheet(**CALL, **change))

    assert "Timespans" in words(preview)
    assert sent.status_code == 302
    assert (Post.objects.get().category, Post.objects.get().changes[0]["kind"]) == ("cfj", "repeal")


def test_on_a_call_there_are_two_icons(table: Table) -> None:
    table.call("Lulu", "Is It So?")

    body = page(table, "posts/1/").content.decode()

    assert re.findall(r'name="vote" value="(\w*)"', body) == ["", "FOR", "AGAINST"]


def test_its_deadline_is_told_with_the_reason_why_it_is_that_one(table: Table, clock: time_machine.Traveller) -> None:
    table.call("Lulu", "Is It So?")
    clock.shift(timedelta(hours=1))
    outside = words(page(table, "posts/1/"))

    table.declare("Lulu")
    inside = words(page(table, "posts/1/"))

    assert "Its deadline is 9 Jan 2026, 12:00 UTC, in 3 d 23 h: 4 d after posting, because no hiatus is on." in outside
    assert "Its deadline is 7 Jan 2026, 12:00 UTC, in 47 h: 48 h after posting, because a hiatus is on." in inside
    assert "3 more FOR pass this now." in outside


def test_the_clock_shows_what_counts_and_the_rule(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Waiting")
    clock.shift(timedelta(hours=3))
    table.declare("Lulu")
    clock.shift(timedelta(hours=2))

    proposal, declaration = (words(page(table, f"posts/{number}/")) for number in (1, 2))

    assert "Clock: 3 h" in proposal
    assert "2 h no Hiatus: time in it does not count as time open. Enactment" in proposal
    assert "Clock: 2 h" in declaration


def test_victory_is_declared_after_a_second_look_and_the_hiatus_is_told(table: Table) -> None:
    declaration = {"category": "dov", "title": "I Won"}

    asked = send(table, sheet(**declaration))
    none_yet = Post.objects.count()
    done = send(table, sheet(**{**declaration, "do": "declare"}))

    assert (asked.status_code, none_yet) == (200, 0)
    assert "puts the game into hiatus at once" in words(asked)
    assert done.status_code == 302
    after = browser(table, "Lulu").get(done.url)
    assert "Hiatus while #1 I Won is pending" in words(after)
    assert Event.objects.filter(kind="hiatus.began").count() == 1


def test_the_mastermind_finds_that_choice_shut_with_the_rule_beside_it(table: Table) -> None:
    shown = page(table, "posts/new/", "Kevan").content.decode()
    forged = send(table, sheet(**{"category": "dov", "do": "declare"}), "Kevan")

    assert re.search(r'value="dov" id="id_category_2" required disabled', shown)
    assert "declares no victory. Victory and Ascension" in words(page(table, "posts/new/", "Kevan"))
    assert (forged.status_code, Post.objects.count()) == (409, 0)


def test_a_declaration_changes_nothing(table: Table) -> None:
    change = row(1, "repeal", rule=table.rule("Timespans").id)

    refused = send(table, sheet(**{"category": "dov", "do": "declare"}, **change))

    assert (refused.status_code, Post.objects.count()) == (422, 0)


@pytest.mark.parametrize("path", ["", "pending/", "ruleset/", "roster/", "log/", "posts/new/"])
def test_every_page_of_the_game_says_in_hiatus_what_goes_on_and_by_which_rule(table: Table, path: str) -> None:
    table.declare("Lulu")

    shown = words(page(table, path))

    assert "while #1 Mine is pending" in shown
    for rule in ("Agents", "Calls for Judgment", "Gamestate Tracking", "Victory and Ascension"):
        assert f" {rule}" in shown[: shown.index("What goes on") + 300]


def test_outside_hiatus_no_page_speaks_of_it(table: Table) -> None:
    assert "What goes on" not in words(page(table, "pending/"))


@pytest.mark.parametrize("reader", ["Raven", "Kevan", None])
def test_a_name_is_left_off_and_stands_on_no_page(table: Table, reader: str | None) -> None:
    table.join("Quetzalcoatl")
    arrived = words(page(table, "log/", reader)).count("Quetzalcoatl")

    sent = send(table, sheet(**CALL, anonymous="on"), "Quetzalcoatl")

    assert sent.status_code == 302
    found = {path: words(page(table, path, reader)).count("Quetzalcoatl") for path in EVERYWHERE}
    assert found == {**dict.fromkeys(EVERYWHERE, 0), "log/": arrived}
    assert "by anonymous" in words(page(table, "posts/1/", reader))


def test_only_its_author_sees_the_buttons(table: Table) -> None:
    table.call("Lulu", "Is It So?", anonymous=True)

    own = page(table, "posts/1/", "Lulu").content.decode()
    others = [page(table, "posts/1/", name).content.decode() for name in ("Raven", "Josh", "Kevan", None)]

    assert set(WINDOWS.findall(own)) == {"posts/1/edit/", "posts/1/withdraw/", "posts/1/own/"}
    assert not any(WINDOWS.search(each) for each in others)


@pytest.mark.parametrize("name", ["Raven", "Kevan"])
def test_to_others_its_windows_are_those_of_anybodys_post(table: Table, name: str) -> None:
    table.call("Lulu", "Is It So?", anonymous=True)

    answers = {path: page(table, f"posts/1/{path}/", name) for path in ("edit", "withdraw", "own")}

    assert [each.status_code for each in answers.values()] == [409, 200, 200]
    assert all("Only its author may" in words(each) for each in answers.values())


def test_its_author_puts_eir_name_to_it_after_a_second_look(table: Table) -> None:
    table.call("Lulu", "Is It So?", anonymous=True)

    asked = page(table, "posts/1/own/", "Lulu")
    done = browser(table, "Lulu").post(address(table, "posts/1/own/"))

    assert "This cannot be undone." in words(asked)
    assert done.status_code == 302
    shown = words(page(table, "posts/1/"))
    assert "by Lulu" in shown
    assert "Posted without a name; Lulu told" in shown
    assert Event.objects.get(kind="post.owned").data["salt"] in shown


def test_a_name_stays_on_everything_else_and_what_was_typed_is_kept(table: Table) -> None:
    refused = send(table, sheet(anonymous="on"))

    assert refused.status_code == 422
    assert "Only a Call for Judgment may go without" in words(refused)
    assert "Why wait?" in refused.content.decode()


def test_a_draft_keeps_category_and_the_tick(table: Table) -> None:
    kept = send(table, sheet(do="draft", **CALL, anonymous="on"))

    shown = browser(table, "Lulu").get(kept.url).content.decode()

    assert re.search(r'value="cfj" id="id_category_1" required checked', shown)
    assert re.search(r'name="anonymous"[^>]* checked', shown)


def test_the_docket_asks_the_author_of_a_call_for_eir_vote_too(table: Table) -> None:
    table.call("Lulu", "Is It So?")
    table.call("Sam", "Or Is It?", anonymous=True)

    shown = [words(page(table, "pending/", name)).count("not voted yet") for name in ("Lulu", "Sam", "Raven")]

    assert shown == [2, 2, 2]
