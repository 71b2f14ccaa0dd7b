"""The Spy Shop: in a supply centre, all the Tickets at once, and nothing told but what is public. (Row 76)"""

from __future__ import annotations

import pytest

from dynasties.recount import CHECKS
from dynasties.spy.gadgets.models import Gadget, Holding
from dynasties.tracker.models import Update
from nomic.core.decision import Invalid
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.refusals import why
from tests.spying import SpyTable


@pytest.fixture
def skis(table: SpyTable) -> Gadget:
    """Raven's Skis, for an Air Ticket and two Land Tickets; Lulu is in a supply centre with enough of all."""
    gadget = table.equip("Raven", "leave-prison")
    table.price(gadget.number, 1, 0, 2)
    table.put("Lulu", "KRA")
    table.give("Lulu", air=1, sea=1, land=3)
    return gadget


def test_buying_is_one_update_and_one_event_and_tells_no_place(table: SpyTable, skis: Gadget) -> None:
    seq = table.game.last_seq

    bought = table.buy("Lulu", skis.number)

    update, event = Update.objects.latest("pk"), Event.objects.latest("seq")
    assert table.public_kinds(seq) == ["tracker.updated", "spy.gadget-bought"]
    assert table.tickets("Lulu") == (0, 1, 1)
    assert (update.comment, update.by) == (f"Buys {skis.name}", table.agent("Lulu"))
    assert (event.subject, event.data) == (f"gadget:{skis.number}", {"name": skis.name, "air": 1, "sea": 0, "land": 2})
    assert (bought.how, bought.since_seq, table.owns("Lulu")) == ("bought", event.seq, [skis.name])
    assert not recount_game(table.game, CHECKS).differences


def test_what_costs_nothing_is_bought_with_a_word_in_the_tracker(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number)
    seq = table.game.last_seq

    table.buy("Lulu", skis.number)

    assert table.public_kinds(seq) == ["tracker.updated", "spy.gadget-bought"]
    assert table.tickets("Lulu") == (1, 1, 3)


@pytest.mark.parametrize("hand", [(0, 9, 9), (1, 9, 1)])
def test_with_too_few_of_any_kind_nothing_is_spent(table: SpyTable, skis: Gadget, hand: tuple[int, int, int]) -> None:
    table.give("Lulu", air=hand[0], sea=hand[1], land=hand[2])
    seq, private = table.game.last_seq, table.game.private_n

    assert why(table.buy, "Lulu", skis.number) == ["no-ticket"]
    assert table.tickets("Lulu") == hand
    assert (table.game.last_seq, table.game.private_n) == (seq, private)
    assert table.owns("Lulu") == []


@pytest.mark.parametrize("place", ["POD", "NTH", None])
def test_out_of_a_supply_centre_it_is_refused_without_a_trace(table: SpyTable, skis: Gadget, place: str | None) -> None:
    table.put("Lulu", place)
    seq, private = table.game.last_seq, table.game.private_n

    assert why(table.buy, "Lulu", skis.number) == ["not-at-a-supply-centre"]
    assert (table.game.last_seq, table.game.private_n) == (seq, private)


def test_what_has_no_cost_yet_is_not_sold(table: SpyTable, skis: Gadget) -> None:
    unpriced = table.equip("Josh")

    assert why(table.buy, "Lulu", unpriced.number) == ["no-price-yet"]
    assert why(table.buy, "Lulu", 9) == ["no-such-gadget"]


def test_a_form_sent_twice_buys_once(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", air=2, sea=2, land=4)
    first = table.buy("Lulu", skis.number, token="once")

    assert table.buy("Lulu", skis.number, token="once") == first
    assert table.tickets("Lulu") == (1, 2, 2)
    assert Holding.objects.filter(how="bought").count() == 1


def test_the_form_of_another_act_buys_nothing(table: SpyTable, skis: Gadget) -> None:
    other = table.equip("Josh")
    table.price(other.number)
    table.buy("Lulu", skis.number, token="once")

    with pytest.raises(Invalid) as told:
        table.buy("Lulu", other.number, token="once")
    assert told.value.code == "used-token"
    with pytest.raises(Invalid):
        table.buy("Lulu", skis.number, token="?")


def test_whoever_buys_too_many_may_lose_one(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", air=1, land=2, gadgets=0)

    bought = table.buy("Lulu", skis.number)

    assert table.claim_gadget("Josh", bought).owner.name == "Josh"


def test_the_mastermind_buys_nothing(table: SpyTable, skis: Gadget) -> None:
    assert why(table.buy, "Kevan", skis.number) == ["takes-no-part"]


def test_without_the_rule_there_is_no_shop(table: SpyTable, skis: Gadget) -> None:
    table.change(table.repeal("Spy Shop"))

    assert why(table.buy, "Lulu", skis.number) == ["not-in-the-law"]


def test_what_is_bought_has_the_licences_of_its_kind(table: SpyTable, skis: Gadget) -> None:
    assert table.buy("Lulu", skis.number).gadget.licences == ["leave-prison"]
