"""What an Agent has done of what e may do only so often, and when e may again. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Max

from nomic.core.mechanics import budgets
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.terms import Act
from nomic.core.models import Agent, AgentState, Deed, Game
from nomic.core.queries.hiatuses import hiatus_since
from nomic.core.queries.laws import law


def last_deeds(agent_id: int) -> Mapping[str, datetime]:
    """When an Agent last did each act, by its name."""
    deeds = Deed.objects.filter(agent_id=agent_id).order_by().values("act").annotate(last=Max("at"))
    return {each["act"]: each["last"] for each in deeds}


def may_do(agent: Agent, act: Act, the_law: Law, now: datetime) -> Decision[bool]:
    """Whether an Agent may do an act now, as far as time goes; `next_check` is when e may again."""
    return may_do_each(agent, (act,), the_law, now, hiatus_since(agent.game_id))[act.name]


def may_do_each(
    agent: Agent, acts: Iterable[Act], the_law: Law, now: datetime, stopped_at: datetime | None
) -> Mapping[str, Decision[bool]]:
    """The same for several acts, by their names: one query for all of them.

    `stopped_at`: since when the game is in hiatus, as `hiatus_since` tells; None while it is not.
    """
    deeds = last_deeds(agent.pk)
    return {act.name: _may_do(agent, act, the_law, now, stopped_at, deeds) for act in acts}


def acts_of(
    game: Game, agent: Agent, now: datetime, the_law: Law | None = None
) -> tuple[tuple[Act, Decision[bool]], ...]:
    """Every act that the law names as done often or occasionally, and whether this Agent may do it now.

    `the_law`: the one in force, where that has been read already.
    """
    the_law = the_law or law(game.pk)
    acts = the_law.acts()
    may = may_do_each(agent, acts, the_law, now, hiatus_since(game.pk))
    return tuple((act, may[act.name]) for act in acts)


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
