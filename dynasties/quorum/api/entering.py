"""How a program enters: by which method, in which game, and with which token. No cookie counts, and none is set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from nomic.core import queries as core
from nomic.core.mechanics.keywords import Keywords
from nomic.core.views import programs

if TYPE_CHECKING:
    from nomic.core.models import Game

P = ParamSpec("P")
SCHEME = "bearer"
CHALLENGE = 'Bearer realm="quorum"'


class ProgramRequest(HttpRequest):
    """A request of a program. `token`: what it brings, None for a visitor."""

    game: Game
    token: str | None
    keywords: Keywords


class Turned(Exception):
    """The request is turned away before any action is asked: with a status, and an error in the one form."""

    def __init__(self, status: int, code: str, text: str, headers: Mapping[str, str] | None = None) -> None:
        self.answer = programs.error(status, code, text, headers=headers)
        super().__init__(text)


def endpoint(
    *methods: str,
) -> Callable[[Callable[Concatenate[ProgramRequest, P], HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view be called with the game that the address names and the token that is brought, by these methods."""

    def decorated(view: Callable[Concatenate[ProgramRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        # A browser sends its cookies wherever it is told to. They count for nothing here, so nobody can misuse them.
        @csrf_exempt
        @wraps(view)
        def enter(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(_entered(request, slug, methods), *args, **kwargs)
            except Turned as turned:
                return turned.answer

        return enter

    return decorated


def _entered(request: HttpRequest, slug: str, methods: tuple[str, ...]) -> ProgramRequest:
    if request.method not in methods:
        raise Turned(405, "method", f"Here you can {' or '.join(methods)}.", {"Allow": ", ".join(methods)})
    game = core.game(slug)
    if game is None:
        raise Http404("There is no such game.")
    entered = cast(ProgramRequest, request)
    entered.game, entered.keywords, entered.token = game, core.keywords(game), _token(request)
    return entered


def _token(request: HttpRequest) -> str | None:
    said = request.headers.get("Authorization")
    if said is None:
        return None
    scheme, _, token = said.partition(" ")
    if scheme.lower() != SCHEME or not token.strip():
        raise Turned(401, "no-bearer", "A seat's token comes as: Authorization: Bearer …", _challenge())
    return token.strip()


def unknown() -> Turned:
    """A token that is for no seat of this Episode: of what else it may be for, nothing is told."""
    text = "This token is for no seat of this Episode."
    return Turned(401, "unknown-token", text, _challenge(', error="invalid_token"'))


def missing() -> Turned:
    """A decision is a seat's."""
    return Turned(401, "no-token", "Only a seat decides: bring its token, Authorization: Bearer …", _challenge())


def _challenge(more: str = "") -> dict[str, str]:
    return {"WWW-Authenticate": CHALLENGE + more}
