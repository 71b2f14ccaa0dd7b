"""What is asked of games, rosters, law and log: rows in, frozen facts out. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
from operator import or_

from django.conf import settings
from django.db.models import Count, F, Q, QuerySet
from django.utils.module_loading import import_string

from nomic.core.mechanics import chain, names
from nomic.core.mechanics.decision import Decision, Fact, allowed, refused
from nomic.core.mechanics.law import Catalogue, Law
from nomic.core.mechanics.timespans import Interval
from nomic.core.models import (
    IN_GAME,
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


KEYWORDS = frozenset(
    {"Agent", "Mastermind", "Admin", "the Clerk", "Clerk", "Quorum", "Ruleset", "Gamestate", "Proposal"}
)


def game_keywords(game: Game) -> set[str]:
    """The words that every game has for its people and things, and this game's own."""
    return {*KEYWORDS, *(word for word in game.keywords.values() if isinstance(word, str))}


def reserved_names(game: Game) -> set[str]:
    """Words that no Agent may be called by: the game's keywords and the titles of its rules."""
    snapshot = law_snapshot(game.pk)
    return game_keywords(game) | {*(snapshot.titles if snapshot else ())}


# -- games and rosters -------------------------------------------------------------------------------


def games() -> QuerySet[Game]:
    return Game.objects.select_related("mastermind").order_by("-founded_at", "-pk")


def games_called(slug: str | None) -> list[Game]:
    """The game at that address, or every game, the oldest first."""
    rows = Game.objects.order_by("pk")
    return list(rows.filter(slug=slug) if slug else rows)


@dataclass(frozen=True, slots=True)
class Front:
    """A game as the lobby shows it: how many play, how many matters are pending, when something last happened."""

    game: Game
    playing: int
    pending: int
    last_at: datetime
    agent: Agent | None


def fronts(account_id: int | None) -> list[Front]:
    """Every game, the reader's own first, then the one in which something happened last. Four queries at most."""
    active = Count("agents", filter=Q(agents__state=AgentState.ACTIVE))
    rows = list(games().annotate(playing=active))
    moments = dict(
        Event.objects.filter(seq=F("game__last_seq")).values_list("game_id", "at"),
    )
    own = _own_agents(account_id)
    count: Callable[[], Mapping[int, int]] = import_string(settings.NOMIC_PENDING_COUNTS)
    pending = count()
    found = [
        Front(row, row.playing, pending.get(row.pk, 0), moments.get(row.pk, row.founded_at), own.get(row.pk))
        for row in rows
    ]
    return sorted(found, key=lambda front: (front.agent is not None, front.last_at), reverse=True)


def _own_agents(account_id: int | None) -> dict[int, Agent]:
    agents = Agent.objects.filter(account_id=account_id, state__in=IN_GAME) if account_id else ()
    return {agent.game_id: agent for agent in agents}


def demo_cast() -> list[tuple[Account, str]]:
    """The accounts that anybody may sign in to, each with its button's label; none unless the demo switch is on."""
    if not settings.NOMIC_DEMO:
        return []
    labels: dict[str, str] = dict(import_string(settings.NOMIC_DEMO_CAST))
    # Whoever keeps the server is never among them, whatever e is called.
    accounts = Account.objects.filter(username__in=labels, is_active=True, is_staff=False, is_superuser=False)
    places = list(labels)
    ordered = sorted(accounts, key=lambda account: places.index(account.username))
    return [(account, labels[account.username]) for account in ordered]


def game(slug: str) -> Game | None:
    return Game.objects.select_related("mastermind").filter(slug=slug).first()


def agent_of(account_id: int | None, game_id: int) -> Agent | None:
    """The Agent that an account is in a game: idle ones too, those who left not."""
    if account_id is None:
        return None
    return Agent.objects.filter(account_id=account_id, game_id=game_id, state__in=IN_GAME).first()


def roster(game_id: int) -> list[Agent]:
    """Everybody in the game, the idle ones included, by name."""
    agents = Agent.objects.filter(game_id=game_id, state__in=IN_GAME).select_related("admitted_by")
    return sorted(agents, key=lambda agent: agent.name.casefold())


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


def waiting_applications(game_id: int) -> QuerySet[Application]:
    waiting = Application.objects.filter(game_id=game_id, state=ApplicationState.WAITING)
    return waiting.select_related("account").order_by("applied_at", "pk")


def is_barred(game: Game, account: Account) -> bool:
    """Whether the game is shut to a person."""
    return Agent.objects.filter(game=game, account=account, barred=True).exists()


def may_apply(game: Game, account: Account) -> Decision[bool]:
    """Whether a person may announce eir arrival now: asked beforehand by the page, again by the action."""
    current = law(game.pk)
    gone = current.requires("agents.admission")
    if not gone.outcome:
        return gone
    rule = current.rule("agents.admission")
    here = Agent.objects.filter(game=game, account=account).first()
    if is_barred(game, account):
        return refused("barred", rule)
    if here and here.in_game:
        return refused("already-here", rule, name=here.name)
    if waiting_applications(game.pk).filter(account=account).exists():
        return refused("application-waiting", rule)
    return allowed()


def may_be_called(game: Game, name: str, *, account: Account) -> Decision[bool]:
    """Whether a tidy name is free: no keyword, no rule, no Agent of any time, no other's application bears its like.

    `account` is who will bear it. Whether an Agent may be renamed is judged with the whole change list.
    """
    others = Agent.objects.filter(game=game).exclude(account=account)
    waiting = Application.objects.filter(game=game, state=ApplicationState.WAITING).exclude(account=account)
    taken = [*others.values_list("name", flat=True), *waiting.values_list("name", flat=True)]
    rule = law(game.pk).rule("agents.admission")
    return names.may_be_called(name, taken=taken, reserved=reserved_names(game), rule=rule)


def application_of(account: Account, game_id: int) -> Application | None:
    rows = Application.objects.filter(account=account, game_id=game_id).select_related("decided_by")
    return rows.order_by("-applied_at", "-pk").first()


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
    """The public log, newest first. A kind such as `proposal.` stands for all that begin so."""
    events = Event.objects.filter(game_id=game_id).order_by("-seq")
    if prefixes := list(kinds):
        events = events.filter(reduce(or_, (Q(kind__startswith=prefix) for prefix in prefixes)))
    if by:
        events = events.filter(by=by)
    if subject:
        events = events.filter(subject=subject)
    return events


def log_authors(game_id: int) -> list[str]:
    """Everybody by whom something was ever recorded."""
    by = Event.objects.filter(game_id=game_id).order_by().values_list("by", flat=True).distinct()
    return sorted(by, key=str.casefold)


def log_after(game_id: int, seq: int, count: int) -> list[Event]:
    """The next so many events after event `seq`, in the order of their numbers."""
    return list(Event.objects.filter(game_id=game_id, seq__gt=seq).order_by("seq")[:count])


def event(game_id: int, seq: int) -> Event | None:
    return Event.objects.filter(game_id=game_id, seq=seq).first()
