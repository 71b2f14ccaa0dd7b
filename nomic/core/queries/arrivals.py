"""Who asks to be admitted. Reads only."""

from __future__ import annotations

from django.db.models import QuerySet

from nomic.core.mechanics.decision import Decision, allowed, refused
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
    current = law(game.pk)
    gone = current.requires("agents.admission")
    if not gone.outcome:
        return gone
    rule = current.rule("agents.admission")
    here = Agent.objects.filter(game=game, account=account).first()
    if is_barred(game, account):
        return refused("barred", rule)
    if here and here.in_game:
        return refused("already-here", rule, name=here.name)
    if waiting_applications(game.pk).filter(account=account).exists():
        return refused("application-waiting", rule)
    return allowed()


def application_of(account: Account, game_id: int) -> Application | None:
    rows = Application.objects.filter(account=account, game_id=game_id).select_related("decided_by")
    return rows.order_by("-applied_at", "-pk").first()
