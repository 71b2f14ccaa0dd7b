"""A chamber that is open asks whether anything has moved; the form that somebody fills in meanwhile is left alone."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from tests.pages.deciding.pages import browser, words
from tests.pages.quorum.senate_pages import html, part, url
from tests.sitting import NAY, YEA, SenateTable


def test_nothing_new_is_answered_by_304_and_no_word(senate: SenateTable) -> None:
    tag = part(senate, "Lulu")["ETag"]

    again = part(senate, "Lulu", tag)

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)


def test_the_page_asks_with_the_tag_of_what_it_shows(senate: SenateTable) -> None:
    asked = re.search(r"hx-headers='([^']*)'", html(senate, "Lulu").split('id="chamber-head"')[1])

    assert asked is not None
    assert part(senate, "Lulu", json.loads(asked[1])["If-None-Match"]).status_code == 304


def test_a_decision_of_another_moves_the_part_and_tells_a_mark(senate: SenateTable) -> None:
    tag = part(senate, "Lulu")["ETag"]
    senate.decides("Josh")

    moved = part(senate, "Lulu", tag)

    assert moved.status_code == 200
    assert "1 of 3 has decided" in words(moved)
    assert "Still to decide: Lulu, Raven." in words(moved)


def news(answer: Any) -> list[str]:
    """What the part has a screen reader say."""
    found = re.findall(r'<p id="chamber-news" hx-swap-oob="innerHTML">(.*?)</p>', answer.content.decode(), re.DOTALL)
    return [" ".join(each.split()) for each in found]


def asked(table: SenateTable, who: str, page: str) -> Any:
    """What a page's own question is answered, whatever tag it has."""
    address = re.search(r'id="chamber-head" hx-get="([^"]*)"', page)
    assert address is not None
    return browser(table, who).get(unescape(address[1]), headers={"HX-Request": "true"})


def test_what_is_said_aloud_is_only_what_has_changed_since_the_page_was_made(senate: SenateTable) -> None:
    senate.decides("Josh")
    page = html(senate, "Raven")
    still = asked(senate, "Raven", page)
    senate.decides("Lulu")

    moved = asked(senate, "Raven", page)
    after = asked(senate, "Raven", moved.content.decode())

    assert 'id="chamber-news" role="status"></p>' in page
    assert news(moved) == ["Lulu has decided. Still to decide: Raven."]
    assert news(still) == news(after) == []
    assert 'role="status"' not in moved.content.decode()


def test_the_close_is_said_aloud_and_what_was_said_of_the_round_before_is_gone(senate: SenateTable) -> None:
    page = html(senate, "Raven")
    open_still = asked(senate, "Raven", page).content.decode()
    senate.all_decide(NAY)

    moved = asked(senate, "Raven", page)

    assert news(moved) == ["Round 0 has closed: the bill failed, with 0 of 3 against a threshold of 0.5."]
    assert '<div id="messages" hx-swap-oob="innerHTML"></div>' in moved.content.decode()
    assert 'id="messages"' not in open_still


def test_a_changed_decision_moves_nobody_elses_part(senate: SenateTable) -> None:
    senate.decides("Josh", YEA)
    tags = {who: part(senate, who)["ETag"] for who in ("Lulu", "Raven", None)}

    senate.decides("Josh", NAY)

    assert {who: part(senate, who, tag).status_code for who, tag in tags.items()} == dict.fromkeys(tags, 304)


def test_the_part_has_no_form_in_it_and_no_frame_around_it(senate: SenateTable) -> None:
    moved = part(senate, "Lulu").content.decode()

    assert moved.lstrip().startswith('<div class="chamber" id="chamber-head"')
    assert "<form" not in moved
    assert "<html" not in moved


