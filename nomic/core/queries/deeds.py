"""What an Agent has done of what e may do only so often, and when e may again. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from nomic.core.mechanics import budgets
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.terms import Act
from nomic.core.models import Agent, AgentState, Deed, Game
from nomic.core.queries.hiatuses import open_hiatus
from nomic.core.queries.laws import law


def last_deeds(agent_id: int) -> Mapping[str, datetime]:
    """When an Agent last did each act, by its name."""
    deeds = Deed.objects.filter(agent_id=agent_id).order_by().values("act").annotate(last=Max("at"))
    return {each["act"]: each["last"] for each in deeds}


def may_do(agent: Agent, act: Act, the_law: Law, now: datetime) -> Decision[bool]:
    """Whether an Agent may do an act now, as far as time goes; `next_check` is when e may again."""
    return _may_do(agent, act, the_law, now, _hiatus_since(agent.game_id), last_deeds(agent.pk))


def acts_of(game: Game, agent: Agent, now: datetime) -> tuple[tuple[Act, Decision[bool]], ...]:
    """Every act that the law names as done often or occasionally, and whether this Agent may do it now."""
    the_law, since, deeds = law(game.pk), _hiatus_since(game.pk), last_deeds(agent.pk)
    return tuple((act, _may_do(agent, act, the_law, now, since, deeds)) for act in the_law.acts())


def _hiatus_since(game_id: int) -> datetime | None:
    hiatus = open_hiatus(game_id)
    return hiatus.began_at if hiatus else None


def _may_do(
    agent: Agent, act: Act, the_law: Law, now: datetime, hiatus_since: datetime | None, deeds: Mapping[str, datetime]
) -> Decision[bool]:
    awake = budgets.may_act(
        act, the_law, idle_since=agent.idle_since if agent.state == AgentState.IDLE else None,
        hiatus_since=hiatus_since,
    )  # fmt: skip
    if not awake.outcome:
        return awake
    done = [deeds[act.name]] if act.name in deeds else []
    return budgets.next_allowed(act.budget, done, the_law, now)
