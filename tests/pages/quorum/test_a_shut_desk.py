"""When a senator's desk takes nothing: too late, for others, in a hiatus, or in words that are none."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.pages.deciding.pages import words
from tests.pages.quorum.senate_pages import DECISION, decided, html, own, read, sent
from tests.sitting import SenateTable

SECRET = "the geese are ours"


def test_what_comes_too_late_is_refused_and_the_note_is_kept(senate: SenateTable) -> None:
    senate.all_decide()

    answer = decided(senate, "Lulu", to="2", text=SECRET)

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Nothing is decided in round 0 any more" in words(answer)
    assert SECRET in page
    assert 'name="round" value="1"' in page
    assert 'value="yea" checked' not in page


def test_a_visitor_decides_nothing(senate: SenateTable) -> None:
    answer = decided(senate, "Kevan")

    assert answer.status_code == 409
    assert "That seat is not yours." in words(answer)
    assert sent(senate, None, "decide/", **DECISION)["Location"].startswith("/accounts/login/")


def test_in_a_hiatus_the_desk_is_shut_and_what_is_sent_is_refused_and_kept(senate: SenateTable) -> None:
    senate.declare("Josh")

    told = html(senate, "Lulu")
    answer = decided(senate, "Lulu", to="2", text=SECRET)

    assert re.search(r'type="submit" disabled aria-describedby="desk-barred"', told)
    assert "The clock of round 0 stands still: the game is in hiatus." in read(senate)
    assert answer.status_code == 409
    assert SECRET in answer.content.decode()
    assert own(senate, "Lulu") is None


def test_for_who_is_barred_the_desk_is_shut(senate: SenateTable) -> None:
    before = html(senate, "Lulu")
    senate.bars("Lulu")

    told = html(senate, "Lulu")

    assert 'id="desk-barred"' not in before
    assert re.search(r'type="submit" disabled aria-describedby="desk-barred"', told)
    assert "You are barred from this game." in read(senate, "Lulu")


def test_for_who_is_idle_the_desk_is_shut_only_where_the_senate_is(senate: SenateTable) -> None:
    senate.idle("Lulu")
    before = html(senate, "Lulu")
    senate.shut()

    told = html(senate, "Lulu")

    assert 'id="desk-barred"' not in before
    assert re.search(r'type="submit" disabled aria-describedby="desk-barred"', told)


@pytest.mark.parametrize("field", ["vote", "weight_3", "amendment", "to", "text"])
def test_a_sign_that_no_text_has_is_told_at_its_field_and_what_was_typed_stays(senate: SenateTable, field: str) -> None:
    answer = decided(senate, "Lulu", **{"to": "2", "text": SECRET, field: f"{SECRET}\0"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Null characters are not allowed." in page
    assert SECRET in page
    assert own(senate, "Lulu") is None


@pytest.mark.parametrize("round", ["", "x", "1.5", "\0"])
def test_a_decision_for_no_round_is_not_understood(senate: SenateTable, round: str) -> None:
    answer = decided(senate, "Lulu", round=round)

    assert answer.status_code == 422
    assert own(senate, "Lulu") is None


def test_before_it_opens_and_after_it_ends_a_decision_is_refused_on_the_page(table: SenateTable) -> None:
    table.convenes("Josh", seats=2, rounds=2)
    table.sits("Josh", 0)
    early = decided(table, "Josh")
    table.sits("Lulu", 1)
    table.all_decide()
    table.all_decide()
    late = decided(table, "Josh", round=1)

    assert (early.status_code, late.status_code) == (409, 409)
    assert "Seat 1 is empty" in words(early)
    assert "The Senate has risen" in words(late)


def test_the_last_decision_closes_the_round_and_says_so(senate: SenateTable) -> None:
    senate.decides("Josh")
    senate.decides("Raven")

    client_page = decided(senate, "Lulu")

    assert client_page.status_code == 302
    assert "Round 1, the 2nd of 3. Lulu (that is you) has the chair." in read(senate, "Lulu")


def test_of_own_decisions_of_any_shape_the_desk_makes_something(senate: SenateTable) -> None:
    shapes: list[Any] = [
        {},
        3,
        "yea",
        [],
        {"vote": 7},
        {"priorities": [1]},
        {"priorities": ["a", None, {}]},
        {"note": 5},
        {"note": {"to": True}},
        {"note": {"to": "x", "text": 3}},
        {"amendment": []},
    ]

    for raw in shapes:
        senate.decides("Lulu", raw)

        assert "You have decided" in read(senate, "Lulu"), json.dumps(raw)
