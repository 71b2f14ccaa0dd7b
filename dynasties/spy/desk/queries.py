"""THE door to the Mastermind's desk: everything that is top secret, for whoever is the Mastermind now. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.gadgets.models import Gadget
from dynasties.spy.map import queries as map_queries
from dynasties.spy.map.queries import CheckpointPassage
from dynasties.spy.missions import queries as missions_queries
from dynasties.spy.missions.queries_teams import ClaimFacts
from dynasties.spy.prison import queries as prison_queries
from dynasties.spy.prison.queries import UnsealedAttempt
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Theatre
from dynasties.spy.theatre.queries import PublicState
from dynasties.spy.theatre.queries_covers import TrailEntry
from dynasties.spy.theatre.rules import SecretState
from dynasties.spy.theatre.rules_tickets import LKL_COLUMN, RANK_COLUMN, Tickets
from dynasties.tracker.rules import Held
from nomic.core.games.models import Agent, Game
from nomic.core.law.rules import Law


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One Agent. `plays`: e takes part now; `declare_by`: until when e may declare, for who has not and has to."""

    agent: Agent
    plays: bool
    cover: SecretState
    declare_by: datetime | None
    tickets: Tickets
    lkl: Held
    rank: Held
    moved_at: datetime | None


@dataclass(frozen=True, slots=True)
class MastermindDesk:
    """All of it: every Agent, the whole trail and every attempt with the newest first, and what waits to be done.

    `public`: what everybody may read of the theatre.
    """

    rows: Sequence[DeskRow]
    trail: Sequence[TrailEntry]
    tries: Sequence[UnsealedAttempt]
    passages: Sequence[CheckpointPassage]
    claims: Sequence[ClaimFacts]
    unpriced: Sequence[Gadget]
    public: PublicState

    @property
    def agents_without_location(self) -> list[DeskRow]:
        """Who takes part and has no Location."""
        return [each for each in self.rows if each.plays and each.cover.location is None]

    @property
    def waiting_attempts(self) -> list[UnsealedAttempt]:
        """Attempts that wait for a die, the oldest first."""
        return [each for each in reversed(self.tries) if each.open]

    @property
    def unposted_passages(self) -> list[CheckpointPassage]:
        return [each for each in self.passages if each.post is None]


def may_see_desk(theatre: Theatre, viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer is the present Mastermind."""
    return theatre_queries.keeps_the_secrets(viewer, game) and theatre.game_id == game.pk


def waiting_count(theatre: Theatre, viewer: Agent | None, game: Game) -> int:
    """How many claims and attempts wait for the present Mastermind; none for everybody else."""
    if not may_see_desk(theatre, viewer, game):
        return 0
    tries = prison_queries.visible_attempts(theatre, viewer, game)
    return len(missions_queries.claims_to_rule(theatre)) + sum(each.open for each in tries)


def read_desk(theatre: Theatre, viewer: Agent | None, game: Game, law: Law) -> MastermindDesk | None:
    """Everything, for the present Mastermind; None for everybody else, whatever e once was."""
    if not may_see_desk(theatre, viewer, game):
        return None
    trail, public = (
        list(reversed(theatre_queries_covers.visible_trail(theatre, viewer, game))),
        theatre_queries.public_state(theatre),
    )
    return MastermindDesk(
        _desk_rows(public, game, law, trail),
        trail,
        prison_queries.visible_attempts(theatre, viewer, game),
        map_queries.passages(theatre, viewer, game),
        missions_queries.claims_to_rule(theatre),
        list(gadgets_queries.unpriced_gadgets(theatre)),
        public,
    )


def _desk_rows(public: PublicState, game: Game, law: Law, trail: Sequence[TrailEntry]) -> list[DeskRow]:
    ledger, newest, moved = public.ledger, dict[int, SecretState](), dict[int, datetime]()
    for each in trail:
        newest.setdefault(each.cover.agent, each.cover)
        if each.why == "moved":
            moved.setdefault(each.cover.agent, each.at)
    found = []
    for spy in public.spies:
        key = spy.agent_id
        cover, plays = newest.get(key, SecretState(key)), theatre_queries.takes_part(game, spy.agent, law)
        found.append(
            DeskRow(
                spy.agent,
                plays,
                cover,
                spy.declare_by if plays and cover.affiliation is None else None,
                ledger.tickets(key),
                ledger.of(key, LKL_COLUMN),
                ledger.of(key, RANK_COLUMN),
                moved.get(key),
            )
        )
    return sorted(found, key=lambda row: row.agent.name.casefold())
