"""Gadgets, by several at once: one Ticket buys one, one Gadget has one new owner, one request one end."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine

from dynasties.spy.gadgets import actions as gadgets_actions, actions_requests as gadgets_actions_requests
from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding
from dynasties.spy.gadgets.rules_requests import Stance
from tests.concurrency.test_floor import at_once, by, clock, events, whole
from tests.openings import opened
from tests.refusals import refusals_among as codes
from tests.spying import SpyTable

__all__ = ["clock"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
SPIES = ("Josh", "Lulu", "Raven", "Zack")


@pytest.fixture
def table(clock: time_machine.Traveller) -> SpyTable:
    return opened("spies to buy from", lambda: SpyTable(*SPIES))


def for_sale(table: SpyTable, owner: str) -> Gadget:
    gadget = table.equip(owner)
    table.price(gadget.number, 1)
    return gadget


def test_the_last_ticket_buys_one_gadget(table: SpyTable) -> None:
    kinds = [for_sale(table, "Raven"), for_sale(table, "Zack")]
    table.put("Lulu", "KRA")
    table.give("Lulu", air=1)

    answers = at_once(
        [
            by(table, "Lulu", gadgets_actions.buy_gadget, number=each.number, token=f"{each.number}-{again}")
            for each in kinds
            for again in range(2)
        ]
    )

    assert codes(answers) == ["no-ticket"] * 3
    assert table.tickets("Lulu") == (0, 0, 0)
    assert events(table, "spy.gadget-bought") == len(table.owns("Lulu")) == 1
    assert whole(table)


def test_one_form_sent_four_times_at_once_buys_one(table: SpyTable) -> None:
    gadget = for_sale(table, "Raven")
    table.put("Lulu", "KRA")
    table.give("Lulu", air=4)

    answers = at_once([by(table, "Lulu", gadgets_actions.buy_gadget, number=gadget.number, token="once")] * 4)

    assert len({each.pk for each in answers}) == 1
    assert table.tickets("Lulu") == (3, 0, 0)
    assert whole(table)


def test_of_all_who_claim_one_gadget_one_gets_it(table: SpyTable) -> None:
    gadget = table.equip("Lulu")
    table.give("Lulu", gadgets=0)
    mine = Holding.objects.get(gadget=gadget)

    answers = at_once(
        [by(table, name, gadgets_actions.claim_gadget, holding_id=mine.pk) for name in ("Josh", "Raven", "Zack")]
    )

    assert codes(answers) == ["gone-already"] * 2
    assert Holding.objects.filter(gadget=gadget, until_at=None).count() == 1
    assert events(table, "spy.gadget-claimed") == 1
    assert whole(table)


def test_of_two_claims_on_who_owns_one_too_many_one_stands(table: SpyTable) -> None:
    table.equip("Lulu")
    table.equip("Lulu")
    table.give("Lulu", gadgets=1)
    both = list(Holding.objects.order_by("pk"))

    answers = at_once(
        [
            by(table, name, gadgets_actions.claim_gadget, holding_id=each.pk)
            for name, each in zip(("Josh", "Raven"), both, strict=True)
        ]
    )

    assert codes(answers) == ["not-over-the-limit"]
    assert len(table.owns("Lulu")) == 1
    assert whole(table)


def test_a_claim_and_its_owners_throwing_it_away_end_with_one_of_them(table: SpyTable) -> None:
    table.equip("Lulu")
    table.give("Lulu", gadgets=0)
    mine = Holding.objects.get()

    answers = at_once(
        [
            by(table, "Josh", gadgets_actions.claim_gadget, holding_id=mine.pk),
            by(table, "Lulu", gadgets_actions.discard_gadget, holding_id=mine.pk),
        ]
    )

    assert codes(answers) == ["gone-already"]
    assert events(table, "spy.gadget-claimed") + events(table, "spy.gadget-discarded") == 1
    assert whole(table)


def test_a_veto_and_the_adding_at_once_leave_one_end(table: SpyTable, clock: time_machine.Traveller) -> None:
    row = table.ask("Lulu")
    table.say("Josh", row.number)
    table.say("Raven", row.number)
    clock.shift(timedelta(hours=48))

    answers = at_once(
        [
            by(table, "Lulu", gadgets_actions_requests.add_gadget, number=row.number),
            by(table, "Kevan", gadgets_actions_requests.vote_on_request, number=row.number, say=Stance.VETO),
            partial(gadgets_actions_requests.look_again_at_request, game_id=table.made.pk, request_id=row.pk),
        ]
    )

    status = GadgetRequest.objects.get(pk=row.pk).status
    assert codes(answers) == ["request-decided"]
    assert (status, events(table, "spy.gadget-approved"), events(table, "spy.gadget-denied")) in (
        ("approved", 1, 0),
        ("denied", 0, 1),
    )
    assert len(table.owns("Lulu")) == (1 if status == "approved" else 0)
    assert whole(table)


def test_of_several_requests_of_one_agent_at_once_one_is_pending(table: SpyTable) -> None:
    words = {"name": "Skis", "description": "They are fast."}

    answers = at_once(
        [by(table, "Lulu", gadgets_actions_requests.request_gadget, token=f"t{n}", **words) for n in range(4)]
    )

    assert codes(answers) == ["requests-enough"] * 3
    assert events(table, "spy.gadget-requested") == 1
    assert whole(table)
