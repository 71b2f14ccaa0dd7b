"""Games, their keywords, and the Agents in them. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Max, QuerySet

from nomic.core.games.models import IN_GAME, Agent, Game
from nomic.core.language.rules import Keywords

T = TypeVar("T")


def only_row(rows: Iterable[T]) -> T | None:
    """The only row of a query that a unique constraint leaves at most one; None where there is none.

    `first()` would have them sorted before: to put that into words takes as long again as all the rest of the query.
    """
    return next(iter(rows), None)


# The next number of what is counted up from 1, and of which nothing is ever taken away. Reads only.


def next_number(rows: QuerySet[Any], counted: str = "number") -> int:
    """One more than the highest number among `rows`: asked under the game's lock, nobody else gets it."""
    return (rows.order_by().aggregate(last=Max(counted))["last"] or 0) + 1


def accounts_in(game_id: int, *, admins: bool = False) -> list[int]:
    """The accounts of everybody in a game, or of its Admins: idle ones too."""
    agents = Agent.objects.filter(game_id=game_id, state__in=IN_GAME)
    return list((agents.filter(is_admin=True) if admins else agents).values_list("account_id", flat=True))


def agent_of(account_id: int | None, game_id: int) -> Agent | None:
    """The Agent that an account is in a game: idle ones too, those who left not."""
    if account_id is None:
        return None
    return only_row(Agent.objects.filter(account_id=account_id, game_id=game_id, state__in=IN_GAME))


def agent(game_id: int, agent_id: int) -> Agent | None:
    """Anybody who is or ever was in the game."""
    return Agent.objects.filter(game_id=game_id, pk=agent_id).select_related("admitted_by").first()


def keywords_of(game: Game) -> Keywords:
    """The game's own words for its people."""
    return Keywords.load(game.keywords)


def game(slug: str) -> Game | None:
    return only_row(Game.objects.select_related("mastermind").filter(slug=slug))


def games() -> QuerySet[Game]:
    return Game.objects.select_related("mastermind").order_by("-founded_at", "-pk")


def games_called(slug: str | None) -> list[Game]:
    """The game at that address, or every game, the oldest first."""
    rows = Game.objects.order_by("pk")
    return list(rows.filter(slug=slug) if slug else rows)
