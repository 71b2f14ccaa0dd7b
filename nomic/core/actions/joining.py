"""Asking to join, being admitted or declined, and leaving. (Rule 1.2: Agents)"""

from __future__ import annotations

from nomic.core import queries
from nomic.core.actions import people, roster
from nomic.core.floor import Floor, floor
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.models import Account, Agent, AgentState, Application, ApplicationState

LONGEST_NOTE, LONGEST_WHY = 2_000, 500


def announce_arrival(*, account: Account, game_id: int, name: str, text: str = "") -> Application:
    """Ask to be admitted under a name. (Rule Agents)"""
    name = names.tidy(name)
    _short_enough(text)
    with floor(game_id) as the_floor:
        queries.may_apply(the_floor.game, account).or_refuse()
        roster.may_be_called(the_floor, name, account=account)
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
        _still_welcome(the_floor, application)
        roster.may_be_called(the_floor, application.name, account=application.account)
        return roster.enter(the_floor, application.account, application.name, by=admin)


def _still_welcome(the_floor: Floor, application: Application) -> None:
    """E may have been barred since e announced eir arrival."""
    if queries.is_barred(the_floor.game, application.account):
        rule = the_floor.law.rule("agents.admission")
        raise Refused(Reason("applicant-barred", rule, {"name": application.name}))


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


def leave(*, actor_id: int, game_id: int, text: str = "") -> None:
    """Leave the game, at any time. Raises `Invalid` for a farewell that is too long. (Rule Agents)"""
    _short_enough(text)
    with floor(game_id) as the_floor:
        the_floor.law.requires("agents.leaving").or_refuse()
        roster.take_off(the_floor, people.agent(the_floor, actor_id), AgentState.LEFT, text=text)
