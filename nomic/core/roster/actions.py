"""The roster: names, offices, joining and leaving; and hiatus. (Rules Agents, and Victory and Ascension)

Public actions take ids and keywords and open the floor; steps take `the_floor`. Who acts is looked up under the
lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.effects import HiatusChanged, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Account, Agent, AgentState
from nomic.core.games.queries import only_row
from nomic.core.law.dials import AGENTS_ADMISSION, AGENTS_LEAVING
from nomic.core.law.rules import Mechanism
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from nomic.core.roster.models import Application, ApplicationState, Hiatus, Reign, Standing


def require_agent(the_floor: Floor, agent_id: int) -> Agent:
    """An Agent of this game, idle or not. Refused for anybody else."""
    found = only_row(Agent.objects.filter(pk=agent_id, game=the_floor.game))
    if found is None or not found.in_game:
        raise Refused(*roster_rules.may_play(the_floor.law, in_game=False, idle_since=None).reasons)
    return found


def require_player(the_floor: Floor, agent_id: int) -> Agent:
    """An Agent who is not idle. Refused for an idle one: outside rules 1.1 and 1.2 e does not count."""
    found = require_agent(the_floor, agent_id)
    roster_rules.may_play(the_floor.law, idle_since=found.idle_since).or_refuse()
    return found


def require_admin(
    the_floor: Floor, agent_id: int, *, awake: bool = True, office: Mechanism = AGENTS_ADMISSION
) -> Agent:
    """An Admin. Outside rules 1.1 and 1.2 (`awake=False`) an idle one does not count. `office`: the mechanism whose
    rule gives em what e is about to do; whoever holds no such office is shown that rule."""
    found = require_player(the_floor, agent_id) if awake else require_agent(the_floor, agent_id)
    if not found.is_admin:
        raise Refused(Reason("not-an-admin", the_floor.law.rule(office)))
    return found


# Who is on the roster, under which name, in which office. (Rule 1.2: Agents)


def require_free_name(the_floor: Floor, name: str, *, account: Account) -> None:
    """Step: refuse a name that a keyword, a rule, another Agent of any time, or another's application already bears."""
    roster_queries.may_be_called(the_floor.game, name, account=account).or_refuse()


