"""Prisoners are rescued, and Double Agents turn. (Rule Prisons; Readings 21 and 49)"""

from __future__ import annotations

from dataclasses import replace

from dynasties.models import Update
from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import entering, ledger
from dynasties.spy.actions.moving import after as cells_after
from dynasties.spy.actions.telling import tell_spy
from dynasties.spy.mechanics import prison
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.models import Theatre
from dynasties.spy.queries import covers, prisons, theatres
from dynasties.spy.queries.moving import tickets_of
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid
from nomic.core.models import Agent

COMMENT = "RESCUE"


def rescue(*, actor_id: int, game_id: int, prisoner_id: int, token: str) -> Update:
    """Free a prisoner who is where the actor has moved to, for the price in Tickets of every kind.

    Everybody sees that the actor paid for a rescue; the prisoner alone is told that it was eirs. A form sent twice
    pays once. Refused by what the rules want of it; `Invalid` at `prisoner_id` for who takes no part.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.rescue")
        if twin := ledger.sent_before(actor, token):
            same_again(prisons.is_rescue(theatre, twin, prisoner_id))
            return twin
        return _rescued(the_floor, theatre, actor, _prisoner(theatre, actor, prisoner_id), token)


def _prisoner(theatre: Theatre, actor: Agent, prisoner_id: int) -> Agent:
    spy = theatres.spy_of(theatre, prisoner_id)
    if spy is None or prisoner_id == actor.pk or not spy.agent.in_game:
        raise Invalid("prisoner_id", "Choose another of those who take part.", "no-spy")
    return spy.agent


def _rescued(the_floor: Floor, theatre: Theatre, actor: Agent, freed: Agent, token: str) -> Update:
    found = covers.covers(theatre, frozenset({actor.pk, freed.pk}))
    mine, other, held = found[actor.pk], found[freed.pk], tickets_of(theatre, actor.pk)
    prison.may_rescue(
        held, rescuer_place=mine.location, came_by_move=mine.walked_in, imprisoned_self=mine.prison is not None,
        prisoner_place=other.location, prisoner_imprisoned=other.prison is not None, law=the_floor.law,
    ).or_refuse()  # fmt: skip
    left = held.less(prison.rescue_cost(the_floor.law))
    update = ledger.note(
        the_floor, actor, COMMENT, cells_after(actor, left, held), carried_by="spy.rescue",
        named={actor.pk: actor.name}, token=token,
    )  # fmt: skip
    covering.hide(
        the_floor, theatre, replace(other, prison=None), "rescued", actor=actor, by=actor.pk, update=update.number
    )  # fmt: skip
    tell_spy(the_floor, freed)
    return update


def turn(*, actor_id: int, game_id: int) -> Cover:
    """A Double Agent in the prison of the side that e serves in truth makes it eir Affiliation; the Mastermind alone
    is told. Refused for everybody else."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.turning")
        before = covers.cover(theatre, actor.pk)
        side = prison.may_turn(before.serves, before.prison, the_floor.law).or_refuse().outcome
        after = replace(before, affiliation=str(side))
        covering.hide(the_floor, theatre, after, "turned", actor=actor)
    return after
