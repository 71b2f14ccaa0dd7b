"""Games, as they are found and as the lobby shows them. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.module_loading import import_string

from nomic.core.models import IN_GAME, Account, Agent, AgentState, Event, Game
from nomic.core.queries.single import single

CALENDAR = ("day.turned", "seed.committed")


@dataclass(frozen=True, slots=True)
class Troupe:
    """The cast of one demo game: what the game is called, and an account with its button's label for each."""

    title: str
    people: tuple[tuple[Account, str], ...]


def game(slug: str) -> Game | None:
    return single(Game.objects.select_related("mastermind").filter(slug=slug))


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
    """Every game, the reader's own first, then the one in which something happened last. Few queries for any number."""
    active = Count("agents", filter=Q(agents__state=AgentState.ACTIVE))
    rows = list(games().annotate(playing=active))
    # A page of the calendar turns in every game: nothing has happened by that.
    acts = Event.objects.filter(game=OuterRef("pk")).exclude(kind__in=CALENDAR).order_by("-seq")
    moments = dict(Game.objects.annotate(last_at=Subquery(acts.values("at")[:1])).values_list("pk", "last_at"))
    own = _own_agents(account_id)
    count: Callable[[], Mapping[int, int]] = import_string(settings.NOMIC_PENDING_COUNTS)
    pending = count()
    found = [
        Front(row, row.playing, pending.get(row.pk, 0), moments.get(row.pk) or row.founded_at, own.get(row.pk))
        for row in rows
    ]
    return sorted(found, key=lambda front: (front.agent is not None, front.last_at), reverse=True)


def _own_agents(account_id: int | None) -> dict[int, Agent]:
    agents = Agent.objects.filter(account_id=account_id, state__in=IN_GAME) if account_id else ()
    return {agent.game_id: agent for agent in agents}


def demo_cast() -> list[Troupe]:
    """The accounts that anybody may sign in to, by their game; none unless the demo switch is on."""
    if not settings.NOMIC_DEMO:
        return []
    cast: Sequence[tuple[str, Sequence[tuple[str, str]]]] = import_string(settings.NOMIC_DEMO_CAST)
    names = [username for _, people in cast for username, _ in people]
    # Whoever keeps the server is never among them, whatever e is called.
    rows = Account.objects.filter(username__in=names, is_active=True, is_staff=False, is_superuser=False)
    known = {account.username: account for account in rows}
    troupes = [
        Troupe(title, tuple((known[username], label) for username, label in people if username in known))
        for title, people in cast
    ]
    return [each for each in troupes if each.people]
