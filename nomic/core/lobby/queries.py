"""Games as the lobby shows them, the demo's cast, and what happened and waits since somebody last looked. Reads
only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, Value

from nomic.core.duties.models import Duty
from nomic.core.games.models import IN_GAME, Account, Agent, AgentState, Game
from nomic.core.games.queries import games
from nomic.core.log.models import Event
from nomic.core.log.queries import decision_kinds
from nomic.core.messages.models import Message
from nomic.core.notifications.models import Notice
from nomic.core.registry import registry
from nomic.core.roster.queries import agents_asking_in, waiting_applications

CALENDAR = ("day.turned", "seed.committed")


@dataclass(frozen=True, slots=True)
class Troupe:
    """The cast of one demo game: what the game is called, and an account with its button's label for each."""

    title: str
    people: tuple[tuple[Account, str], ...]


@dataclass(frozen=True, slots=True)
class Front:
    """A game as the lobby shows it: how many play, how many matters are pending, when something last happened."""

    game: Game
    playing: int
    pending: int
    last_at: datetime
    agent: Agent | None


def fronts(account_id: int | None) -> list[Front]:
    """Every game, the reader's own first, then the one in which something happened last. Few queries for any number."""
    active = Count("agents", filter=Q(agents__state=AgentState.ACTIVE))
    rows = list(games().annotate(playing=active))
    # A page of the calendar turns in every game: nothing has happened by that.
    acts = Event.objects.filter(game=OuterRef("pk")).exclude(kind__in=CALENDAR).order_by("-seq")
    moments = dict(Game.objects.annotate(last_at=Subquery(acts.values("at")[:1])).values_list("pk", "last_at"))
    own = _own_agents(account_id)
    pending = _pending_counts()
    found = [
        Front(row, row.playing, pending[row.pk], moments.get(row.pk) or row.founded_at, own.get(row.pk)) for row in rows
    ]
    return sorted(found, key=lambda front: (front.agent is not None, front.last_at), reverse=True)


def _pending_counts() -> Counter[int]:
    """How much waits to be decided in each game, whatever decides it."""
    counted = Counter[int]()
    for count in registry().pending_counts:
        counted.update(count())
    return counted


def _own_agents(account_id: int | None) -> dict[int, Agent]:
    agents = Agent.objects.filter(account_id=account_id, state__in=IN_GAME) if account_id else ()
    return {agent.game_id: agent for agent in agents}


def demo_cast() -> list[Troupe]:
    """The accounts that anybody may sign in to, by their game; none unless the demo switch is on."""
    if not settings.NOMIC_DEMO:
        return []
    cast = registry().demo_cast
    names = [username for _, people in cast for username, _ in people]
    # Whoever keeps the server is never among them, whatever e is called.
    rows = Account.objects.filter(username__in=names, is_active=True, is_staff=False, is_superuser=False)
    known = {account.username: account for account in rows}
    troupes = [
        Troupe(title, tuple((known[username], label) for username, label in people if username in known))
        for title, people in cast
    ]
    return [each for each in troupes if each.people]


# What happened in a game since somebody last looked, and what waits for em there. Reads only.

MOST = 2_000  # events that are told apart; who has missed more is told their number
NEWS = ("posts", "comments", "votes", "decisions", "laws")


def news(game: Game, agent: Agent, after: int) -> dict[str, int] | None:
    """How many posts, comments, votes, decisions and changes of the law came after event `after`, by others.

    None where so much has happened that it is not told apart. One query, however many.
    """
    if game.last_seq - after > MOST:
        return None
    rows = Event.objects.filter(game=game, seq__gt=after).exclude(actor=agent)
    kinds = rows.order_by().values_list("kind").annotate(count=Count("pk"))
    counted = Counter[str]()
    for kind, count in kinds:
        counted[_group(kind)] += count
    return {each: counted[each] for each in NEWS if counted[each]}


def _group(kind: str) -> str:
    about = {"post.made": "posts", "comment.made": "comments", "vote.cast": "votes"}
    about |= dict.fromkeys(decision_kinds(), "decisions")
    return about.get(kind, "laws" if kind.startswith("rule.") else "")


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits for an Agent in a game: eir duties and any Admin's, messages and notices that e has not opened;
    and for an Admin who is not idle, announced arrivals and wishes to idle or to come back."""

    duties: int = 0
    messages: int = 0
    notices: int = 0
    arrivals: int = 0
    wishes: int = 0

    @property
    def at_the_desk(self) -> int:
        """What only an Admin can see to."""
        return self.arrivals + self.wishes


def waiting_for(agent: Agent) -> Waiting:
    """What waits for an Agent. One query; a notice waits wherever it came from. While e is idle eir duties rest."""
    game, admin = agent.game_id, agent.is_admin and agent.is_playing
    whose = Q(owed_by=agent) | Q(owed_by=None) if admin else Q(owed_by=agent)
    duties = Duty.objects.filter(whose, game=game, done_at=None)
    counts: list[Subquery | Value] = [
        _count(duties) if agent.is_playing else Value(0),
        _count(Message.objects.filter(recipient=agent, received_at=None)),
        _count(Notice.objects.filter(account=agent.account_id, read_at=None)),
    ]
    if admin:
        counts += [_count(waiting_applications(game)), _count(agents_asking_in(game))]
    return Waiting(*Agent.objects.filter(pk=agent.pk).values_list(*counts).get())


def _count(rows: QuerySet[Any]) -> Subquery:
    """The number of rows, as a part of another query. (`Count` would count them by groups, and find none for none.)"""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(counted=number).values("counted"))
