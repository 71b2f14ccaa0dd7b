"""THE door to the Mastermind's desk: everything that is top secret, for whoever is the Mastermind now. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dynasties.mechanics.columns import Held
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.ledger import LKL, RANK
from dynasties.spy.mechanics.tickets import Tickets
from dynasties.spy.models import Gadget, Theatre
from dynasties.spy.queries import attempts, covers, errands, gadgets, missions, theatres
from dynasties.spy.queries.attempts import Try
from dynasties.spy.queries.covers import Entry
from dynasties.spy.queries.errands import Passage
from dynasties.spy.queries.teams import ClaimShown
from dynasties.spy.queries.theatres import Public
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent, Game


@dataclass(frozen=True, slots=True)
class Row:
    """One Agent. `plays`: e takes part now; `declare_by`: until when e may declare, for who has not and has to."""

    agent: Agent
    plays: bool
    cover: Cover
    declare_by: datetime | None
    tickets: Tickets
    lkl: Held
    rank: Held
    moved_at: datetime | None


@dataclass(frozen=True, slots=True)
class Desk:
    """All of it: every Agent, the whole trail and every attempt with the newest first, and what waits to be done.

    `public`: what everybody may read of the theatre.
    """

    rows: Sequence[Row]
    trail: Sequence[Entry]
    tries: Sequence[Try]
    passages: Sequence[Passage]
    claims: Sequence[ClaimShown]
    unpriced: Sequence[Gadget]
    public: Public

    @property
    def without(self) -> list[Row]:
        """Who takes part and has no Location."""
        return [each for each in self.rows if each.plays and each.cover.location is None]

    @property
    def waiting(self) -> list[Try]:
        """Attempts that wait for a die, the oldest first."""
        return [each for each in reversed(self.tries) if each.open]

    @property
    def unposted(self) -> list[Passage]:
        return [each for each in self.passages if each.post is None]


def may_see(theatre: Theatre, viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer is the present Mastermind."""
    return theatres.keeps_the_secrets(viewer, game) and theatre.game_id == game.pk


def waiting(theatre: Theatre, viewer: Agent | None, game: Game) -> int:
    """How many claims and attempts wait for the present Mastermind; none for everybody else."""
    if not may_see(theatre, viewer, game):
        return 0
    tries = attempts.on_the_desk(theatre, viewer, game)
    return len(missions.claims_to_rule(theatre)) + sum(each.open for each in tries)


def desk(theatre: Theatre, viewer: Agent | None, game: Game, law: Law) -> Desk | None:
    """Everything, for the present Mastermind; None for everybody else, whatever e once was."""
    if not may_see(theatre, viewer, game):
        return None
    trail, public = list(reversed(covers.trail(theatre, viewer, game))), theatres.public(theatre)
    return Desk(
        _rows(public, game, law, trail),
        trail,
        attempts.on_the_desk(theatre, viewer, game),
        errands.passages(theatre, viewer, game),
        missions.claims_to_rule(theatre),
        list(gadgets.unpriced(theatre)),
        public,
    )


def _rows(public: Public, game: Game, law: Law, trail: Sequence[Entry]) -> list[Row]:
    ledger, newest, moved = public.ledger, dict[int, Cover](), dict[int, datetime]()
    for each in trail:
        newest.setdefault(each.cover.agent, each.cover)
        if each.why == "moved":
            moved.setdefault(each.cover.agent, each.at)
    found = []
    for spy in public.spies:
        key = spy.agent_id
        cover, plays = newest.get(key, Cover(key)), theatres.takes_part(game, spy.agent, law)
        found.append(
            Row(
                spy.agent, plays, cover, spy.declare_by if plays and cover.affiliation is None else None,
                ledger.tickets(key), ledger.of(key, LKL), ledger.of(key, RANK), moved.get(key),
            )
        )  # fmt: skip
    return sorted(found, key=lambda row: row.agent.name.casefold())
