"""The Episode that an address names, who looks at it, and how often an open page asks whether anything moved.
Everybody may look; acts are for those who have signed in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.actions import close_if_due
from nomic.core.requests import GameRequest, in_game

if TYPE_CHECKING:
    from dynasties.quorum.episodes.models import Episode, Seat

P = ParamSpec("P")


def account_required(view: Callable[Concatenate[GameRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view be called in a game by whoever has an account: to sit in the Senate e need not play in the game."""
    inside = in_game(view)

    @wraps(view)
    def enter(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return inside(request, *args, **kwargs)

    return enter


def get_episode_or_404(request: GameRequest, number: int) -> Episode:
    """The Episode of that number, as it is now: a round whose time is over closes first. 404 where there is none."""
    episode = episodes_queries.get_episode(request.game.pk, number)
    if episode is None:
        raise Http404("There is no such Episode.")
    round = rounds_queries.open_round(episode)
    if round is None or round.closes_at is None or round.closes_at > request.now:
        return episode
    close_if_due(game_id=request.game.pk, number=number)
    return episodes_queries.get_episode(request.game.pk, number) or episode


def own_seat(request: GameRequest, episode: Episode) -> Seat | None:
    """Where the reader sits emself."""
    return rounds_queries.viewing_seat(episode, account_id=request.user.pk) if request.user.is_authenticated else None


def actor_facts(request: GameRequest) -> dict[str, Any]:
    """What every action asks of who acts, and where."""
    return {"account_id": request.user.pk, "game_id": request.game.pk}


# How often a page that is open asks whether anything moved, and how it is answered that nothing has.

SELDOM, OFTEN = 20, 4  # seconds
QUICK = 600  # seconds: what is a quick round


def refresh_seconds(row: Episode) -> int:
    """After how many seconds a page of this Episode asks again."""
    return OFTEN if row.decision_seconds <= QUICK else SELDOM


def is_tag_known(request: GameRequest, tag: str) -> bool:
    """Whether the page that asks shows what this tag stands for."""
    return request.headers.get("If-None-Match") == f'"{tag}"'


def tag_answer(answer: HttpResponse, tag: str) -> HttpResponse:
    """The answer with the tag of what it shows."""
    answer["ETag"] = f'"{tag}"'
    return answer
