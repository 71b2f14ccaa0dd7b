"""Who is on the roster, under which name, in which office. (Rule 1.2: Agents)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomic.core import queries
from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics import names
from nomic.core.mechanics.effects import RosterChanged
from nomic.core.models import Account, Agent, AgentState, Reign, Standing


def may_be_called(the_floor: Floor, name: str, *, account: Account) -> None:
    """Step: refuse a name that a keyword, a rule, another Agent of any time, or another's application already bears."""
    queries.may_be_called(the_floor.game, name, account=account).or_refuse()


def enter(the_floor: Floor, account: Account, name: str, *, by: Agent | None, is_admin: bool = False) -> Agent:
    """Step: put somebody on the roster, or back on it under eir new name."""
    admitted = {
        "name": name,
        "folded": names.fold(name),
        "state": AgentState.ACTIVE,
        "is_admin": is_admin,
        "admitted_at": the_floor.now,
        "admitted_by": by,
        "last_active_at": the_floor.now,
        "idle_since": None,
        "asked_idle_at": None,
        "asked_back_at": None,
        "next_check": the_floor.now,
    }
    agent = _entered(the_floor, account, admitted)
    stand(the_floor, agent)
    the_floor.record("agent.admitted", actor=by, by="" if by else name, subject=f"agent:{agent.pk}", name=name)
    the_floor.cause(RosterChanged())
    return agent


def _entered(the_floor: Floor, account: Account, admitted: Mapping[str, Any]) -> Agent:
    """The row of somebody new, or of who has been here before. (Nobody else writes one while the floor is held.)"""
    agent = Agent.objects.filter(game=the_floor.game, account=account).first()
    if agent is None:
        return Agent.objects.create(game=the_floor.game, account=account, **admitted)
    for name, value in admitted.items():
        setattr(agent, name, value)
    agent.save(update_fields=list(admitted))
    return agent


def stand(the_floor: Floor, agent: Agent) -> None:
    """Step: write down what an Agent is from the next event on."""
    Standing.objects.create(
        agent=agent,
        seq=the_floor.next_seq,
        game=the_floor.game,
        at=the_floor.now,
        state=agent.state,
        is_admin=agent.is_admin,
        name=agent.name,
    )


def take_off(the_floor: Floor, agent: Agent, state: AgentState, *, by: Agent | None = None, text: str = "") -> None:
    """Step: take somebody off the roster, because e left or was removed. Eir offices end with it."""
    agent.state, agent.idle_since, agent.is_admin = state, None, False
    agent.asked_idle_at, agent.asked_back_at, agent.next_check = None, None, None
    agent.save()
    stand(the_floor, agent)
    actor = agent if state == AgentState.LEFT else by
    the_floor.record(f"agent.{state}", actor=actor, subject=f"agent:{agent.pk}", name=agent.name, text=text)
    if the_floor.game.mastermind_id == agent.pk:
        crown(the_floor, None)
    the_floor.cause(RosterChanged())


def bar(the_floor: Floor, agent: Agent, *, by: Agent | None) -> None:
    """Step: shut the game to the person behind an Agent, who is removed if e is still in it. (Rule Agents)"""
    if agent.in_game:
        take_off(the_floor, agent, AgentState.REMOVED, by=by)
    agent.barred = True
    agent.save(update_fields=["barred"])
    the_floor.record("agent.barred", actor=by, subject=f"agent:{agent.pk}", name=agent.name)


def unbar(the_floor: Floor, agent: Agent, *, by: Agent | None) -> None:
    """Step: the game is open again to the person behind a barred Agent; e may ask for admission."""
    agent.barred = False
    agent.save(update_fields=["barred"])
    the_floor.record("agent.unbarred", actor=by, subject=f"agent:{agent.pk}", name=agent.name)


def crown(the_floor: Floor, agent: Agent | None) -> None:
    """Step: make somebody the Mastermind, or nobody. (Rule Dynasties)"""
    the_floor.game.mastermind = agent
    the_floor.game.save(update_fields=["mastermind"])
    Reign.objects.create(game=the_floor.game, agent=agent, seq=the_floor.next_seq, at=the_floor.now)
    name = agent.name if agent else None
    the_floor.record("mastermind.changed", subject=f"agent:{agent.pk}" if agent else "", name=name)
    the_floor.cause(RosterChanged())


def resign(*, actor_id: int, game_id: int) -> None:
    """An Admin gives the office up; e stays an Agent. (Rule Agents)"""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        make_admin(the_floor, admin, by=admin, is_admin=False)


def make_admin(the_floor: Floor, agent: Agent, *, by: Agent | None, is_admin: bool = True) -> None:
    """Step: make an Agent an Admin, or no longer one."""
    agent.is_admin = is_admin
    agent.save(update_fields=["is_admin"])
    stand(the_floor, agent)
    kind = "agent.made-admin" if is_admin else "agent.unmade-admin"
    the_floor.record(kind, actor=by, subject=f"agent:{agent.pk}", name=agent.name)


def rename(the_floor: Floor, agent: Agent, name: str, *, by: Agent | None) -> None:
    """Step: give an Agent the name that an enactment gave em. That it is free was judged with the whole change list.

    Only that can judge it: a name may have been a rule's title until an earlier change of the same list.
    """
    before, name = agent.name, names.tidy(name)
    agent.name, agent.folded = name, names.fold(name)
    agent.save(update_fields=["name", "folded"])
    stand(the_floor, agent)
    the_floor.record("agent.renamed", actor=by, subject=f"agent:{agent.pk}", before=before, name=name)
    the_floor.cause(RosterChanged())
