"""What Agents owe and owed; what they can do only so often, and when again. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from nomic.core.decision import Decision
from nomic.core.duties import rules as duties_rules
from nomic.core.duties.models import Deed, Duty
from nomic.core.duties.rules import Owed
from nomic.core.games.models import IN_GAME, Agent, AgentState, Game
from nomic.core.law.queries import law
from nomic.core.law.rules import Act, Law
from nomic.core.notifications.models import Notice
from nomic.core.roster.queries import hiatus_since


def duty_facts(duty: Duty) -> Owed:
    """A duty's row as facts."""
    who = duty.owed_by
    return Owed(
        duty.owed_by_id,
        duty.arose_at,
        duty.due_at,
        done=duty.done_at is not None,
        here=who is None or who.in_game,
        idle=who is not None and who.state == AgentState.IDLE,
    )


def open_duties(game_id: int) -> QuerySet[Duty]:
    """What somebody in the game, or any Admin, owes now: what is due first, first."""
    falls = Q(owed_by=None) | Q(owed_by__state__in=IN_GAME)
    found = Duty.objects.filter(falls, game_id=game_id, done_at=None).select_related("owed_by")
    return found.order_by("due_at", "number")


def owed_by(agent: Agent) -> QuerySet[Duty]:
    """What this Agent owes now, as an Admin too. An idle one's duties rest."""
    if not agent.is_playing:
        return Duty.objects.none()
    mine = Q(owed_by=agent) | Q(owed_by=None) if agent.is_admin else Q(owed_by=agent)
    return open_duties(agent.game_id).filter(mine)


def done_duties(game_id: int) -> QuerySet[Duty]:
    """What was done, the latest first."""
    done = Duty.objects.filter(game_id=game_id, done_at__isnull=False)
    return done.select_related("owed_by", "done_by").order_by("-done_seq")


def duty(game_id: int, number: int) -> Duty | None:
    return Duty.objects.filter(game_id=game_id, number=number).select_related("owed_by").first()


def duties_due(now: datetime) -> list[tuple[int, int]]:
    """Duties whose time may be over: `(game id, number)`, in due order."""
    due = Duty.objects.filter(done_at=None, next_check__lt=now).order_by("next_check", "pk")
    return list(due.values_list("game_id", "number"))


# What an Agent has done of what e may do only so often, and when e may again. Reads only.


def last_deeds(agent_id: int) -> Mapping[str, datetime]:
    """When an Agent last did each act, by its name."""
    deeds = Deed.objects.filter(agent_id=agent_id).order_by().values("act").annotate(last=Max("at"))
    return {each["act"]: each["last"] for each in deeds}


def may_do_act(agent: Agent, act: Act, the_law: Law, now: datetime) -> Decision[bool]:
    """Whether an Agent may do an act now, as far as time goes; `next_check` is when e may again."""
    return may_do_acts(agent, (act,), the_law, now, hiatus_since(agent.game_id))[act.name]


def may_do_acts(
    agent: Agent, acts: Iterable[Act], the_law: Law, now: datetime, stopped_at: datetime | None
) -> Mapping[str, Decision[bool]]:
    """The same for several acts, by their names: one query for all of them.

    `stopped_at`: since when the game is in hiatus, as `hiatus_since` tells; None while it is not.
    """
    deeds = last_deeds(agent.pk)
    return {act.name: _may_do_since(agent, act, the_law, now, stopped_at, deeds) for act in acts}


def acts_of(
    game: Game, agent: Agent, now: datetime, the_law: Law | None = None
) -> tuple[tuple[Act, Decision[bool]], ...]:
    """Every act that the law names as done often or occasionally, and whether this Agent may do it now.

    `the_law`: the one in force, where that has been read already.
    """
    the_law = the_law or law(game.pk)
    acts = the_law.acts()
    may = may_do_acts(agent, acts, the_law, now, hiatus_since(game.pk))
    return tuple((act, may[act.name]) for act in acts)


def _may_do_since(
    agent: Agent, act: Act, the_law: Law, now: datetime, hiatus_since: datetime | None, deeds: Mapping[str, datetime]
) -> Decision[bool]:
    awake = duties_rules.may_act(
        act, the_law, idle_since=agent.idle_since if agent.state == AgentState.IDLE else None, hiatus_since=hiatus_since
    )
    if not awake.outcome:
        return awake
    done = [deeds[act.name]] if act.name in deeds else []
    return duties_rules.may_act_again(act.budget, done, the_law, now)


def is_duty_owed(told: Notice) -> bool:
    """Whether the duty that a notice tells of is not done."""
    number = told.key.partition("@")[0].removeprefix("duty:")
    return Duty.objects.filter(game_id=told.game_id, done_at=None, number=number).exists()
