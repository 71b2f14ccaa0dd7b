"""Gadgets in a browser: asked for, voted on, added, priced, bought, claimed, thrown away; to each eir own part."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from dynasties.spy.mechanics.gadget_requests import Say
from dynasties.spy.models import Gadget, GadgetRequest, Holding, RequestVote
from nomic.core.actions import hiatus
from nomic.core.floor import floor
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

HOUR = timedelta(hours=1)
TYPED = {"name": "Skis", "description": "They are *fast*.", "licences": ["leave-prison"], "token": "form-x"}


def read(table: Table, path: str = "", who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, f"spy/gadgets/{path}"))
    return response.status_code, words(response)


def html(table: Table, path: str = "", who: str | None = None) -> str:
    found: str = browser(table, who).get(address(table, f"spy/gadgets/{path}")).content.decode()
    return found


def sent(table: Table, path: str, who: str | None, **typed: Any) -> tuple[int, str]:
    response = browser(table, who).post(address(table, f"spy/gadgets/{path}"), typed, follow=True)
    return response.status_code, words(response)


def button(page: str, label: str) -> str:
    """The tag of the button of that name, with what it says of itself."""
    found = re.search(rf"<button[^>]*(?:aria-label=\"{label}\"[^>]*>|>{label})", page)
    assert found, f"there is no button {label}"
    return found.group()


def bare(page: str) -> str:
    """A page without what differs each time: nonces and marks of forms."""
    return re.sub(r'(nonce|value|name="csrf[^"]*" value)="[^"]*"|"X-CSRFToken": "[^"]*"|req-[\w-]+', "", page)


@pytest.fixture
def asked(table: SpyTable) -> GadgetRequest:
    return table.ask("Lulu", licences=["leave-prison"])


@pytest.fixture
def skis(table: SpyTable, clock: Traveller, asked: GadgetRequest) -> Gadget:
    """Lulu's Skis, 48 hours later."""
    table.say("Raven", asked.number)
    table.say("Josh", asked.number)
    clock.shift(48 * HOUR)
    return table.add("Lulu", asked.number)


# -- reading


def test_where_nobody_ever_spied_there_is_no_such_page(db: None) -> None:
    table = Table("Lulu")

    assert read(table)[0] == 404
    assert read(table, "1/")[0] == 404


def test_a_stranger_reads_all_of_it_and_is_offered_nothing(table: SpyTable, asked: GadgetRequest) -> None:
    table.say("Raven", asked.number, Say.DISAPPROVE, "Too <b>fast</b>.")

    status, told = read(table)

    assert status == 200
    for part in (
        "Skis", "They are fast.", "Leave prison", "It is not decided yet. It is ripe in 48 h", "1 is against it",
        "would then be denied", "disapprove", "Too <b>fast</b>.", "Lulu 0 of 3",
    ):  # fmt: skip
        assert part in told, part
    assert "<button" not in re.findall(r"<main.*</main>", html(table), re.DOTALL)[0]
    assert "Gadgets" in html(table).split("</nav>")[0]


def test_what_was_decided_stays_with_its_end_and_its_votes(table: SpyTable, skis: Gadget, clock: Traveller) -> None:
    table.ask("Raven", "Boots")
    table.deny_own("Raven", 2)

    told = read(table)[1]
    assert "approved, and added by its Requester" in told
    assert "denied by its Requester" in told
    assert "the Mastermind has to set it in 48 h" in told
    clock.shift(49 * HOUR)
    assert "the Mastermind should have set it" in read(table)[1]


