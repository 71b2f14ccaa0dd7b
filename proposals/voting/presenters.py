"""What verdicts of a request rest on, read once, so that the page, its verdicts and the sidebar agree."""

from __future__ import annotations

from nomic.core import clock
from nomic.core.lobby import queries as lobby_queries
from nomic.core.lobby.queries import Waiting
from nomic.core.requests import GameRequest, cached_on_request, law_of
from proposals.voting import queries as voting_queries
from proposals.voting.queries import JudgingContext


def judging_context_of(request: GameRequest) -> JudgingContext:
    """Law, roster and hiatus at the moment of this request."""
    return cached_on_request(
        request, "scene", lambda: voting_queries.judging_context(request.game, request.now, law_of(request))
    )


def waiting_of(request: GameRequest) -> Waiting:
    """How much waits for the reader beside matters; nothing for a stranger. One query, once a request."""
    agent = request.agent
    return cached_on_request(request, "waiting", lambda: lobby_queries.waiting_for(agent) if agent else Waiting())


def forget_facts(request: GameRequest) -> None:
    """After an act in this request: the clock and the scene are read anew when next asked for."""
    for name in ("law", "scene", "pending", "slots", "state", "waiting", "desk"):
        request.__dict__.pop(name, None)
    request.game.refresh_from_db()
    request.now = max(request.now, clock.now())


def is_whole_page(request: GameRequest) -> bool:
    """Whether a whole page is answered, with the sidebar around it, and not a fragment."""
    return not request.htmx or bool(request.htmx.boosted)
