"""An Agent moves: one act pays, notes it in the tracker, changes eir Location, and tells the Mastermind. (Movement)"""

from __future__ import annotations

from dataclasses import replace

from dynasties.models import Update
from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import entering, errands, ledger
from dynasties.spy.mechanics.atlas import ATLAS
from dynasties.spy.mechanics.ledger import TICKETS
from dynasties.spy.mechanics.movement import Move
from dynasties.spy.mechanics.tickets import Ticket, Tickets
from dynasties.spy.models import Theatre
from dynasties.spy.queries import covers, moving
from nomic.core.actions import deeds
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Agent

FREE_MOVE = "LAND MOVE"


def move(*, actor_id: int, game_id: int, to: str, token: str) -> Update:
    """Move to a territory, given by its code, by the first legal way of land, air, sea and hop. Answers what the
    tracker has of it. A form sent twice makes one move.

    What everybody sees of it is the Ticket spent, or “LAND MOVE”: the same for all moves that cost the same. Refused
    where the rules bar the way, each ground with its rule; `Invalid` at `to` for what is no territory.
    """
    code = _code(to)
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.movement")
        if twin := ledger.sent_before(actor, token):
            same_again(errands.follows(theatre, twin, code))
            return twin
        ground = moving.ground(theatre, actor, the_floor.law)
        tried = moving.tried(ground, code)
        if tried.move is None:
            raise Refused(*tried.decision.reasons)
        return _moved(the_floor, theatre, actor, ground.mover.tickets, tried.move, token)


def _code(to: str) -> str:
    code = to.strip().upper()
    if code not in ATLAS:
        raise Invalid("to", "There is no such territory on the Map.", "no-territory")
    return code


def _moved(the_floor: Floor, theatre: Theatre, actor: Agent, held: Tickets, made: Move, token: str) -> Update:
    act = pace(the_floor, actor)
    update = ledger.note(
        the_floor, actor, spending(made.cost), after(actor, held.less(made.cost), held),
        carried_by="spy.movement", named={actor.pk: actor.name}, act=act, token=token,
    )  # fmt: skip
    before = covers.cover(theatre, actor.pk)
    side = made.side_after.value if made.side_after else None
    gone = replace(before, location=made.to, side=side, prison=None, walked_in=True)
    covering.hide(
        the_floor, theatre, gone, "moved", actor=actor, kind=made.kind.value, **{"from": before.location}, to=made.to,
        cost=made.cost.as_facts(), crosses=made.crosses, licence=made.licence.value if made.licence else None,
        update=update.number,
    )  # fmt: skip
    errands.leave(the_floor, theatre, actor, made, before.location, update)
    return update


def pace(the_floor: Floor, actor: Agent) -> str:
    """Step: this is what e does in eir time for a move, if the law has it done only so often. Refused too soon."""
    act = moving.paced(moving.MOVE, the_floor.law)
    if act:
        deeds.spend(the_floor, actor, act)
    return act


def after(actor: Agent, now: Tickets, before: Tickets) -> dict[tuple[int, str], int]:
    """The cells of the tracker that change with an Agent's Tickets."""
    return {(actor.pk, TICKETS[kind]): now.of(kind) for kind in Ticket if now.of(kind) != before.of(kind)}


def spending(cost: Tickets) -> str:
    """What the tracker is told of a move: “AIR TICKET”, “2 SEA TICKETS”, or “LAND MOVE” for a free one of any kind."""
    spent = [_spent(kind, cost.of(kind)) for kind in Ticket if cost.of(kind)]
    return ", ".join(spent) or FREE_MOVE


def _spent(kind: Ticket, count: int) -> str:
    name = kind.label.upper()
    return name if count == 1 else f"{count} {name}S"
