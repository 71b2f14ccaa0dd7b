"""Going idle and coming back, and what breaks a silence. (Rule 1.2: Agents)"""

from __future__ import annotations

from collections.abc import Sequence

from nomic.core.decision import Decision, Reason, Refused
from nomic.core.effects import CameBack, LawChanged, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent, AgentState
from nomic.core.law.dials import AGENTS_ADMISSION, AGENTS_IDLING
from nomic.core.roster import actions as roster_actions, rules as roster_rules


def ask_idle(*, actor_id: int, game_id: int) -> None:
    """Ask to be made idle; an Admin does it."""
    with floor(game_id) as the_floor:
        the_floor.law.requires(AGENTS_IDLING).or_refuse()
        agent = roster_actions.require_player(the_floor, actor_id)
        agent.asked_idle_at = the_floor.now
        agent.save(update_fields=["asked_idle_at"])
        the_floor.record("agent.asked-idle", actor=agent, subject=f"agent:{agent.pk}")


def ask_back(*, actor_id: int, game_id: int) -> None:
    """Ask to come back from idleness; an Admin does it."""
    with floor(game_id) as the_floor:
        the_floor.law.requires(AGENTS_IDLING).or_refuse()
        agent = roster_actions.require_agent(the_floor, actor_id)
        if agent.state != AgentState.IDLE:
            raise Refused(Reason("not-idle", the_floor.law.rule(AGENTS_IDLING), {"name": agent.name}))
        agent.asked_back_at = the_floor.now
        agent.save(update_fields=["asked_back_at"])
        the_floor.record("agent.asked-back", actor=agent, subject=f"agent:{agent.pk}")


def idle_agent(*, actor_id: int, game_id: int, agent_id: int) -> Agent:
    """An Admin makes an Agent idle: at eir request, or after more than the law's silence."""
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id, awake=False)
        agent = _agent_acted_on(the_floor, agent_id)
        if agent.state == AgentState.IDLE:
            raise Refused(Reason("idle-already", the_floor.law.rule(AGENTS_IDLING), {"name": agent.name}))
        decision = roster_rules.may_idle(
            asked=agent.asked_idle_at is not None,
            last_active=agent.last_active_at,
            law=the_floor.law,
            now=the_floor.now,
        ).or_refuse()
        return make_idle(the_floor, agent, decision, admin)


def look_again_at_agent(*, game_id: int, agent_id: int) -> bool:
    """The Clerk's look at one silent Agent: idles em where law and grace allow, else sets the next look. Repeatable."""
    with floor(game_id) as the_floor:
        agent = Agent.objects.get(pk=agent_id)
        if agent.state != AgentState.ACTIVE or agent.next_check is None or agent.next_check > the_floor.now:
            return False
        decision = roster_rules.clerk_may_idle(last_active=agent.last_active_at, law=the_floor.law, now=the_floor.now)
        if decision.outcome:
            make_idle(the_floor, agent, decision, None)
            return True
        agent.next_check = decision.next_check
        agent.save(update_fields=["next_check"])
    return False


def make_idle(
    the_floor: Floor, agent: Agent, decision: Decision[bool], admin: Agent | None = None, because: str = ""
) -> Agent:
    """Step: an Agent is idle from now on, by an Admin or the Clerk. `because`: what its event says, if it is neither
    silence nor a wish of eirs."""
    asked = agent.asked_idle_at is not None and admin is not None
    agent.state, agent.idle_since = AgentState.IDLE, the_floor.now
    agent.asked_idle_at, agent.next_check = None, None
    agent.save(update_fields=["state", "idle_since", "asked_idle_at", "next_check"])
    roster_actions.record_standing(the_floor, agent)
    the_floor.record(
        "agent.idled",
        actor=admin,
        subject=f"agent:{agent.pk}",
        decision=decision,
        name=agent.name,
        asked=asked,
        last_active=agent.last_active_at,
        as_of=the_floor.game.last_seq,
        **({"because": because} if because else {}),
    )
    the_floor.dispatch(RosterChanged())
    return agent


def unidle_agent(*, actor_id: int, game_id: int, agent_id: int) -> Agent:
    """An Admin brings an Agent back who asked for it; what was eirs is as e left it."""
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id, awake=False)
        agent = _agent_acted_on(the_floor, agent_id)
        roster_rules.may_come_back(
            agent.name,
            idle=agent.state == AgentState.IDLE,
            asked=agent.asked_back_at is not None,
            is_self=agent.pk == admin.pk,
            law=the_floor.law,
        ).or_refuse()
        return _come_back(the_floor, agent, admin)


def _come_back(the_floor: Floor, agent: Agent, admin: Agent) -> Agent:
    agent.state, agent.idle_since, agent.asked_back_at = AgentState.ACTIVE, None, None
    agent.last_active_at, agent.next_check = the_floor.now, the_floor.now
    agent.save(update_fields=["state", "idle_since", "asked_back_at", "last_active_at", "next_check"])
    roster_actions.record_standing(the_floor, agent)
    the_floor.record("agent.unidled", actor=admin, subject=f"agent:{agent.pk}", name=agent.name)
    the_floor.dispatch(RosterChanged())
    the_floor.dispatch(CameBack(agent.pk, admin.pk))
    return agent


def _agent_acted_on(the_floor: Floor, agent_id: int) -> Agent:
    """Whom an Admin acts upon: the refusal speaks of em, not of who asked."""
    found = Agent.objects.filter(pk=agent_id, game=the_floor.game).first()
    if found is None:
        raise Refused(Reason("nobody-here", the_floor.law.rule(AGENTS_ADMISSION)))
    if not found.in_game:
        raise Refused(Reason("gone", the_floor.law.rule(AGENTS_ADMISSION), {"name": found.name}))
    return found


def note_activity(the_floor: Floor, agent: Agent) -> None:
    """Step: an Agent has posted or commented; eir silence starts again. The stored look may be early: harmless."""
    agent.last_active_at = the_floor.now
    agent.save(update_fields=["last_active_at"])


def hear_agents(the_floor: Floor, agents: Sequence[Agent]) -> list[int]:
    """Step: a rule takes something else for a word of these Agents; their silence starts again.

    The event that tells of it holds what this answers under `heard`, so that a recount finds it.
    """
    keys = [agent.pk for agent in agents]
    Agent.objects.filter(pk__in=keys).update(last_active_at=the_floor.now)
    return keys


def look_again_at_everybody(the_floor: Floor, effect: LawChanged) -> None:
    """Step: the law changed, so every Agent's silence is due for a look."""
    Agent.objects.filter(game=the_floor.game, state=AgentState.ACTIVE).update(next_check=the_floor.now)
