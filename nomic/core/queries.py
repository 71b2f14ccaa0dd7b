"""What is asked of games, rosters, law and log: rows in, frozen facts out. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from nomic.core.mechanics import chain
from nomic.core.mechanics.decision import Fact
from nomic.core.mechanics.law import Catalogue, Law
from nomic.core.mechanics.timespans import Interval
from nomic.core.models import (
    Account,
    Agent,
    AgentState,
    Application,
    ApplicationState,
    Event,
    Game,
    Hiatus,
    LawSnapshot,
    Reign,
    Standing,
)


@cache
def catalogue() -> Catalogue:
    """Every dial and mechanism that the server knows; the wiring names the table."""
    table: Catalogue = import_string(settings.NOMIC_CATALOGUE)
    return table


# -- the law -----------------------------------------------------------------------------------------


def law_snapshot(game_id: int, seq: int | None = None) -> LawSnapshot | None:
    """The snapshot in force now, or after event `seq`."""
    snapshots = LawSnapshot.objects.filter(game_id=game_id)
    if seq is not None:
        snapshots = snapshots.filter(seq__lte=seq)
    return snapshots.order_by("-seq").first()


def law(game_id: int, seq: int | None = None) -> Law:
    """The law in force now, or after event `seq`: every dial that the text sets, every mechanism that it carries."""
    snapshot = law_snapshot(game_id, seq)
    if snapshot is None:
        return catalogue().law({}, (), {})
    return catalogue().load(snapshot.dials, snapshot.mechanisms)


def reserved_names(game: Game) -> set[str]:
    """Words that no Agent may be called by: the game's keywords and the titles of its rules."""
    snapshot = law_snapshot(game.pk)
    keywords = {"Agent", "Mastermind", "Admin", "the Clerk", "Clerk", "Quorum", "Ruleset", "Gamestate", "Proposal"}
    return keywords | set(game.keywords.values()) | set(snapshot.titles if snapshot else ())


# -- games and rosters -------------------------------------------------------------------------------


def games() -> QuerySet[Game]:
    return Game.objects.select_related("mastermind").order_by("-founded_at", "-pk")


def game(slug: str) -> Game | None:
    return Game.objects.select_related("mastermind").filter(slug=slug).first()


def agent_of(account_id: int | None, game_id: int) -> Agent | None:
    """The Agent that an account is in a game: idle ones too, those who left not."""
    if account_id is None:
        return None
    in_game = [AgentState.ACTIVE, AgentState.IDLE]
    return Agent.objects.filter(account_id=account_id, game_id=game_id, state__in=in_game).first()


def roster(game_id: int) -> list[Agent]:
    """Everybody in the game, the idle ones included, by name."""
    in_game = [AgentState.ACTIVE, AgentState.IDLE]
    agents = Agent.objects.filter(game_id=game_id, state__in=in_game).select_related("admitted_by")
    return sorted(agents, key=lambda agent: agent.name.casefold())


@dataclass(frozen=True, slots=True)
class Member:
    """An Agent as e stood after one event. `state` is one of `AgentState`'s values."""

    id: int
    name: str
    state: str
    is_admin: bool


@dataclass(frozen=True, slots=True)
class RosterFacts:
    """Who was in the game after one event, and who was its Mastermind."""

    members: tuple[Member, ...]
    mastermind: int | None

    def named(self, state: str) -> tuple[str, ...]:
        return tuple(member.name for member in self.members if member.state == state)

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


def waiting_applications(game_id: int) -> QuerySet[Application]:
    waiting = Application.objects.filter(game_id=game_id, state=ApplicationState.WAITING)
    return waiting.select_related("account").order_by("applied_at", "pk")


def application_of(account: Account, game_id: int) -> Application | None:
    return Application.objects.filter(account=account, game_id=game_id).order_by("-applied_at", "-pk").first()


def agents_due(now: datetime) -> list[tuple[int, int]]:
    """Agents whose silence wants looking at: `(game id, agent id)`, in due order."""
    due = Agent.objects.filter(state=AgentState.ACTIVE, next_check__lte=now).order_by("next_check", "pk")
    return list(due.values_list("game_id", "pk"))


# -- hiatus ------------------------------------------------------------------------------------------


def hiatus_intervals(game_id: int, seq: int | None = None) -> tuple[Interval, ...]:
    """All hiatuses of a game as they were known after event `seq`: one that had not ended is open."""
    rows = Hiatus.objects.filter(game_id=game_id)
    if seq is not None:
        rows = rows.filter(began_seq__lte=seq)
    return tuple(Interval(row.began_at, row.ended_at if _ended(row, seq) else None) for row in rows)


def _ended(row: Hiatus, seq: int | None) -> bool:
    return row.ended_seq is not None and (seq is None or row.ended_seq <= seq)


def open_hiatus(game_id: int) -> Hiatus | None:
    return Hiatus.objects.filter(game_id=game_id, ended_at__isnull=True).first()


# -- the log -----------------------------------------------------------------------------------------


def event_content(event: Event) -> dict[str, Fact]:
    """Everything of an event that its hash covers."""
    return {
        "game": event.game_id,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "actor": event.actor_id,
        "by": event.by,
        "subject": event.subject,
        "data": event.data,
        "decision": event.decision,
    }


def links(game_id: int) -> Iterator[chain.Link]:
    """The log of a game as a chain, in the order of its numbers."""
    for event in Event.objects.filter(game_id=game_id).order_by("seq").iterator():
        yield chain.Link(event.seq, event_content(event), event.previous, event.hash)


def last_moment(game: Game) -> datetime:
    """When the newest event happened; the founding for an empty log."""
    newest = Event.objects.filter(game=game, seq=game.last_seq).values_list("at", flat=True).first()
    return newest or game.founded_at


def seq_at(game_id: int, moment: datetime) -> int:
    """The number of the last event that had happened by `moment`; 0 before the first."""
    until = Event.objects.filter(game_id=game_id, at__lte=moment).order_by("-seq")
    return until.values_list("seq", flat=True).first() or 0


def log(game_id: int, *, kinds: Iterable[str] = (), by: str = "", subject: str = "") -> QuerySet[Event]:
    """The public log, newest first. A kind such as `proposal` stands for all that begin with `proposal.`."""
    events = Event.objects.filter(game_id=game_id).order_by("-seq")
    for kind in kinds:
        events = events.filter(kind__startswith=kind)
    if by:
        events = events.filter(by=by)
    if subject:
        events = events.filter(subject=subject)
    return events


def event(game_id: int, seq: int) -> Event | None:
    return Event.objects.filter(game_id=game_id, seq=seq).first()
