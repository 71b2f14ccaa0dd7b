"""What a verdict rests on beside its matter: law, roster and hiatus, now and after any event. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nomic.core.games.models import AgentState, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from nomic.core.roster import queries as roster_queries
from nomic.core.roster.queries import RosterFacts
from proposals.voting.rules import Roster


@dataclass(frozen=True, slots=True)
class JudgingContext:
    """Everything but the matter itself that a verdict rests on, after one event and at one moment."""

    game_id: int
    facts: RosterFacts
    law: Law
    hiatus: tuple[Interval, ...]
    now: datetime

    @property
    def roster(self) -> Roster:
        mastermind = self.facts.name_of(self.facts.mastermind)
        idle = frozenset(self.facts.names_in_state(AgentState.IDLE))
        return Roster(self.facts.names_in_state(AgentState.ACTIVE), idle, mastermind)

    def name(self, agent_id: int) -> str:
        return self.facts.name_of(agent_id) or f"agent {agent_id}"

    @property
    def in_hiatus(self) -> bool:
        return any(stop.covers(self.now) for stop in self.hiatus)


def judging_context(game: Game, now: datetime, law: Law | None = None) -> JudgingContext:
    """The scene as it is; `law` is the one in force, where that has been read already."""
    facts = roster_queries.current_roster_facts(game)
    return JudgingContext(
        game.pk, facts, law or law_queries.law(game.pk), roster_queries.hiatus_intervals(game.pk), now
    )


def judging_context_after(game_id: int, seq: int, now: datetime) -> JudgingContext:
    """The scene as it was after event `seq`, told from history: what `recount` judges anew."""
    facts = roster_queries.roster_facts(game_id, seq)
    return JudgingContext(
        game_id, facts, law_queries.law(game_id, seq), roster_queries.hiatus_intervals(game_id, seq), now
    )
