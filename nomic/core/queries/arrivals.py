"""Who asks to be admitted. Reads only."""

from __future__ import annotations

from django.db.models import QuerySet

from nomic.core.mechanics import arriving
from nomic.core.mechanics.decision import Decision
from nomic.core.models import Account, Agent, Application, ApplicationState, Game
from nomic.core.queries.laws import law


def waiting_applications(game_id: int) -> QuerySet[Application]:
    waiting = Application.objects.filter(game_id=game_id, state=ApplicationState.WAITING)
    return waiting.select_related("account").order_by("applied_at", "pk")


def is_barred(game: Game, account: Account) -> bool:
    """Whether the game is shut to a person."""
    return Agent.objects.filter(game=game, account=account, barred=True).exists()


def may_apply(game: Game, account: Account) -> Decision[bool]:
    """Whether a person may announce eir arrival now: asked beforehand by the page, again by the action."""
    agent = Agent.objects.filter(game=game, account=account).first()
    return arriving.may_apply(
        barred=agent is not None and agent.barred,
        here_as=agent.name if agent and agent.in_game else None,
        waiting=waiting_applications(game.pk).filter(account=account).exists(),
        law=law(game.pk),
    )


def application_of(account: Account, game_id: int) -> Application | None:
    rows = Application.objects.filter(account=account, game_id=game_id).select_related("decided_by")
    return rows.order_by("-applied_at", "-pk").first()
