"""What an account is told, how far each kind reaches, and what e has seen. Eir own business: every query names em."""

from __future__ import annotations

from django.db.models import QuerySet

from nomic.core.mechanics import tidings
from nomic.core.models import IN_GAME, Account, Agent, AgentState, Notice, NoticeChoice, Reach


def may_be_told(account_id: int, game_id: int, kind: str) -> bool:
    """Whether an account is told of a kind in a game, as e stands there now."""
    agent = Agent.objects.filter(account_id=account_id, game_id=game_id, state__in=IN_GAME).first()
    return tidings.may_be_told(
        kind,
        in_game=agent is not None,
        idle=agent is not None and agent.state == AgentState.IDLE,
        is_admin=agent is not None and agent.is_admin,
    )


def reach_of(account: Account, kind: str) -> str:
    """How far a kind reaches to an account: as e chose, else as is the custom; without an address, to the inbox."""
    if not account.email:
        return Reach.INBOX.value
    chosen = NoticeChoice.objects.filter(account=account, kind=kind).values_list("reach", flat=True).first()
    return chosen or tidings.KINDS[kind].custom


def inbox(account_id: int) -> QuerySet[Notice]:
    """Everything an account was told, newest first, of all games."""
    return Notice.objects.filter(account_id=account_id).select_related("game").order_by("-at", "-pk")


def unread(account_id: int) -> int:
    """How many notices an account has not opened."""
    return Notice.objects.filter(account_id=account_id, read_at=None).count()
