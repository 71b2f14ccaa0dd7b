"""Joining, going idle, coming back, leaving. (Rule 1.2: Agents)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nomic.core import queries
from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics import idling, names
from nomic.core.mechanics.decision import Decision, Invalid, Reason, Refused
from nomic.core.mechanics.effects import CameBack, LawChanged, RosterChanged
from nomic.core.models import (
    Account,
    Agent,
    AgentState,
    Application,
    ApplicationState,
    Reign,
    Standing,
)

LONGEST_NOTE, LONGEST_WHY = 2_000, 500


def announce_arrival(*, account: Account, game_id: int, name: str, text: str = "") -> Application:
    """Ask to be admitted under a name. (Rule Agents)"""
    name = names.tidy(name)
    _short_enough(text)
    with floor(game_id) as the_floor:
        queries.may_apply(the_floor.game, account).or_refuse()
        may_be_called(the_floor, name, account=account)
        application = Application.objects.create(
            game=the_floor.game,
            account=account,
            name=name,
            folded=names.fold(name),
            text=text,
            applied_at=the_floor.now,
        )
        the_floor.record("agent.announced", by=name, subject=f"application:{application.pk}", name=name, text=text)
    return application


def _short_enough(text: str) -> None:
    if len(text) > LONGEST_NOTE:
        raise Invalid("text", f"At most {LONGEST_NOTE} characters.", "too-long")


def may_be_called(the_floor: Floor, name: str, *, account: Account) -> None:
    """Step: refuse a name that a keyword, a rule, another Agent of any time, or another's application already bears."""
    queries.may_be_called(the_floor.game, name, account=account).or_refuse()


def withdraw_application(*, account: Account, application_id: int) -> None:
    """Take back an announced arrival that nobody has decided yet."""
    application = Application.objects.get(pk=application_id, account=account)
    with floor(application.game_id) as the_floor:
        _decide(the_floor, application_id, ApplicationState.WITHDRAWN, None)
        the_floor.record("agent.withdrew", by=application.name, subject=f"application:{application_id}")


def admit(*, actor_id: int, game_id: int, application_id: int) -> Agent:
    """Enter an applicant on the roster; from this moment e is an Agent. (Rule Agents)"""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        the_floor.law.requires("agents.admission").or_refuse()
        application = _decide(the_floor, application_id, ApplicationState.ADMITTED, admin)
        # E may have been barred since e announced eir arrival.
        if queries.is_barred(the_floor.game, application.account):
            rule = the_floor.law.rule("agents.admission")
            raise Refused(Reason("applicant-barred", rule, {"name": application.name}))
        may_be_called(the_floor, application.name, account=application.account)
        return enter(the_floor, application.account, application.name, by=admin)


def decline(*, actor_id: int, game_id: int, application_id: int, why: str) -> None:
    """Turn an applicant away, saying why. Raises `Invalid` without a reason, or for one that is too long."""
    if not why.strip() or len(why) > LONGEST_WHY:
        raise Invalid("why", f"Say why, in at most {LONGEST_WHY} characters.", "too-long" if why.strip() else "empty")
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        application = _decide(the_floor, application_id, ApplicationState.DECLINED, admin, why=why)
        the_floor.record(
            "agent.declined", actor=admin, subject=f"application:{application_id}", name=application.name, why=why
        )


def _decide(
    the_floor: Floor, application_id: int, state: ApplicationState, admin: Agent | None, why: str = ""
) -> Application:
    application = Application.objects.filter(pk=application_id, game=the_floor.game).first()
    if application is None or application.state != ApplicationState.WAITING:
        raise Refused(Reason("application-decided", the_floor.law.rule("agents.admission")))
    application.state, application.decided_at = state, the_floor.now
    application.decided_by, application.why = admin, why
    application.save(update_fields=["state", "decided_at", "decided_by", "why"])
    return application


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


def ask_idle(*, actor_id: int, game_id: int) -> None:
    """Ask to be made idle; an Admin does it."""
    with floor(game_id) as the_floor:
        the_floor.law.requires("agents.idling").or_refuse()
        agent = people.player(the_floor, actor_id)
        agent.asked_idle_at = the_floor.now
        agent.save(update_fields=["asked_idle_at"])
        the_floor.record("agent.asked-idle", actor=agent, subject=f"agent:{agent.pk}")


