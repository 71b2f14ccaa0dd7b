"""A theatre begins and ends with its law; whoever takes part is enlisted and fitted out. (Rules Location, Tickets)"""

from __future__ import annotations

from dynasties.spy.actions import ledger
from dynasties.spy.mechanics.gadgets import gadget_limit
from dynasties.spy.mechanics.ledger import GADGETS, TICKETS
from dynasties.spy.mechanics.tickets import outfit
from dynasties.spy.models import Spy, Theatre
from dynasties.spy.queries import theatres
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.actions import dice
from nomic.core.floor import Floor
from nomic.core.mechanics.effects import CameBack, HiatusChanged, LawChanged, RosterChanged
from nomic.core.models import Agent, Roll


def muster(the_floor: Floor, effect: LawChanged | RosterChanged | CameBack | HiatusChanged) -> None:
    """Handler: after a change of law or roster the theatre is as it should be. Repeatable, and quick in other games."""
    theatre, played = theatres.present(the_floor.game.pk), theatres.is_played(the_floor.law)
    if theatre is None and not played:
        return
    if theatre is not None and not played:
        _end(the_floor, theatre)
        return
    if theatre is None and _is_over(the_floor):
        return
    theatre = theatre or _begin(the_floor)
    for agent in _missing(the_floor, theatre):
        _enlist(the_floor, theatre, agent)
    for spy in Spy.objects.filter(theatre=theatre, outfitted_seq=None).select_related("agent").order_by("pk"):
        if theatres.takes_part(the_floor.game, spy.agent, the_floor.law):
            _fit_out(the_floor, spy)
    _allow_gadgets(the_floor, theatre)


def _is_over(the_floor: Floor) -> bool:
    """Whether everything was revealed, and no Dynasty has been opened yet in which it could be played anew."""
    last = theatres.latest(the_floor.game.pk)
    return last is not None and last.revealed_id is not None and the_floor.game.awaits_address


def _begin(the_floor: Floor) -> Theatre:
    number = core.next_number(Theatre.objects.filter(game=the_floor.game))
    begun = Theatre.objects.create(
        game=the_floor.game, number=number, began_at=the_floor.now, began_seq=the_floor.next_seq
    )
    the_floor.record("spy.began", subject=f"theatre:{number}")
    return begun


def _end(the_floor: Floor, theatre: Theatre) -> None:
    theatre.ended_at, theatre.ended_seq = the_floor.now, the_floor.next_seq
    theatre.save(update_fields=["ended_at", "ended_seq"])
    the_floor.record("spy.ended", subject=f"theatre:{theatre.number}")


def _missing(the_floor: Floor, theatre: Theatre) -> list[Agent]:
    known = {each.agent_id for each in theatres.spies(theatre)}
    roster = core.roster(the_floor.game.pk)
    return [
        each for each in roster
        if each.pk not in known and theatres.takes_part(the_floor.game, each, the_floor.law)
    ]  # fmt: skip


def _enlist(the_floor: Floor, theatre: Theatre, agent: Agent) -> Spy:
    # Until when e shall declare, `affiliation.time_runs` says, which comes next in each of these effects.
    return Spy.objects.create(
        theatre=theatre, agent=agent, since_at=the_floor.now, since_seq=the_floor.game.last_seq
    )  # fmt: skip


def _fit_out(the_floor: Floor, spy: Spy) -> None:
    """Step: a die for each kind of Ticket, with what is added, and the number of Gadgets that a new Agent may own."""
    law, agent, terms = the_floor.law, spy.agent, outfit(the_floor.law)
    columns = theatres.ledger(the_floor.game.pk).columns
    kinds = [each for each in TICKETS.values() if each in columns]
    if terms is None or not kinds:
        return
    sides, added = terms
    rolls = [_rolled(the_floor, agent, sides, each) for each in kinds]
    values = {(agent.pk, each): roll.total + added for each, roll in zip(kinds, rolls, strict=True)}
    if GADGETS in columns:
        values[agent.pk, GADGETS] = gadget_limit(law)
    spy.outfitted_seq = the_floor.next_seq
    spy.save(update_fields=["outfitted_seq"])
    ledger.note(
        the_floor, agent, "What a newcomer gets", values, carried_by="spy.outfit", named={agent.pk: agent.name},
        rolls=[each.number for each in rolls],
    )  # fmt: skip


def _rolled(the_floor: Floor, agent: Agent, sides: int, kind: str) -> Roll:
    return dice.roll_in(the_floor, agent, f"DICE{sides}", f"{kind} of a newcomer", token=vault.fresh_uid())


def _allow_gadgets(the_floor: Floor, theatre: Theatre) -> None:
    """Step: where no rule fits newcomers out with Tickets, they may own their Gadgets all the same. (Rule Gadgets)"""
    known, limit = theatres.ledger(the_floor.game.pk), gadget_limit(the_floor.law)
    if GADGETS not in known.columns or not limit or outfit(the_floor.law) is not None:
        return
    for agent in theatres.players(theatre, the_floor.game, the_floor.law):
        if (GADGETS, agent.pk) not in known.held:
            ledger.note(
                the_floor, agent, "What a newcomer gets", {(agent.pk, GADGETS): limit},
                carried_by="spy.gadget_limit", named={agent.pk: agent.name},
            )  # fmt: skip
