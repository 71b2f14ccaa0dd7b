"""Gadgets are priced, bought, claimed from who owns too many, and thrown away. (Rules Gadgets and Spy Shop)"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from dynasties.spy.dials import DISCARDING, GADGET_CLAIMS, GADGET_COSTS, GADGET_PRICING, SHOP
from dynasties.spy.gadgets import queries as gadgets_queries, rules as gadgets_rules
from dynasties.spy.gadgets.models import Gadget, Holding
from dynasties.spy.gadgets.rules import DEAREST, may_buy, may_price, price_due_at
from dynasties.spy.theatre import (
    actions as theatre_actions,
    queries as theatre_queries,
    queries_covers as theatre_queries_covers,
)
from dynasties.spy.theatre.models import Theatre
from dynasties.spy.theatre.rules_tickets import TICKET_COLUMNS, Ticket, Tickets
from dynasties.tracker.actions import TrackerAct
from dynasties.tracker.models import Update
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.duties import actions as duties_actions
from nomic.core.duties.models import Duty
from nomic.core.effects import LawChanged, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token
from nomic.core.law.rules import Mechanism


def claim_gadget(*, actor_id: int, game_id: int, holding_id: int) -> Holding:
    """An Agent takes a Gadget of somebody who owns more than e may. Of two who want the same, the first gets it."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, GADGET_CLAIMS)
        holding = _get_holding(the_floor, theatre, holding_id, GADGET_CLAIMS)
        owner, held = holding.owner, theatre_queries.read_ledger(the_floor.game.pk)
        before, claimant = (gadgets_queries.belongings_of(theatre, key, held) for key in (owner.pk, actor.pk))
        gadgets_queries.may_claim(claimant, before, actor, owner, the_floor.law).or_refuse()
        _close_holding(the_floor, holding)
        taken = Holding.objects.create(
            gadget=holding.gadget, owner=actor, how="claimed", since_at=the_floor.now, since_seq=the_floor.next_seq
        )
        the_floor.record(
            "spy.gadget-claimed",
            actor=actor,
            owner=owner.pk,
            owner_name=owner.name,
            owned=before.owned,
            limit=before.limit,
            **_holding_facts(holding),
        )
    return taken


