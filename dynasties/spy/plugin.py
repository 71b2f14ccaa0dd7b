"""What the spy dynasty does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from dynasties.spy.actions.affiliation import look_again_at_spy, time_runs
from dynasties.spy.actions.errands import look_again_at_errand
from dynasties.spy.actions.gadget_requests import look_again_at_request, requests_are_due
from dynasties.spy.actions.gadget_telling import tell_requester
from dynasties.spy.actions.missions import tell_of_mission
from dynasties.spy.actions.mustering import muster
from dynasties.spy.actions.pricing import prices_fall_on_the_mastermind
from dynasties.spy.actions.ranks import follow
from dynasties.spy.queries import declaring, desk, gadgets, theatres
from dynasties.spy.queries.errands import errands_due
from dynasties.spy.queries.proofs import flaws
from dynasties.spy.recounting import CHECKS
from dynasties.spy.words_revealing import FLAW_WORDS
from nomic.core.mechanics.effects import CameBack, HiatusChanged, LawChanged, RosterChanged
from nomic.core.mechanics.parts import Look, Workings
from nomic.core.views.entering import law_of


def due(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: each with its key, as the sweep takes it."""
    for game_id, errand_id in errands_due(now):
        yield ("errand", errand_id), partial(look_again_at_errand, game_id=game_id, errand_id=errand_id)
    for game_id, spy_id in declaring.due(now):
        yield ("spy", spy_id), partial(look_again_at_spy, game_id=game_id, spy_id=spy_id)
    for game_id, request_id in gadgets.due(now):
        yield ("request", request_id), partial(look_again_at_request, game_id=game_id, request_id=request_id)


def entries(request: Any) -> list[tuple[str, str]]:
    """Its pages in the game's bar, while the law is of spies."""
    if not theatres.is_played(law_of(request)):
        return []
    pages = [("Map", "spy_map"), ("Missions", "spy_missions"), ("Gadgets", "spy_gadgets")]
    agent = request.agent
    if agent is None:
        return pages
    own = [("Dossier", "spy_dossier")] if theatres.takes_part(request.game, agent, law_of(request)) else []
    return own + pages + ([("Desk", "spy_desk")] if agent.pk == request.game.mastermind_id else [])


def counts(request: Any) -> dict[str, Callable[[], int]]:
    """How much waits on the Mastermind's desk."""
    return {"spy_desk": lambda: _on_the_desk(request)}


def _on_the_desk(request: Any) -> int:
    theatre = theatres.latest(request.game.pk)
    return desk.waiting(theatre, request.agent, request.game) if theatre else 0


WORKINGS = Workings(
    urls="dynasties.spy.urls",
    handlers={
        LawChanged: (muster, follow, time_runs, requests_are_due, prices_fall_on_the_mastermind),
        RosterChanged: (muster, follow, time_runs, requests_are_due, prices_fall_on_the_mastermind),
        CameBack: (muster, follow, time_runs),
        HiatusChanged: (muster, time_runs, requests_are_due),
    },
    tellers={"spy.mission-opened": (tell_of_mission,), "spy.gadget-denied": (tell_requester,)},
    checks=CHECKS,
    flaws=flaws,
    flaw_words=FLAW_WORDS,
    due=due,
    entries=entries,
    counts=counts,
)
