"""Where an Agent may move, by what, and why not: for em alone. (Rules Movement, Iron Curtain, Smuggling, Prisons)

Whoever calls has asked who the reader is: what is answered here is that Agent's own secret.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from dynasties.spy.queries.theatres import Public
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
    """All legal moves by the codes of where they lead, and whether it is time for each of what is done only so often:
    `may.next_check` tells when for a move."""

    ground: Ground
    moves: tuple[Attempt, ...]
    times: Mapping[str, Decision[bool]]

    @property
    def may(self) -> Decision[bool]:
        return self.times[MOVE]


def ground(theatre: Theatre, agent: Agent, law: Law | None = None, public: Public | None = None) -> Ground:
    """An Agent's own, as things are now. `law`, `public`: where they have been read already."""
    public = public or theatres.public(theatre)
    cover = covers.cover(theatre, agent.pk)
    return Ground(
        _mover(cover, public.ledger.tickets(agent.pk), theatres.licences_of(theatre, agent.pk)),
        public.papers.curtain,
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


def my_moves(
    theatre: Theatre, agent: Agent, now: datetime, law: Law | None = None, public: Public | None = None
) -> Moves:
    """All that e may do, and when; `law`, `public`: where they have been read already."""
    found = ground(theatre, agent, law, public)
    times = times_of(agent, found.law, now, core.hiatus_since(theatre.game_id))
    return Moves(found, legal(found.mover, found.curtain, found.law), times)


def times_of(agent: Agent, law: Law, now: datetime, stopped_at: datetime | None) -> Mapping[str, Decision[bool]]:
    """Whether it is time for a move and for a roll for supplies; it always is for what the law lets be at any time.

    `stopped_at`: since when the game is in hiatus; None while it is not.
    """
    terms = [term for act in (MOVE, SUPPLY) if (term := law.act(act)) is not None]
    free = {MOVE: allowed(), SUPPLY: allowed()}
    return {**free, **core.may_do_each(agent, terms, law, now, stopped_at)} if terms else free


def paced(act: str, law: Law) -> str:
    """The same act, where the law has it done only so often; nothing where it may be done at any time."""
    return act if law.act(act) is not None else ""


def tried(found: Ground, to: str) -> Attempt:
    """The move there, or why there is none. `to` is a known code."""
    return attempt(found.mover, to, found.curtain, found.law)


def route(found: Ground, to: str) -> Route | None:
    """The cheapest way there with the Tickets in hand."""
    return cheapest(found.mover, to, found.curtain, found.law)


def may_be_quiet(theatre: Theatre, agent_id: int, law: Law) -> bool:
    """Whether eir roll for supplies need not publish eir LKL. Public: so are the missions that e has completed."""
    completed = Completion.objects.filter(mission__theatre=theatre, agent_id=agent_id).count()
    return supply_is_quiet(completed, law)