def discard_gadget(*, actor_id: int, game_id: int, holding_id: int) -> Holding:
    """An Agent throws a Gadget of eirs away, whenever e likes."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_agent(the_floor, actor_id, DISCARDING)
        holding = _get_holding(the_floor, theatre, holding_id, DISCARDING)
        gadgets_rules.may_discard(holding.owner_id == actor.pk, the_floor.law).or_refuse()
        _close_holding(the_floor, holding)
        the_floor.record("spy.gadget-discarded", actor=actor, **_holding_facts(holding))
    return holding


def _get_holding(the_floor: Floor, theatre: Theatre, holding_id: int, mechanism: Mechanism) -> Holding:
    """A Gadget that somebody owns now; refused if it has changed hands since the page was shown."""
    holding = gadgets_queries.holdings_in_play(theatre).filter(pk=holding_id).first()
    if holding is None:
        raise Refused(Reason("gone-already", the_floor.law.rule(mechanism)))
    return holding


def _close_holding(the_floor: Floor, holding: Holding) -> None:
    holding.until_at, holding.until_seq = the_floor.now, the_floor.next_seq
    holding.save(update_fields=["until_at", "until_seq"])


def _holding_facts(holding: Holding) -> dict[str, Any]:
    gadget = holding.gadget
    return {"subject": f"gadget:{gadget.number}", "name": gadget.name, "since": holding.since_seq}


# What an approved Gadget costs: the Mastermind owes it an answer, and gives it. (Rule Gadgets)

PRICE_DUTY = "spy.price:"


def price_gadget(*, actor_id: int, game_id: int, number: int, air: int, sea: int, land: int) -> Gadget:
    """The Mastermind sets what a Gadget costs, in Tickets of each kind; within the time that e has for it, also anew.

    Raises `Invalid` at `air`, `sea` or `land` for a number that cannot be paid.
    """
    for path, count in (("air", air), ("sea", sea), ("land", land)):
        if not 0 <= count <= DEAREST:
            raise Invalid(path, f"From 0 to {DEAREST} Tickets.", "out-of-bounds")
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, GADGET_COSTS)
        gadget = get_gadget(the_floor, theatre, number)
        anew = gadget.priced_at is not None
        may_price(gadget.approved_at, anew, the_floor.law, the_floor.now).or_refuse()
        gadget.air, gadget.sea, gadget.land, gadget.priced_at = air, sea, land, the_floor.now
        gadget.save(update_fields=["air", "sea", "land", "priced_at"])
        the_floor.record(
            "spy.gadget-priced",
            actor=actor,
            subject=f"gadget:{number}",
            name=gadget.name,
            air=air,
            sea=sea,
            land=land,
            anew=anew,
        )
        for duty in _price_duties(the_floor, _price_key(gadget)):
            duties_actions.fulfil_duty(the_floor, duty.key, by=actor, note="The cost is set.")
    return gadget


def get_gadget(the_floor: Floor, theatre: Theatre, number: int) -> Gadget:
    """Step: a Gadget of this theatre. Refused for no such one."""
    gadget = Gadget.objects.filter(theatre=theatre, number=number).first()
    if gadget is None:
        raise Refused(Reason("no-such-gadget", the_floor.law.rule(GADGET_PRICING)))
    return gadget


def owe_price(the_floor: Floor, gadget: Gadget, since: datetime | None = None) -> Duty | None:
    """Step: the Mastermind owes its cost, in the time that the law gives from the approval, or from `since` on.

    Where there is no Mastermind, nobody does until there is one. Who owes it already, or has said that e has done it,
    owes it no second time.
    """
    head = the_floor.game.mastermind
    if head is None or not head.in_game:
        return None
    last = Duty.objects.filter(game=the_floor.game, key__startswith=_price_key(gadget)).order_by("-number").first()
    if last is not None and last.owed_by_id == head.pk and (last.done_at is None or last.done_by_id is not None):
        return None
    due_at = price_due_at(since or gadget.approved_at, the_floor.law)
    # With the number of its event in the key: e may be Mastermind again, and owe it again.
    owed = duties_actions.NewDuty(
        head,
        f"Set the cost of the Gadget “{gadget.name}”",
        the_floor.law.rule(GADGET_PRICING),
        f"gadget:{gadget.number}",
        due_at,
    )
    return duties_actions.record_duty(the_floor, f"{_price_key(gadget)}{the_floor.next_seq}", owed)


def reassign_price_duties(the_floor: Floor, effect: RosterChanged | LawChanged) -> None:
    """Handler: whoever is Mastermind now owes what has no cost yet, and who was it does no longer. Repeatable."""
    carried = the_floor.law.carries(GADGET_COSTS)
    theatre = theatre_queries.present_theatre(the_floor.game.pk) if carried else None
    if theatre is None:
        cancel_price_duties(the_floor)
        return
    head = the_floor.game.mastermind
    for gadget in gadgets_queries.unpriced_gadgets(theatre):
        for duty in _price_duties(the_floor, _price_key(gadget)).exclude(owed_by=head):
            duties_actions.fulfil_duty(the_floor, duty.key, by=None, note="Somebody else is to set it now, if anybody.")
        owe_price(the_floor, gadget, since=the_floor.now)


def cancel_price_duties(the_floor: Floor) -> None:
    """Step: nobody owes a cost any more, since nobody can set one."""
    for duty in _price_duties(the_floor, PRICE_DUTY):
        duties_actions.fulfil_duty(the_floor, duty.key, by=None, note="Nobody can set it any more.")


def _price_duties(the_floor: Floor, prefix: str) -> QuerySet[Duty]:
    return Duty.objects.filter(game=the_floor.game, key__startswith=prefix, done_at=None).order_by("number")


def _price_key(gadget: Gadget) -> str:
    """How the keys of all duties begin by which this Gadget is to be priced."""
    return f"{PRICE_DUTY}{gadget.number}:"


# Buying in the shop: all the Tickets at once, or nothing. (Rule Spy Shop)


def buy_gadget(*, actor_id: int, game_id: int, number: int, token: str) -> Holding:
    """An Agent in a supply centre buys an approved Gadget. That e bought it is public, and what it cost; where is not.

    Whoever may not is told so alone: a refusal leaves no trace. A form sent twice buys once.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, SHOP)
        gadget = get_gadget(the_floor, theatre, number)
        if twin := theatre_actions.earlier_update(actor, token):
            return _earlier_purchase(theatre, gadget, actor, twin)
        cost, tickets = gadgets_queries.cost_of(gadget), theatre_queries.tickets_of(theatre, actor.pk)
        location = theatre_queries_covers.cover_of(theatre, actor.pk).location
        may_buy(location, cost, tickets, the_floor.law).or_refuse()
        assert cost is not None  # or it could not be bought
        return _sell_gadget(the_floor, actor, gadget, tickets, cost, token)


def _sell_gadget(
    the_floor: Floor, actor: Agent, gadget: Gadget, tickets: Tickets, cost: Tickets, token: str
) -> Holding:
    """Step: the Tickets are spent in one public act, and the Gadget is eirs."""
    left = tickets.less(cost)
    values = {(actor.pk, TICKET_COLUMNS[kind]): left.of(kind) for kind in Ticket if cost.of(kind)}
    rule = theatre_actions.carrying_rule(the_floor, SHOP)
    theatre_actions.write_cells(the_floor, TrackerAct(actor, f"Buys {gadget.name}", rule, token=token), values)
    bought = Holding.objects.create(
        gadget=gadget, owner=actor, how="bought", since_at=the_floor.now, since_seq=the_floor.next_seq
    )
    the_floor.record(
        "spy.gadget-bought",
        actor=actor,
        subject=f"gadget:{gadget.number}",
        name=gadget.name,
        air=cost.air,
        sea=cost.sea,
        land=cost.land,
    )
    return bought


def _earlier_purchase(theatre: Theatre, gadget: Gadget, actor: Agent, twin: Update) -> Holding:
    """What this form bought when it was sent first; it was written with the event after that of the tracker."""
    bought = Holding.objects.filter(owner=actor, gadget__theatre=theatre, since_seq=twin.seq + 1, how="bought").first()
    check_same_form(bought is not None and bought.gadget_id == gadget.pk)
    assert bought is not None
    return bought
