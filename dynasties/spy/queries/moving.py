"""Where an Agent may move, by what, and why not: for em alone. (Rules Movement, Iron Curtain, Smuggling, Prisons)

Whoever calls has asked who the reader is: what is answered here is that Agent's own secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.curtain import Curtain
from dynasties.spy.mechanics.licences import Licence
from dynasties.spy.mechanics.movement import Attempt, Mover, attempt, legal
from dynasties.spy.mechanics.ranks import supply_is_quiet
from dynasties.spy.mechanics.routes import Route, cheapest
from dynasties.spy.mechanics.tickets import Tickets
from dynasties.spy.models import Completion, Theatre
from dynasties.spy.queries import covers, theatres
from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision, allowed
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent

MOVE, SUPPLY = "move", "supply-roll"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a move is judged by: who would move, with what, the Iron Curtain, and the law."""

    mover: Mover
    curtain: Curtain
    law: Law


@dataclass(frozen=True, slots=True)
class Moves:
    """All legal moves by the codes of where they lead, and whether it is time for one: `may.next_check` tells when."""

    ground: Ground
    moves: tuple[Attempt, ...]
    may: Decision[bool]


def ground(theatre: Theatre, agent: Agent, law: Law | None = None) -> Ground:
    """An Agent's own, as things are now."""
    cover = covers.cover(theatre, agent.pk)
    return Ground(
        _mover(cover, tickets_of(theatre, agent.pk), theatres.licences_of(theatre, agent.pk)),
        theatres.curtain(theatre.game_id),
        law or core.law(theatre.game_id),
    )


def tickets_of(theatre: Theatre, agent_id: int) -> Tickets:
    """How many of each kind the tracker has for an Agent."""
    return theatres.ledger(theatre.game_id).tickets(agent_id)


def _mover(cover: Cover, tickets: Tickets, licences: frozenset[Licence]) -> Mover:
    return Mover(
        cover.location,
        tickets,
        cover.kept_side,
        cover.prison,
        cover.serves,
        licences,
    )


def my_moves(theatre: Theatre, agent: Agent, now: datetime, law: Law | None = None) -> Moves:
    """All that e may do, and when; under the law in force, if the caller has not read it."""
    found = ground(theatre, agent, law)
    return Moves(found, legal(found.mover, found.curtain, found.law), may_now(agent, MOVE, found.law, now))


def may_now(agent: Agent, act: str, law: Law, now: datetime) -> Decision[bool]:
    """Whether it is time for an act that may be done only so often; it always is for one that the law lets be."""
    term = law.act(act)
    return allowed() if term is None else core.may_do(agent, term, law, now)


def paced(act: str, law: Law) -> str:
    """The same act, where the law has it done only so often; nothing where it may be done at any time."""
    return act if law.act(act) is not None else ""


def tried(found: Ground, to: str) -> Attempt:
    """The move there, or why there is none. `to` is a known code."""
    return attempt(found.mover, to, found.curtain, found.law)


def route(theatre: Theatre, agent: Agent, to: str) -> Route | None:
    """The cheapest way there with the Tickets in hand."""
    found = ground(theatre, agent)
    return cheapest(found.mover, to, found.curtain, found.law)


def may_be_quiet(theatre: Theatre, agent_id: int, law: Law) -> bool:
    """Whether eir roll for supplies need not publish eir LKL. Public: so are the missions that e has completed."""
    completed = Completion.objects.filter(mission__theatre=theatre, agent_id=agent_id).count()
    return supply_is_quiet(completed, law)
