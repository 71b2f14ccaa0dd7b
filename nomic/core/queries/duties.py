"""What Agents owe, and what they owed. Reads only."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from nomic.core.mechanics.duties import Owed
from nomic.core.models import IN_GAME, Agent, AgentState, Duty


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
    if not agent.playing:
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