def enter_on_roster(
    the_floor: Floor, account: Account, name: str, *, by: Agent | None, is_admin: bool = False
) -> Agent:
    """Step: put somebody on the roster, or back on it under eir new name."""
    admitted = {
        "name": name,
        "folded": roster_rules.fold_name(name),
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
    agent = _agent_row(the_floor, account, admitted)
    record_standing(the_floor, agent)
    the_floor.record("agent.admitted", actor=by, by="" if by else name, subject=f"agent:{agent.pk}", name=name)
    the_floor.dispatch(RosterChanged())
    return agent


def _agent_row(the_floor: Floor, account: Account, admitted: Mapping[str, Any]) -> Agent:
    """The row of somebody new, or of who has been here before. (Nobody else writes one while the floor is held.)"""
    agent = Agent.objects.filter(game=the_floor.game, account=account).first()
    if agent is None:
        return Agent.objects.create(game=the_floor.game, account=account, **admitted)
    for name, value in admitted.items():
        setattr(agent, name, value)
    agent.save(update_fields=list(admitted))
    return agent


def record_standing(the_floor: Floor, agent: Agent) -> None:
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


def take_off_roster(
    the_floor: Floor, agent: Agent, state: AgentState, *, by: Agent | None = None, text: str = ""
) -> None:
    """Step: take somebody off the roster, because e left or was removed. Eir offices end with it."""
    agent.state, agent.idle_since, agent.is_admin = state, None, False
    agent.asked_idle_at, agent.asked_back_at, agent.next_check = None, None, None
    agent.save()
    record_standing(the_floor, agent)
    actor = agent if state == AgentState.LEFT else by
    the_floor.record(f"agent.{state}", actor=actor, subject=f"agent:{agent.pk}", name=agent.name, text=text)
    if the_floor.game.mastermind_id == agent.pk:
        crown_mastermind(the_floor, None)
    the_floor.dispatch(RosterChanged())


def bar_agent(the_floor: Floor, agent: Agent, *, by: Agent | None) -> None:
    """Step: shut the game to the person behind an Agent, who is removed if e is still in it. (Rule Agents)"""
    if agent.in_game:
        take_off_roster(the_floor, agent, AgentState.REMOVED, by=by)
    agent.barred = True
    agent.save(update_fields=["barred"])
    the_floor.record("agent.barred", actor=by, subject=f"agent:{agent.pk}", name=agent.name)


def unbar_agent(the_floor: Floor, agent: Agent, *, by: Agent | None) -> None:
    """Step: the game is open again to the person behind a barred Agent; e may ask for admission."""
    agent.barred = False
    agent.save(update_fields=["barred"])
    the_floor.record("agent.unbarred", actor=by, subject=f"agent:{agent.pk}", name=agent.name)


def crown_mastermind(the_floor: Floor, agent: Agent | None) -> None:
    """Step: make somebody the Mastermind, or nobody. (Rule Dynasties)"""
    the_floor.game.mastermind = agent
    the_floor.game.save(update_fields=["mastermind"])
    Reign.objects.create(game=the_floor.game, agent=agent, seq=the_floor.next_seq, at=the_floor.now)
    name = agent.name if agent else None
    the_floor.record("mastermind.changed", subject=f"agent:{agent.pk}" if agent else "", name=name)
    the_floor.dispatch(RosterChanged())


def resign_office(*, actor_id: int, game_id: int) -> None:
    """An Admin gives the office up; e stays an Agent. (Rule Agents)"""
    with floor(game_id) as the_floor:
        admin = require_admin(the_floor, actor_id, awake=False)
        make_admin(the_floor, admin, by=admin, is_admin=False)


def make_admin(the_floor: Floor, agent: Agent, *, by: Agent | None, is_admin: bool = True) -> None:
    """Step: make an Agent an Admin, or no longer one."""
    agent.is_admin = is_admin
    agent.save(update_fields=["is_admin"])
    record_standing(the_floor, agent)
    kind = "agent.made-admin" if is_admin else "agent.unmade-admin"
    the_floor.record(kind, actor=by, subject=f"agent:{agent.pk}", name=agent.name)


def rename_agent(the_floor: Floor, agent: Agent, name: str, *, by: Agent | None) -> None:
    """Step: give an Agent the name that an enactment gave em. That it is free was judged with the whole change list.

    Only that can judge it: a name may have been a rule's title until an earlier change of the same list.
    """
    before, name = agent.name, roster_rules.normalize_name(name)
    agent.name, agent.folded = name, roster_rules.fold_name(name)
    agent.save(update_fields=["name", "folded"])
    record_standing(the_floor, agent)
    the_floor.record("agent.renamed", actor=by, subject=f"agent:{agent.pk}", before=before, name=name)
    the_floor.dispatch(RosterChanged())


# Asking to join, being admitted or declined, and leaving. (Rule 1.2: Agents)

LONGEST_NOTE, LONGEST_WHY = 2_000, 500


def announce_arrival(*, account: Account, game_id: int, name: str, text: str = "") -> Application:
    """Ask to be admitted under a name. (Rule Agents)"""
    name = roster_rules.normalize_name(name)
    _check_note_length(text)
    with floor(game_id) as the_floor:
        roster_queries.may_apply(the_floor.game, account).or_refuse()
        require_free_name(the_floor, name, account=account)
        application = Application.objects.create(
            game=the_floor.game,
            account=account,
            name=name,
            folded=roster_rules.fold_name(name),
            text=text,
            applied_at=the_floor.now,
        )
        the_floor.record("agent.announced", by=name, subject=f"application:{application.pk}", name=name, text=text)
    return application


def _check_note_length(text: str) -> None:
    if len(text) > LONGEST_NOTE:
        raise Invalid("text", f"At most {LONGEST_NOTE} characters.", "too-long")


def withdraw_application(*, account: Account, application_id: int) -> None:
    """Take back an announced arrival that nobody has decided yet."""
    application = Application.objects.get(pk=application_id, account=account)
    with floor(application.game_id) as the_floor:
        _decide_application(the_floor, application_id, ApplicationState.WITHDRAWN, None)
        the_floor.record("agent.withdrew", by=application.name, subject=f"application:{application_id}")


def admit_applicant(*, actor_id: int, game_id: int, application_id: int) -> Agent:
    """Enter an applicant on the roster; from this moment e is an Agent. (Rule Agents)"""
    with floor(game_id) as the_floor:
        admin = require_admin(the_floor, actor_id, awake=False)
        the_floor.law.requires(AGENTS_ADMISSION).or_refuse()
        application = _decide_application(the_floor, application_id, ApplicationState.ADMITTED, admin)
        _check_not_barred(the_floor, application)
        require_free_name(the_floor, application.name, account=application.account)
        return enter_on_roster(the_floor, application.account, application.name, by=admin)


def _check_not_barred(the_floor: Floor, application: Application) -> None:
    """E may have been barred since e announced eir arrival."""
    if roster_queries.is_barred(the_floor.game, application.account):
        rule = the_floor.law.rule(AGENTS_ADMISSION)
        raise Refused(Reason("applicant-barred", rule, {"name": application.name}))


def decline_applicant(*, actor_id: int, game_id: int, application_id: int, why: str) -> None:
    """Turn an applicant away, saying why. Raises `Invalid` without a reason, or for one that is too long."""
    if not why.strip() or len(why) > LONGEST_WHY:
        raise Invalid("why", f"Say why, in at most {LONGEST_WHY} characters.", "too-long" if why.strip() else "empty")
    with floor(game_id) as the_floor:
        admin = require_admin(the_floor, actor_id, awake=False)
        application = _decide_application(the_floor, application_id, ApplicationState.DECLINED, admin, why=why)
        the_floor.record(
            "agent.declined", actor=admin, subject=f"application:{application_id}", name=application.name, why=why
        )


def _decide_application(
    the_floor: Floor, application_id: int, state: ApplicationState, admin: Agent | None, why: str = ""
) -> Application:
    application = Application.objects.filter(pk=application_id, game=the_floor.game).first()
    if application is None or application.state != ApplicationState.WAITING:
        raise Refused(Reason("application-decided", the_floor.law.rule(AGENTS_ADMISSION)))
    application.state, application.decided_at = state, the_floor.now
    application.decided_by, application.why = admin, why
    application.save(update_fields=["state", "decided_at", "decided_by", "why"])
    return application


def leave_game(*, actor_id: int, game_id: int, text: str = "") -> None:
    """Leave the game, at any time. Raises `Invalid` for a farewell that is too long. (Rule Agents)"""
    _check_note_length(text)
    with floor(game_id) as the_floor:
        the_floor.law.requires(AGENTS_LEAVING).or_refuse()
        take_off_roster(the_floor, require_agent(the_floor, actor_id), AgentState.LEFT, text=text)


# Hiatus begins and ends. (Rule 1.9: Victory and Ascension)


def begin_hiatus(the_floor: Floor, because: str) -> None:
    """Step: the game goes into hiatus, if it is not in one already."""
    if roster_queries.open_hiatus(the_floor.game.pk):
        return
    Hiatus.objects.create(
        game=the_floor.game, began_at=the_floor.now, began_seq=the_floor.next_seq, because=because[:200]
    )
    the_floor.record("hiatus.began", because=because)
    the_floor.dispatch(HiatusChanged())


def end_hiatus(the_floor: Floor, because: str) -> None:
    """Step: the hiatus ends, if there is one."""
    ended = Hiatus.objects.filter(game=the_floor.game, ended_at__isnull=True).update(
        ended_at=the_floor.now, ended_seq=the_floor.next_seq
    )
    if ended:
        the_floor.record("hiatus.ended", because=because)
        the_floor.dispatch(HiatusChanged())