def test_a_page_of_a_round_that_has_closed_is_told_so_and_asks_no_more(senate: SenateTable) -> None:
    senate.all_decide(NAY)

    moved = part(senate, "Lulu", round=0)

    page = moved.content.decode()
    assert "Round 0 has closed: the bill failed, with 0 of 3 against a threshold of 0.5." in words(moved)
    assert "Go on to round 1" in words(moved)
    assert "hx-get" not in page


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (NAY, "the bill failed, with 0 of 3 against a threshold of 0.5."),
        (YEA, "the bill passed, with 3 of 3 against a threshold of 0.5."),
        ({**YEA, "veto": True}, "the bill was vetoed, after it had passed with 3 of 3 against a threshold of 0.5."),
    ],
    ids=["failed", "passed", "vetoed"],
)
def test_what_became_of_the_bill_is_said_as_it_was(senate: SenateTable, raw: dict[str, object], said: str) -> None:
    senate.all_decide(raw)

    assert f"Round 0 has closed: {said}" in words(part(senate, "Lulu", round=0))


def test_a_page_of_the_present_round_asks_on(senate: SenateTable) -> None:
    senate.all_decide(NAY)

    moved = part(senate, "Lulu", round=1).content.decode()

    assert "has closed" not in moved
    assert 'hx-trigger="every 20s"' in moved


def test_quick_rounds_are_asked_after_more_often(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", decision_seconds=600)
    quick = html(table)
    table.senate("Josh", "Lulu", decision_seconds=601)

    assert 'hx-trigger="every 4s"' in quick
    assert 'hx-trigger="every 20s"' in html(table)


def test_the_end_is_told_to_a_page_of_the_last_round(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    table.all_decide()
    table.all_decide()

    moved = part(table, "Josh", round=1)

    assert "See how it ended" in words(moved)
    assert "hx-get" not in moved.content.decode()


# -- while seats are taken


def gathered(table: SenateTable, who: str | None, tag: str = "") -> Any:
    """What a page that waits for the Episode to open is answered."""
    return browser(table, who).get(f"{url(table)}?gathering", headers={"HX-Request": "true", "If-None-Match": tag})


def test_a_page_that_gathers_is_told_who_sits_down_and_nothing_where_nobody_does(table: SenateTable) -> None:
    table.convenes("Josh")
    page = html(table, "Josh")
    known = re.search(r"hx-headers='([^']*)'", page.split('id="gathering"')[1])
    assert known is not None
    tag = json.loads(known[1])["If-None-Match"]
    nothing = gathered(table, "Josh", tag)
    table.sits("Lulu", 1)

    moved = gathered(table, "Josh", tag)

    assert (nothing.status_code, nothing.content) == (304, b"")
    assert "<b>Lulu</b>" in moved.content.decode()
    assert '<p id="taken" hx-swap-oob="innerHTML">' in moved.content.decode()
    assert "1 of 3 seats is taken." in words(moved)
    assert gathered(table, "Josh", moved["ETag"]).status_code == 304
    assert "hx-swap-oob" not in page


def test_who_waits_is_told_that_the_episode_has_opened_and_asks_no_more(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.sits("Josh", 0)
    tag = gathered(table, "Josh")["ETag"]
    table.sits("Lulu", 1)

    moved = gathered(table, "Josh", tag)

    assert "The Senate sits, and its first bill is read. Enter the chamber" in words(moved)
    assert "hx-get" not in moved.content.decode()
    assert "<form" not in moved.content.decode()


def test_who_waits_is_told_that_it_was_called_off(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    tag = gathered(table, "Lulu")["ETag"]
    table.calls_off("Josh")

    moved = gathered(table, "Lulu", tag)

    assert "It was called off before it opened." in words(moved)
    assert "hx-get" not in moved.content.decode()


@pytest.mark.parametrize("asked", ["", "x", "-1", "99999999999999999999", pytest.param("9" * 5000, id="endless")])
def test_an_odd_round_is_taken_for_one_that_has_gone(senate: SenateTable, asked: str) -> None:
    answer = browser(senate).get(f"{url(senate)}?round={asked}", headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert "moved on while you read" in words(answer)