def test_one_kind_has_a_page_with_everybody_who_owned_one(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    table.claim_gadget("Raven", Holding.objects.get())

    status, told = read(table, f"{skis.number}/")

    assert status == 200
    assert re.search(r"Lulu , approved .* until .* Raven , claimed .* still in play", told)
    assert read(table, "9/")[0] == 404


def test_when_the_law_is_gone_the_page_still_shows_what_was(table: SpyTable, skis: Gadget) -> None:
    for rule in [each.title for each in table.rules() if each.section.value == "dynastic"]:
        table.change(table.repeal(rule))

    status, told = read(table, who="Lulu")

    assert status == 200
    assert "The law of spies is not in force now." in told
    assert "Skis" in told
    assert "Throw away" not in told


def test_a_page_with_more_on_it_asks_no_more_of_the_tables(table: SpyTable, skis: Gadget) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert read(table, who="Raven")[0] == 200
        return len(queries)

    table.ask("Josh", "Kite")
    few = asked()
    for name in ("Lulu", "Raven"):
        for _ in range(2):
            table.equip(name, "leave-prison")
        table.say("Kevan", table.ask(name, "Boots").number, Say.DISAPPROVE)
    table.give("Lulu", gadgets=0)

    assert asked() <= few


# -- asking


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


# -- voting


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


# -- costs and the shop


def test_the_mastermind_sets_the_cost_and_nobody_else_has_the_form(table: SpyTable, skis: Gadget) -> None:
    assert 'name="air"' in html(table, who="Kevan")
    assert 'name="air"' not in html(table, who="Josh")

    assert "The cost is set." in sent(table, f"{skis.number}/price/", "Kevan", air="1", sea="0", land="2")[1]
    assert "Costs 1 Air Ticket and 2 Land Tickets" in read(table)[1]
    assert sent(table, f"{skis.number}/price/", "Josh", air="1", sea="0", land="2")[0] == 409


@pytest.mark.parametrize(("air", "told"), [("", "even if none"), ("x", "whole number"), ("-1", "From 0 to 1000")])
def test_a_cost_that_is_none_is_told_at_its_field(table: SpyTable, skis: Gadget, air: str, told: str) -> None:
    status, shown = sent(table, f"{skis.number}/price/", "Kevan", air=air, sea="0", land="2")

    assert (status, told in shown) == (422, True)


def test_after_the_time_a_cost_stands_and_the_form_says_so(
    table: SpyTable, skis: Gadget, clock: Traveller
) -> None:
    table.price(skis.number, 1)
    assert "disabled" not in button(html(table, who="Kevan"), "Set it for Skis")
    clock.shift(48 * HOUR + timedelta(seconds=1))

    assert "disabled" in button(html(table, who="Kevan"), "Set it for Skis")
    status, told = sent(table, f"{skis.number}/price/", "Kevan", air="9", sea="0", land="0")
    assert (status, "stands now" in told) == (409, True)


def test_buying_in_a_supply_centre(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number, 1)
    table.put("Raven", "KRA")
    table.give("Raven", air=1)
    assert "disabled" not in button(html(table, who="Raven"), "Buy Skis")

    status, told = sent(table, f"{skis.number}/buy/", "Raven", token="once")

    assert (status, "“Skis” is yours." in told) == (200, True)
    assert table.owns("Raven") == ["Skis"]
    assert sent(table, f"{skis.number}/buy/", "Raven")[0] == 422


def test_why_not_is_told_to_the_reader_alone(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number, 1)
    table.put("Raven", "POD")
    table.give("Raven", air=0)

    told = read(table, who="Raven")[1]

    assert "disabled" in button(html(table, who="Raven"), "Buy Skis")
    assert "you are in none" in told
    assert "That takes 1 Air Ticket, and 0 are there." in told
    assert "Only you see this." in told
    status, refused = sent(table, f"{skis.number}/buy/", "Raven", token="once")
    assert (status, "you are in none" in refused) == (409, True)


@pytest.mark.parametrize("reader", [None, "Josh", "Kevan"])
def test_where_somebody_is_changes_nothing_for_anybody_else(
    table: SpyTable, skis: Gadget, reader: str | None
) -> None:
    table.price(skis.number, 1)
    pages = []
    for place in ("POD", "KRA"):
        table.put("Raven", place)
        pages.append([bare(html(table, path, reader)) for path in ("", f"{skis.number}/")])

    assert pages[0] == pages[1]


def test_who_would_own_too_many_is_warned(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number)
    table.put("Lulu", "KRA")
    table.give("Lulu", gadgets=1)

    assert "You would then own too many" in read(table, who="Lulu")[1]
    table.give("Lulu", gadgets=2)
    assert "You would then own too many" not in read(table, who="Lulu")[1]


# -- changing hands


def test_claiming_from_who_has_too_many(table: SpyTable, skis: Gadget) -> None:
    mine = Holding.objects.get()
    assert "Claim" not in html(table, who="Raven")
    table.give("Lulu", gadgets=0)
    assert "1 of 0, too many" in read(table)[1]
    assert "Claim" not in html(table, who="Kevan")
    table.give("Raven", gadgets=0)
    assert "disabled" in button(html(table, who="Raven"), "Claim Skis of Lulu")
    assert "One more would be too many for you" in read(table, who="Raven")[1]
    table.give("Raven", gadgets=1)

    assert "It is yours." in sent(table, f"owned/{mine.pk}/claim/", "Raven")[1]
    status, told = sent(table, f"owned/{mine.pk}/claim/", "Josh")
    assert (status, "Somebody else was faster" in told) == (409, True)


def test_throwing_away(table: SpyTable, skis: Gadget) -> None:
    mine = Holding.objects.get()
    assert "Throw away" not in html(table, who="Raven")

    assert "It is gone." in sent(table, f"owned/{mine.pk}/discard/", "Lulu")[1]
    assert table.owns("Lulu") == []


def test_in_a_hiatus_every_button_is_shut_and_says_why(table: SpyTable, skis: Gadget) -> None:
    table.ask("Raven", "Boots")
    table.price(skis.number)
    with floor(table.made.pk) as the_floor:
        hiatus.begin(the_floor, "a test")

    page = html(table, who="Lulu")
    for label in ("Ask for a Gadget", "Buy Skis", "Throw away Skis", "Say so"):
        assert "disabled" in button(page, label), label
    assert "disabled" in button(html(table, who="Kevan"), "Set it for Skis")
    assert "In hiatus it waits, though its time runs on." in read(table)[1]
    assert "such business waits until it ends" in read(table, who="Lulu")[1]


def test_the_idle_read_and_are_offered_nothing(table: SpyTable, skis: Gadget) -> None:
    table.ask("Raven", "Boots")
    table.idle("Lulu")

    page = html(table, who="Lulu")
    assert "Throw away" not in page
    assert 'name="vote"' not in page
    assert "idle" in read(table)[1]
    assert sent(table, "requests/2/say/", "Lulu", vote="FOR")[0] == 409


def test_the_log_has_a_sentence_for_each_thing_that_was_done(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number, 1, 0, 2)
    table.put("Raven", "KRA")
    table.give("Raven", air=1, land=2)
    table.buy("Raven", skis.number)
    table.give("Lulu", gadgets=0)
    table.claim_gadget("Josh", Holding.objects.get(owner__name="Lulu"))
    table.throw_away("Josh", Holding.objects.get(owner__name="Josh"))
    table.ask("Raven", "Boots")
    table.deny_own("Raven", 2)

    told = words(browser(table).get(address(table, "log/?kind=theme")))

    for sentence in (
        "Lulu asks for a Gadget, “Skis”", "Raven approves of", "Lulu adds", "sets the cost of",
        "1 Air Ticket and 2 Land Tickets", "Raven buys", "Josh claims", "from Lulu, who had 1 and may have 0",
        "Josh throws", "Raven denies eir own",
    ):  # fmt: skip
        assert sentence in told, sentence
