"""How a request enters a game: which game, who is looking, in whose words, at what moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from nomic.core import clock, queries
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.law import Law

if TYPE_CHECKING:
    from nomic.core.models import Account, Agent, Game

P = ParamSpec("P")
T = TypeVar("T")


class GameRequest(HttpRequest):
    """A request inside a game. `agent` is who the reader is there, None for a stranger; `now` was read once."""

    game: Game
    agent: Agent | None
    keywords: Keywords
    now: datetime
    htmx: HtmxDetails
    user: Any


class AgentRequest(GameRequest):
    """A request of somebody who is in the game."""

    agent: Agent
    account: Account


class ReaderRequest(GameRequest):
    """A request of somebody who is or was in the game: `reader` is who e is or was there."""

    account: Account
    reader: Agent


def once(request: HttpRequest, name: str, read: Callable[[], T]) -> T:
    """What a request reads under a name: once, however many parts of its page ask for it."""
    kept = request.__dict__
    if name not in kept:
        kept[name] = read()
    found: T = kept[name]
    return found


def law_of(request: GameRequest) -> Law:
    """The law in force, read once a request."""
    return once(request, "law", lambda: queries.law(request.game.pk))


def in_game(
    view: Callable[Concatenate[GameRequest, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Let a view be called with the game that the address names; 404 where there is none."""

    @wraps(view)
    def enter(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(_entered(request, slug), *args, **kwargs)

    return enter


def as_agent(
    view: Callable[Concatenate[AgentRequest, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """The same, for those in the game: others are asked to sign in, or told that they are no Agent of it."""

    @wraps(view)
    def enter(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        entered = _entered(request, slug)
        if entered.agent is None:
            raise Refused(Reason("not-an-agent", law_of(entered).rule("agents.admission")))
        asked = cast(AgentRequest, entered)
        asked.account = request.user
        return view(asked, *args, **kwargs)

    return enter


def as_officer(
    office: str,
) -> Callable[[Callable[Concatenate[AgentRequest, P], HttpResponse]], Callable[..., HttpResponse]]:
    """The same, for Admins: nobody else is shown what e may not do. The action asks again, under the lock.

    `office`: the mechanism whose rule gives Admins what the page is for; whoever is none is shown that rule.
    """

    def admitting(view: Callable[Concatenate[AgentRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def admitted(request: AgentRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.agent.is_admin:
                raise Refused(Reason("not-an-admin", law_of(request).rule(office)))
            return view(request, *args, **kwargs)

        return as_agent(admitted)

    return admitting


def as_admin(
    view: Callable[Concatenate[AgentRequest, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """The same, where an Admin is whoever the rule on Agents makes one."""
    return as_officer("agents.admission")(view)


def _entered(request: HttpRequest, slug: str) -> GameRequest:
    game = queries.game(slug)
    if game is None:
        raise Http404("There is no such game.")
    entered = cast(GameRequest, request)
    entered.game = game
    entered.keywords = queries.keywords(game)
    entered.agent = queries.agent_of(request.user.pk, game.pk)
    entered.now = clock.now()
    return entered
