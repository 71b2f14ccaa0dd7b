"""The page of Gadgets, for whoever reads it."""

from __future__ import annotations

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding
from dynasties.spy.gadgets.rules_requests import Stance
from tests.casting import Table
from tests.pages.spy.gadgets.reading import HOUR, html, read
from tests.spying import SpyTable


def test_where_nobody_ever_spied_there_is_no_such_page(db: None) -> None:
    table = Table("Lulu")

    assert read(table)[0] == 404
    assert read(table, "1/")[0] == 404


def test_a_stranger_reads_all_of_it_and_is_offered_nothing(table: SpyTable, asked: GadgetRequest) -> None:
    table.say("Raven", asked.number, Stance.DISAPPROVE, "Too <b>fast</b>.")

    status, told = read(table)

    assert status == 200
    for part in (
        "Skis",
        "They are fast.",
        "Leave prison",
        "It is not decided yet. It is ripe in 48 h",
        "1 is against it",
        "would then be denied",
        "disapprove",
        "Too <b>fast</b>.",
        "Lulu 0 of 3",
    ):
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
        table.say("Kevan", table.ask(name, "Boots").number, Stance.DISAPPROVE)
    table.give("Lulu", gadgets=0)

    assert asked() <= few
