"""Costs and the shop, in the browser."""

from __future__ import annotations

from datetime import timedelta

import pytest
from time_machine import Traveller

from dynasties.spy.gadgets.models import Gadget
from tests.pages.spy.gadgets.reading import HOUR, bare, button, html, read, sent
from tests.spying import SpyTable


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


def test_after_the_time_a_cost_stands_and_the_form_says_so(table: SpyTable, skis: Gadget, clock: Traveller) -> None:
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
def test_where_somebody_is_changes_nothing_for_anybody_else(table: SpyTable, skis: Gadget, reader: str | None) -> None:
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
