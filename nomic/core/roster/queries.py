"""Who is in a game, who was, and who was what after any event. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from nomic.core.models import IN_GAME, Agent, AgentState, Game, Pronouns, Reign, Standing
from nomic.core.queries.single import single


def agent_of(account_id: int | None, game_id: int) -> Agent | None:
    """The Agent that an account is in a game: idle ones too, those who left not."""
    if account_id is None:
        return None
    return single(Agent.objects.filter(account_id=account_id, game_id=game_id, state__in=IN_GAME))


def pronouns() -> list[tuple[str, str]]:
    """What a reader may choose to have Agents called by."""
    return [(each.value, str(each.label)) for each in Pronouns]


def roster(game_id: int) -> list[Agent]:
    """Everybody in the game, the idle ones included, by name."""
    agents = Agent.objects.filter(game_id=game_id, state__in=IN_GAME).select_related("admitted_by")
    return sorted(agents, key=lambda agent: agent.name.casefold())


def asking_in(game_id: int) -> QuerySet[Agent]:
    """Who asks an Admin to be idled, or to come back."""
    idled = Q(state=AgentState.ACTIVE, asked_idle_at__isnull=False)
    back = Q(state=AgentState.IDLE, asked_back_at__isnull=False)
    return Agent.objects.filter(idled | back, game_id=game_id)


def asking(game_id: int) -> list[Agent]:
    """The same, by name."""
    return sorted(asking_in(game_id), key=lambda agent: agent.name.casefold())


def agent(game_id: int, agent_id: int) -> Agent | None:
    """Anybody who is or ever was in the game."""
    return Agent.objects.filter(game_id=game_id, pk=agent_id).select_related("admitted_by").first()


def former_agents(game_id: int) -> list[Agent]:
    """Everybody who left the game or was removed from it, by name."""
    gone = Agent.objects.filter(game_id=game_id, state__in=[AgentState.LEFT, AgentState.REMOVED])
    return sorted(gone.select_related("admitted_by"), key=lambda agent: agent.name.casefold())


def standings(agent_id: int) -> QuerySet[Standing]:
    """What an Agent has been, the newest first."""
    return Standing.objects.filter(agent_id=agent_id).order_by("-seq", "-pk")


@dataclass(frozen=True, slots=True)
class Member:
    """An Agent as e stood after one event. `state` is one of `AgentState`'s values."""

    id: int
    name: str
    state: str
    is_admin: bool

    @property
    def playing(self) -> bool:
        """Not idle, and in the game."""
        return self.state == AgentState.ACTIVE


@dataclass(frozen=True, slots=True)
class RosterFacts:
    """Who was in the game after one event, and who was its Mastermind."""

    members: tuple[Member, ...]
    mastermind: int | None

    def named(self, state: str) -> tuple[str, ...]:
        return tuple(member.name for member in self.members if member.state == state)

    @property
    def in_game(self) -> list[Member]:
        """Everybody in the game, the idle ones included, by name."""
        there = [member for member in self.members if member.state in IN_GAME]
        return sorted(there, key=lambda member: member.name.casefold())

    def name_of(self, agent_id: int | None) -> str | None:
        return next((member.name for member in self.members if member.id == agent_id), None)


def roster_facts(game_id: int, seq: int | None = None) -> RosterFacts:
    """The roster now, or as it stood after event `seq`; everybody who ever was in the game is a member."""
    standings = Standing.objects.filter(game_id=game_id)
    reigns = Reign.objects.filter(game_id=game_id)
    if seq is not None:
        standings, reigns = standings.filter(seq__lte=seq), reigns.filter(seq__lte=seq)
    latest = {each.agent_id: each for each in standings.order_by("seq", "pk")}
    reign = reigns.order_by("-seq").first()
    members = (Member(each.agent_id, each.name, each.state, each.is_admin) for each in latest.values())
    return RosterFacts(tuple(members), reign.agent_id if reign else None)


def current_roster_facts(game: Game) -> RosterFacts:
    """The roster now, read from the Agents themselves: cheaper than folding history, and equal to it."""
    agents = Agent.objects.filter(game=game).order_by("pk")
    members = (Member(agent.pk, agent.name, agent.state, agent.is_admin) for agent in agents)
    return RosterFacts(tuple(members), game.mastermind_id)


def agents_due(now: datetime) -> list[tuple[int, int]]:
    """Agents whose silence wants looking at: `(game id, agent id)`, in due order."""
    due = Agent.objects.filter(state=AgentState.ACTIVE, next_check__lte=now).order_by("next_check", "pk")
    return list(due.values_list("game_id", "pk"))
