"""Buying in the shop: all the Tickets at once, or nothing. (Rule Spy Shop)"""

from __future__ import annotations

from dynasties.models import Update
from dynasties.spy.actions import entering, ledger
from dynasties.spy.actions.pricing import found
from dynasties.spy.mechanics.gadgets import SHOP, may_buy
from dynasties.spy.mechanics.ledger import TICKETS
from dynasties.spy.mechanics.tickets import Ticket, Tickets
from dynasties.spy.models import Gadget, Holding, Theatre
from dynasties.spy.queries import covers, gadgets, moving
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.models import Agent


def buy(*, actor_id: int, game_id: int, number: int, token: str) -> Holding:
    """An Agent in a supply centre buys an approved Gadget. That e bought it is public, and what it cost; where is not.

    Whoever may not is told so alone: a refusal leaves no trace. A form sent twice buys once.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, SHOP)
        gadget = found(the_floor, theatre, number)
        if twin := ledger.sent_before(actor, token):
            return _again(theatre, gadget, actor, twin)
        cost, tickets = gadgets.cost(gadget), moving.tickets_of(theatre, actor.pk)
        location = covers.cover(theatre, actor.pk).location
        may_buy(location, cost, tickets, the_floor.law).or_refuse()
        assert cost is not None  # or it could not be bought
        return _sell(the_floor, actor, gadget, tickets, cost, token)


def _sell(the_floor: Floor, actor: Agent, gadget: Gadget, tickets: Tickets, cost: Tickets, token: str) -> Holding:
    """Step: the Tickets are spent in one public act, and the Gadget is eirs."""
    left = tickets.less(cost)
    values = {(actor.pk, TICKETS[kind]): left.of(kind) for kind in Ticket if cost.of(kind)}
    ledger.note(
        the_floor, actor, f"Buys {gadget.name}", values, carried_by=SHOP, named={actor.pk: actor.name}, token=token
    )
    bought = Holding.objects.create(
        gadget=gadget, owner=actor, how="bought", since_at=the_floor.now, since_seq=the_floor.next_seq
    )
    the_floor.record(
        "spy.gadget-bought", actor=actor, subject=f"gadget:{gadget.number}", name=gadget.name, air=cost.air,
        sea=cost.sea, land=cost.land,
    )  # fmt: skip
    return bought


def _again(theatre: Theatre, gadget: Gadget, actor: Agent, twin: Update) -> Holding:
    """What this form bought when it was sent first; it was written with the event after that of the tracker."""
    bought = Holding.objects.filter(owner=actor, gadget__theatre=theatre, since_seq=twin.seq + 1, how="bought").first()
    same_again(bought is not None and bought.gadget_id == gadget.pk)
    assert bought is not None
    return bought
