"""Who is in a game, who was, who asks to join; which names are free; when the game was in hiatus. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from nomic.core.decision import Decision
from nomic.core.games.models import IN_GAME, Account, Agent, AgentState, Game, Pronouns
from nomic.core.games.queries import keywords_of, only_row
from nomic.core.language.rules import Keywords
from nomic.core.law.dials import AGENTS_ADMISSION, CLERK
from nomic.core.law.queries import law, law_of, law_snapshot
from nomic.core.law.rules_timespans import Interval
from nomic.core.notifications.models import Notice
from nomic.core.registry import registry
from nomic.core.roster import rules as roster_rules
from nomic.core.roster.models import Application, ApplicationState, Hiatus, Reign, Standing


def pronoun_choices() -> list[tuple[str, str]]:
    """What a reader may choose to have Agents called by."""
    return [(each.value, str(each.label)) for each in Pronouns]


def roster(game_id: int) -> list[Agent]:
    """Everybody in the game, the idle ones included, by name."""
    agents = Agent.objects.filter(game_id=game_id, state__in=IN_GAME).select_related("admitted_by")
    return sorted(agents, key=lambda agent: agent.name.casefold())


def agents_asking_in(game_id: int) -> QuerySet[Agent]:
    """Who asks an Admin to be idled, or to come back."""
    idled = Q(state=AgentState.ACTIVE, asked_idle_at__isnull=False)
    back = Q(state=AgentState.IDLE, asked_back_at__isnull=False)
    return Agent.objects.filter(idled | back, game_id=game_id)


def agents_asking(game_id: int) -> list[Agent]:
    """The same, by name."""
    return sorted(agents_asking_in(game_id), key=lambda agent: agent.name.casefold())


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
    def is_playing(self) -> bool:
        """Not idle, and in the game."""
        return self.state == AgentState.ACTIVE


@dataclass(frozen=True, slots=True)
class RosterFacts:
    """Who was in the game after one event, and who was its Mastermind."""

    members: tuple[Member, ...]
    mastermind: int | None

    def names_in_state(self, state: str) -> tuple[str, ...]:
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


# What an Agent may be called. Reads only.

CLERKS = frozenset({CLERK, CLERK.removeprefix("the ")})


def reserved_words() -> frozenset[str]:
    """What no Agent of any game may be called: the offices, the Clerk, and the words of the packages above."""
    return Keywords().reserved_words | CLERKS | registry().reserved


def game_keywords(game: Game) -> frozenset[str]:
    """The words that every game has for its people and things, and this game's own for its people."""
    return reserved_words() | keywords_of(game).reserved_words


def name_before(game: Game, account: Account) -> str | None:
    """What somebody is or was called in the game; None for a newcomer."""
    return Agent.objects.filter(game=game, account=account).values_list("name", flat=True).first()


def may_be_called(game: Game, name: str, *, account: Account) -> Decision[bool]:
    """Whether a tidy name is free: no keyword, no rule, no Agent of any time, no other's application bears its like.

    `account` is who will bear it. Whether an Agent may be renamed is judged with the whole change list.
    """
    others = Agent.objects.filter(game=game).exclude(account=account)
    waiting = Application.objects.filter(game=game, state=ApplicationState.WAITING).exclude(account=account)
    taken = [*others.values_list("name", flat=True), *waiting.values_list("name", flat=True)]
    snapshot = law_snapshot(game.pk)
    rule = law_of(snapshot).rule(AGENTS_ADMISSION)
    before = name_before(game, account)
    reserved = game_keywords(game).union(snapshot.titles if snapshot else ())
    return roster_rules.may_be_called(name, taken=taken, reserved=reserved, rule=rule, before=before)


# Who asks to be admitted. Reads only.


def waiting_applications(game_id: int) -> QuerySet[Application]:
    waiting = Application.objects.filter(game_id=game_id, state=ApplicationState.WAITING)
    return waiting.select_related("account").order_by("applied_at", "pk")


def is_barred(game: Game, account: Account) -> bool:
    """Whether the game is shut to a person."""
    return Agent.objects.filter(game=game, account=account, barred=True).exists()


def may_apply(game: Game, account: Account) -> Decision[bool]:
    """Whether a person may announce eir arrival now: asked beforehand by the page, again by the action."""
    agent = Agent.objects.filter(game=game, account=account).first()
    return roster_rules.may_apply(
        barred=agent is not None and agent.barred,
        here_as=agent.name if agent and agent.in_game else None,
        waiting=waiting_applications(game.pk).filter(account=account).exists(),
        law=law(game.pk),
    )


def application_of(account: Account, game_id: int) -> Application | None:
    rows = Application.objects.filter(account=account, game_id=game_id).select_related("decided_by")
    return rows.order_by("-applied_at", "-pk").first()


# When the game stood still. Reads only.


def hiatus_intervals(game_id: int, seq: int | None = None) -> tuple[Interval, ...]:
    """All hiatuses of a game as they were known after event `seq`: one that had not ended is open."""
    rows = Hiatus.objects.filter(game_id=game_id)
    if seq is not None:
        rows = rows.filter(began_seq__lte=seq)
    return tuple(Interval(row.began_at, row.ended_at if _end_known(row, seq) else None) for row in rows)


def _end_known(row: Hiatus, seq: int | None) -> bool:
    return row.ended_seq is not None and (seq is None or row.ended_seq <= seq)


def open_hiatus(game_id: int) -> Hiatus | None:
    return only_row(Hiatus.objects.filter(game_id=game_id, ended_at__isnull=True))


def hiatus_since(game_id: int) -> datetime | None:
    """Since when the game is in hiatus; None while it is not."""
    found = open_hiatus(game_id)
    return found.began_at if found else None


def is_application_waiting(told: Notice) -> bool:
    """Whether the arrival that a notice tells an Admin of has not been answered."""
    waiting = Application.objects.filter(game_id=told.game_id, state=ApplicationState.WAITING)
    return waiting.filter(pk=told.key.removeprefix("application:")).exists()
