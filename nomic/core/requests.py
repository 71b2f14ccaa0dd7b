"""Requests inside a game, and how a refusal is answered.

Decorators attach the game, the reader, the keywords and the moment to a request. Reasons are told with the
history of the law: whether a rule ever provided for it. Programs get JSON in one form: `{"error": {"code",
"path", "text"}}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypedDict, TypeVar, cast

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from nomic.core import clock
from nomic.core.chain import plain_json
from nomic.core.decision import Reason, Refused
from nomic.core.games import queries as games_queries
from nomic.core.language.rules import Keywords
from nomic.core.language.words import sentence
from nomic.core.law import queries as law_queries
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.law.rules import Law, Mechanism

if TYPE_CHECKING:
    from nomic.core.games.models import Account, Agent, Game

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


def cached_on_request(request: HttpRequest, name: str, read: Callable[[], T]) -> T:
    """What a request reads under a name: once, however many parts of its page ask for it."""
    kept = request.__dict__
    if name not in kept:
        kept[name] = read()
    found: T = kept[name]
    return found


def law_of(request: GameRequest) -> Law:
    """The law in force, read once a request."""
    return cached_on_request(request, "law", lambda: law_queries.law(request.game.pk))


def in_game(view: Callable[Concatenate[GameRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view be called with the game that the address names; 404 where there is none."""

    @wraps(view)
    def enter(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(_enter_game(request, slug), *args, **kwargs)

    return enter


def agent_required(view: Callable[Concatenate[AgentRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """The same, for those in the game: others are asked to sign in, or told that they are no Agent of it."""

    @wraps(view)
    def enter(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        entered = _enter_game(request, slug)
        if entered.agent is None:
            raise Refused(Reason("not-an-agent", law_of(entered).rule(AGENTS_ADMISSION)))
        asked = cast(AgentRequest, entered)
        asked.account = request.user
        return view(asked, *args, **kwargs)

    return enter


def office_required(
    office: Mechanism,
) -> Callable[[Callable[Concatenate[AgentRequest, P], HttpResponse]], Callable[..., HttpResponse]]:
    """The same, for Admins: nobody else is shown what e may not do. The action asks again, under the lock.

    `office`: the mechanism whose rule gives Admins what the page is for; whoever is none is shown that rule.
    """

    def decorate(view: Callable[Concatenate[AgentRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded_view(request: AgentRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.agent.is_admin:
                raise Refused(Reason("not-an-admin", law_of(request).rule(office)))
            return view(request, *args, **kwargs)

        return agent_required(guarded_view)

    return decorate


def admin_required(view: Callable[Concatenate[AgentRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """The same, where an Admin is whoever the rule on Agents makes one."""
    return office_required(AGENTS_ADMISSION)(view)


def _enter_game(request: HttpRequest, slug: str) -> GameRequest:
    game = games_queries.game(slug)
    if game is None:
        raise Http404("There is no such game.")
    entered = cast(GameRequest, request)
    entered.game = game
    entered.keywords = games_queries.keywords_of(game)
    entered.agent = games_queries.agent_of(request.user.pk, game.pk)
    entered.now = clock.now()
    return entered


class Actor(TypedDict):
    """Who acts, and where: what every action asks first."""

    actor_id: int
    game_id: int


def actor_of(request: AgentRequest) -> Actor:
    """The reader, as whom e acts here."""
    return {"actor_id": request.agent.pk, "game_id": request.game.pk}


# What no rule provides for, told by the record of the law: whether one ever did, and which was the last.


def last_rule(mechanism: str, request: GameRequest) -> str | None:
    """The title of the rule that carries this mechanism, or was the last to; None where none ever has in this game."""
    return cached_on_request(
        request, f"last rule of {mechanism}", lambda: law_queries.last_rule(request.game.pk, mechanism)
    )


def missing_provision(mechanism: Mechanism, request: GameRequest) -> dict[str, bool] | None:
    """What `components/unprovided.html` says where no rule carries this mechanism; None where one does."""
    if law_of(request).carries(mechanism):
        return None
    return {"ever": last_rule(mechanism.name, request) is not None}


def reason_with_history(reason: Reason, request: GameRequest) -> Reason:
    """The reason as the reader of a game is told it.

    Where no rule provides for something, the law of that moment cannot say whether one ever did. The record can: the
    fact `ever`, and the rule that was the last to; none is cited that this game has never had.
    """
    if reason.code != "not-in-the-law":
        return reason
    last = last_rule(str(reason.facts["mechanism"]), request)
    return Reason(reason.code, last or "", {**reason.facts, "ever": last is not None})


def reason_rows(reasons: Iterable[Reason], request: GameRequest) -> list[dict[str, str]]:
    """Reasons of this package as `components/reasons.html` takes them, in the game's words."""
    found = (reason_with_history(each, request) for each in reasons)
    return [{"text": sentence(each, request.keywords), "rule": each.rule} for each in found]


# Programs are answered in JSON, whatever goes wrong in one form: `{"error": {"code", "path", "text"}}`.

# What a theme has for programs stands under `/g/<game>/<theme>/api/`.
FOR_PROGRAMS = re.compile(r"/g/[^/]+/[^/]+/api/")
JSON = "application/json"
VARIES = {"Vary": "Authorization"}  # who asks is known by a token


def is_for_program(request: HttpRequest) -> bool:
    """Whether the address is one of those for programs, be there anything at it or not."""
    return FOR_PROGRAMS.match(request.path_info) is not None


def json_response(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An answer as JSON, to whoever brought this token. Equal facts give equal bytes."""
    body = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return HttpResponse(body, content_type=JSON, status=status, headers={**VARIES, **(headers or {})})


def json_error(
    status: int,
    code: str,
    text: str,
    path: str = "",
    *,
    reasons: Sequence[Mapping[str, object]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """What went wrong: `code` for programs, `path` to the field, `text` for people; the `reasons` of a refusal."""
    told: dict[str, Any] = {"code": code, "path": path, "text": text}
    if reasons is not None:
        told["reasons"] = [{**each, "facts": plain_json(each["facts"])} for each in reasons]
    return json_response({"error": told}, status, {"Cache-Control": "no-store", **(headers or {})})