def ask_back(*, actor_id: int, game_id: int) -> None:
    """Ask to come back from idleness; an Admin does it."""
    with floor(game_id) as the_floor:
        the_floor.law.requires("agents.idling").or_refuse()
        agent = people.agent(the_floor, actor_id)
        if agent.state != AgentState.IDLE:
            raise Refused(Reason("not-idle", the_floor.law.rule("agents.idling"), {"name": agent.name}))
        agent.asked_back_at = the_floor.now
        agent.save(update_fields=["asked_back_at"])
        the_floor.record("agent.asked-back", actor=agent, subject=f"agent:{agent.pk}")


def idle(*, actor_id: int, game_id: int, agent_id: int) -> Agent:
    """An Admin makes an Agent idle: at eir request, or after more than the law's silence."""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        agent = _other(the_floor, agent_id)
        if agent.state == AgentState.IDLE:
            raise Refused(Reason("idle-already", the_floor.law.rule("agents.idling"), {"name": agent.name}))
        decision = idling.may_idle(
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
        decision = idling.clerk_may_idle(last_active=agent.last_active_at, law=the_floor.law, now=the_floor.now)
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
    stand(the_floor, agent)
    the_floor.record(
        "agent.idled", actor=admin, subject=f"agent:{agent.pk}", decision=decision, name=agent.name, asked=asked,
        last_active=agent.last_active_at, as_of=the_floor.game.last_seq,
        **({"because": because} if because else {}),
    )  # fmt: skip
    the_floor.cause(RosterChanged())
    return agent


def unidle(*, actor_id: int, game_id: int, agent_id: int) -> Agent:
    """An Admin brings an Agent back who asked for it; what was eirs is as e left it."""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        agent = _other(the_floor, agent_id)
        idling.may_come_back(
            agent.name,
            idle=agent.state == AgentState.IDLE,
            asked=agent.asked_back_at is not None,
            is_self=agent.pk == admin.pk,
            law=the_floor.law,
        ).or_refuse()
        agent.state, agent.idle_since, agent.asked_back_at = AgentState.ACTIVE, None, None
        agent.last_active_at, agent.next_check = the_floor.now, the_floor.now
        agent.save(update_fields=["state", "idle_since", "asked_back_at", "last_active_at", "next_check"])
        stand(the_floor, agent)
        the_floor.record("agent.unidled", actor=admin, subject=f"agent:{agent.pk}", name=agent.name)
        the_floor.cause(RosterChanged())
        the_floor.cause(CameBack(agent.pk, admin.pk))
    return agent


def _other(the_floor: Floor, agent_id: int) -> Agent:
    """Whom an Admin acts upon: the refusal speaks of em, not of who asked."""
    found = Agent.objects.filter(pk=agent_id, game=the_floor.game).first()
    if found is None:
        raise Refused(Reason("nobody-here", the_floor.law.rule("agents.admission")))
    if not found.in_game:
        raise Refused(Reason("gone", the_floor.law.rule("agents.admission"), {"name": found.name}))
    return found


def leave(*, actor_id: int, game_id: int, text: str = "") -> None:
    """Leave the game, at any time. Raises `Invalid` for a farewell that is too long. (Rule Agents)"""
    _short_enough(text)
    with floor(game_id) as the_floor:
        the_floor.law.requires("agents.leaving").or_refuse()
        take_off(the_floor, people.agent(the_floor, actor_id), AgentState.LEFT, text=text)


def resign(*, actor_id: int, game_id: int) -> None:
    """An Admin gives the office up; e stays an Agent. (Rule Agents)"""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        make_admin(the_floor, admin, by=admin, is_admin=False)


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


def note_activity(the_floor: Floor, agent: Agent) -> None:
    """Step: an Agent has posted or commented; eir silence starts again. The stored look may be early: harmless."""
    agent.last_active_at = the_floor.now
    agent.save(update_fields=["last_active_at"])


def hear(the_floor: Floor, agents: Sequence[Agent]) -> list[int]:
    """Step: a rule takes something else for a word of these Agents; their silence starts again.

    The event that tells of it holds what this answers under `heard`, so that a recount finds it.
    """
    keys = [agent.pk for agent in agents]
    Agent.objects.filter(pk__in=keys).update(last_active_at=the_floor.now)
    return keys


def look_again_at_everybody(the_floor: Floor, effect: LawChanged) -> None:
    """Step: the law changed, so every Agent's silence is due for a look."""
    Agent.objects.filter(game=the_floor.game, state=AgentState.ACTIVE).update(next_check=the_floor.now)
