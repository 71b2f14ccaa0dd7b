"""The scene of a request, read once: the page, its verdicts and the sidebar around it look at the same facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomic.core import clock
from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision
from nomic.core.queries import Waiting
from nomic.core.views.entering import GameRequest, law_of, once
from proposals import queries
from proposals.mechanics.posting import Slots
from proposals.mechanics.votes import Matter as MatterFacts
from proposals.queries import Judged, Scene
from rulesets import queries as law_text
from rulesets.mechanics.gamestate import State

if TYPE_CHECKING:
    from nomic.core.models import Agent
    from proposals.models import Post


def scene_of(request: GameRequest) -> Scene:
    """Law, roster and hiatus at the moment of this request."""
    return once(request, "scene", lambda: queries.scene(request.game, request.now, law_of(request)))


def pending_of(request: GameRequest) -> list[Judged]:
    """Every pending matter of the game, oldest first, judged. Two queries beyond the scene, once a request."""
    return once(request, "pending", lambda: queries.pending(scene_of(request)))


def waiting_of(request: GameRequest) -> Waiting:
    """How much waits for the reader beside matters; nothing for a stranger. One query, once a request."""
    agent = request.agent
    return once(request, "waiting", lambda: core.waiting_for(agent) if agent else Waiting())


def slots_of(request: GameRequest, agent: Agent) -> tuple[Slots, Decision[bool]]:
    """What the reader, who is this Agent, has used of eir slots, and whether e may post a Proposal now."""
    return once(request, "slots", lambda: queries.may_propose(agent.pk, scene_of(request)))


def ended_of(request: GameRequest, entry: Post) -> tuple[MatterFacts, Scene]:
    """The facts and the scene of a resolved matter at the moment before that. Some seven queries, once a request."""
    at, seq = entry.matter.resolved_at, entry.matter.resolved_seq
    assert at is not None
    assert seq is not None
    return once(request, f"ended at {seq}", lambda: queries.pending_after(request.game.pk, entry, seq - 1, at))


def judged_of(request: GameRequest, entry: Post) -> Judged | None:
    """This matter, judged; None if it is not pending. A whole page judges all of them for its sidebar anyway."""
    if whole_page(request):
        return next((each for each in pending_of(request) if each.post.pk == entry.pk), None)
    return queries.judged(entry, scene_of(request))


def state_of(request: GameRequest) -> State:
    """The ruleset and roster that change lists would change, as they are."""
    return once(request, "state", lambda: law_text.state(request.game))


def afresh(request: GameRequest) -> None:
    """After an act in this request: the clock and the scene are read anew when next asked for."""
    for name in ("law", "scene", "pending", "slots", "state", "waiting", "desk"):
        request.__dict__.pop(name, None)
    request.game.refresh_from_db()
    request.now = max(request.now, clock.now())


def whole_page(request: GameRequest) -> bool:
    """Whether a whole page is answered, with the sidebar around it, and not a fragment."""
    return not request.htmx or bool(request.htmx.boosted)
