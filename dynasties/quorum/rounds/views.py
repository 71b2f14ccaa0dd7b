"""The Episode that an address names, and who looks at it: everybody may, and acts are for who has signed in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from dynasties.quorum.actions.closing import close_if_due
from dynasties.quorum.queries import episodes, observing
from nomic.core.views.entering import GameRequest, in_game

if TYPE_CHECKING:
    from dynasties.quorum.models import Episode, Seat

P = ParamSpec("P")


def signed_in(view: Callable[Concatenate[GameRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view be called in a game by whoever has an account: to sit in the Senate e need not play in the game."""
    inside = in_game(view)

    @wraps(view)
    def enter(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return inside(request, *args, **kwargs)

    return enter


def found(request: GameRequest, number: int) -> Episode:
    """The Episode of that number, as it is now: a round whose time is over closes first. 404 where there is none."""
    episode = episodes.episode(request.game.pk, number)
    if episode is None:
        raise Http404("There is no such Episode.")
    round = episodes.open_round(episode)
    if round is None or round.closes_at is None or round.closes_at > request.now:
        return episode
    close_if_due(game_id=request.game.pk, number=number)
    return episodes.episode(request.game.pk, number) or episode


def own_seat(request: GameRequest, episode: Episode) -> Seat | None:
    """Where the reader sits emself."""
    return observing.seat_for(episode, account_id=request.user.pk) if request.user.is_authenticated else None


def who(request: GameRequest) -> dict[str, Any]:
    """What every action asks of who acts, and where."""
    return {"account_id": request.user.pk, "game_id": request.game.pk}
