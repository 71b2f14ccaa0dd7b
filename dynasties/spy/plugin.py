"""What the spy dynasty adds to the server: handlers, notifications, checks of a recount, deadlines and pages in the
bar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial

from dynasties.spy.desk import queries as desk_queries
from dynasties.spy.disclosure import queries as disclosure_queries
from dynasties.spy.disclosure.actions import look_again_at_spy, reschedule_declarations
from dynasties.spy.disclosure.queries_story import theatre_flaws
from dynasties.spy.disclosure.words import FLAW_WORDS
from dynasties.spy.gadgets import queries as gadgets_queries, recount as gadgets_recount
from dynasties.spy.gadgets.actions import reassign_price_duties
from dynasties.spy.gadgets.actions_requests import look_again_at_request, notify_requester, reschedule_requests
from dynasties.spy.map.actions import look_again_at_errand
from dynasties.spy.map.queries import errands_due
from dynasties.spy.missions import recount as missions_recount
from dynasties.spy.missions.actions import notify_of_mission, update_ranks
from dynasties.spy.theatre import queries as theatre_queries, recount as theatre_recount
from dynasties.spy.theatre.actions import muster_theatre
from nomic.core.effects import CameBack, HiatusChanged, LawChanged, RosterChanged
from nomic.core.log.recount import Check
from nomic.core.plugin import Look, Plugin
from nomic.core.requests import GameRequest, law_of


def due_looks(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: each with its key, as the sweep takes it."""
    for game_id, errand_id in errands_due(now):
        yield ("errand", errand_id), partial(look_again_at_errand, game_id=game_id, errand_id=errand_id)
    for game_id, spy_id in disclosure_queries.due_declarations(now):
        yield ("spy", spy_id), partial(look_again_at_spy, game_id=game_id, spy_id=spy_id)
    for game_id, request_id in gadgets_queries.due_requests(now):
        yield ("request", request_id), partial(look_again_at_request, game_id=game_id, request_id=request_id)


def bar_entries(request: GameRequest) -> list[tuple[str, str]]:
    """Its pages in the game's bar, while the law is of spies."""
    if not theatre_queries.is_played(law_of(request)):
        return []
    pages = [("Map", "spy_map"), ("Missions", "spy_missions"), ("Gadgets", "spy_gadgets")]
    agent = request.agent
    if agent is None:
        return pages
    own = [("Dossier", "spy_dossier")] if theatre_queries.takes_part(request.game, agent, law_of(request)) else []
    return own + pages + ([("Desk", "spy_desk")] if agent.pk == request.game.mastermind_id else [])


def bar_counts(request: GameRequest) -> dict[str, Callable[[], int]]:
    """How much waits on the Mastermind's desk."""
    return {"spy_desk": lambda: _waiting_on_desk(request)}


def _waiting_on_desk(request: GameRequest) -> int:
    theatre = theatre_queries.latest_theatre(request.game.pk)
    return desk_queries.waiting_count(theatre, request.agent, request.game) if theatre else 0


# What a recount works out anew of the spy dynasty.

CHECKS: Mapping[str, Check] = {
    "theatres": theatre_recount.theatre_differences,
    "spies": theatre_recount.spy_differences,
    "missions": missions_recount.mission_differences,
    "completions of missions": missions_recount.completion_differences,
    "gadget requests": gadgets_recount.request_differences,
    "votes on gadget requests": gadgets_recount.request_vote_differences,
    "gadgets": gadgets_recount.gadget_differences,
    "owners of gadgets": gadgets_recount.holding_differences,
}


PLUGIN = Plugin(
    urls="dynasties.spy.urls",
    handlers={
        LawChanged: (muster_theatre, update_ranks, reschedule_declarations, reschedule_requests, reassign_price_duties),
        RosterChanged: (
            muster_theatre,
            update_ranks,
            reschedule_declarations,
            reschedule_requests,
            reassign_price_duties,
        ),
        CameBack: (muster_theatre, update_ranks, reschedule_declarations),
        HiatusChanged: (muster_theatre, reschedule_declarations, reschedule_requests),
    },
    tellers={"spy.mission-opened": (notify_of_mission,), "spy.gadget-denied": (notify_requester,)},
    checks=CHECKS,
    flaws=theatre_flaws,
    flaw_words=FLAW_WORDS,
    due=due_looks,
    entries=bar_entries,
    counts=bar_counts,
)
