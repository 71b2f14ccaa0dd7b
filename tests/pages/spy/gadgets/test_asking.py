"""Asking for a Gadget and voting on a request, in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from time_machine import Traveller

from dynasties.spy.gadgets.models import GadgetRequest, RequestVote
from tests.pages.deciding.pages import address, browser, words
from tests.pages.spy.gadgets.reading import HOUR, TYPED, button, html, read, sent
from tests.spying import SpyTable


def test_asking_in_the_browser(table: SpyTable) -> None:
    assert "Ask for it" in read(table, "new/", "Lulu")[1]

    status, told = sent(table, "new/", "Lulu", **TYPED)

    assert status == 200
    assert "Your request stands" in told
    assert GadgetRequest.objects.get().licences == ["leave-prison"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": ""}, "Give it a name."),
        ({"name": "S" * 81}, "at most 80 characters"),
        ({"description": ""}, "Say what it is and what it does."),
        ({"licences": ["fly"]}, "There is no such licence."),
        ({"token": ""}, "This form has lost its mark"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_the_rest_is_kept(
    table: SpyTable, typed: dict[str, Any], told: str
) -> None:
    response = browser(table, "Lulu").post(address(table, "spy/gadgets/new/"), TYPED | typed)

    assert response.status_code == 422
    assert told in words(response)
    kept = (TYPED | typed)["description"] or "Skis"
    assert kept in response.content.decode()
    assert not GadgetRequest.objects.exists()


def test_what_reaches_too_far_is_refused_and_stays_on_the_page(table: SpyTable) -> None:
    response = browser(table, "Lulu").post(
        address(table, "spy/gadgets/new/"), TYPED | {"description": "It gives victory."}
    )

    assert response.status_code == 409
    assert "this one says “victory”" in words(response)
    assert "It gives victory." in response.content.decode()


def test_who_may_not_ask_is_told_why_before_e_types(table: SpyTable, asked: GadgetRequest) -> None:
    assert "disabled" in button(html(table, who="Lulu"), "Ask for a Gadget")
    assert "1 request of yours is pending" in read(table, who="Lulu")[1]
    assert "You may not ask for one now." in read(table, "new/", "Lulu")[1]
    assert "Ask for a Gadget" not in read(table, who="Kevan")[1]  # the Mastermind takes no part
    assert read(table, "new/")[0] == 302


@pytest.mark.parametrize(
    ("who", "icon", "say"), [("Raven", "FOR", "approve"), ("Kevan", "VETO", "veto"), ("Josh", "AGAINST", "disapprove")]
)
def test_saying_what_one_thinks(table: SpyTable, asked: GadgetRequest, who: str, icon: str, say: str) -> None:
    assert f'value="{icon}"' in html(table, who=who)

    status, told = sent(table, f"requests/{asked.number}/say/", who, vote=icon, comment="Well.")

    assert status == 200
    assert "Your vote stands." in told
    assert (RequestVote.objects.get().say, RequestVote.objects.get().comment) == (say, "Well.")


def test_the_veto_is_offered_to_the_mastermind_alone(table: SpyTable, asked: GadgetRequest) -> None:
    assert 'value="VETO"' in html(table, who="Kevan")
    assert 'value="VETO"' not in html(table, who="Raven")
    assert 'name="vote"' not in html(table, who="Lulu")
    assert sent(table, f"requests/{asked.number}/say/", "Raven", vote="VETO")[0] == 409


@pytest.mark.parametrize(
    ("typed", "told"),
    [({}, "Choose one."), ({"vote": "MAYBE"}, "Choose one."), ({"vote": "FOR", "comment": "x" * 1001}, "at most 1000")],
)
def test_a_vote_that_cannot_be_read_keeps_its_words(
    table: SpyTable, asked: GadgetRequest, typed: dict[str, str], told: str
) -> None:
    status, shown = sent(table, f"requests/{asked.number}/say/", "Raven", **{"comment": "My words."} | typed)

    assert (status, told in shown) == (422, True)
    assert typed.get("comment", "My words.") in shown
    assert not RequestVote.objects.exists()


def test_adding_and_denying_are_the_requesters(table: SpyTable, asked: GadgetRequest, clock: Traveller) -> None:
    table.say("Raven", asked.number)
    table.say("Josh", asked.number)
    assert "disabled" in button(html(table, who="Lulu"), "Add it to my Gadgets")
    assert sent(table, f"requests/{asked.number}/add/", "Lulu")[0] == 409
    clock.shift(48 * HOUR)

    assert "Lulu may add it now." in read(table)[1]
    assert "disabled" not in button(html(table, who="Lulu"), "Add it to my Gadgets")
    assert "Add it" not in html(table, who="Raven")
    assert "“Skis” is yours." in sent(table, f"requests/{asked.number}/add/", "Lulu")[1]
    assert table.owns("Lulu") == ["Skis"]


def test_denying_ones_own(table: SpyTable, asked: GadgetRequest) -> None:
    assert sent(table, f"requests/{asked.number}/deny/", "Raven")[0] == 409
    assert "Your request is denied." in sent(table, f"requests/{asked.number}/deny/", "Lulu")[1]
    assert GadgetRequest.objects.get().status == "denied"
