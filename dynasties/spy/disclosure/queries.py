"""Since when each Agent's time to declare an Affiliation runs. All of it follows from what is public. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from dynasties.spy.models import Spy
from nomic.core.models import AgentState, LawSnapshot, Reign, Standing


def counted_since(game_id: int, spies: Sequence[Spy]) -> dict[int, datetime]:
    """By Agent: since when the rule counts em without a break. Who was idle, away or the Mastermind begins anew, and so
    does everybody with a rule that had been gone.

    It does not ask who has declared: then it would tell.
    """
    ruled = _ruled_since(game_id) if spies else None
    since = {each.agent_id: max(each.since_at, ruled or each.since_at) for each in spies}
    for agent_id, at in [*_returns(since), *_abdications(game_id)]:
        if agent_id in since:
            since[agent_id] = max(since[agent_id], at)
    return since


def _ruled_since(game_id: int) -> datetime | None:
    """Since when the law has had Affiliations declared without a break; None where it does not."""
    began = None
    for at, mechanisms in LawSnapshot.objects.filter(game_id=game_id).order_by("seq").values_list("at", "mechanisms"):
        began = (began or at) if "spy.affiliation" in mechanisms else None
    return began


def _returns(agent_ids: dict[int, datetime]) -> list[tuple[int, datetime]]:
    """Every moment at which one of these became active who had not been."""
    found, before = [], dict[int, str]()
    for agent_id, state, at in Standing.objects.filter(agent__in=agent_ids).order_by("seq", "pk").values_list(
        "agent_id", "state", "at"
    ):
        if state == AgentState.ACTIVE and before.get(agent_id) != AgentState.ACTIVE:
            found.append((agent_id, at))
        before[agent_id] = state
    return found


def _abdications(game_id: int) -> list[tuple[int, datetime]]:
    """Every moment at which somebody ceased to be the Mastermind."""
    reigns = Reign.objects.filter(game_id=game_id).order_by("seq", "pk")
    return [
        (one.agent_id, other.at) for one, other in pairwise(reigns)
        if one.agent_id is not None and one.agent_id != other.agent_id
    ]  # fmt: skip


def due(now: datetime) -> list[tuple[int, int]]:
    """Whose time is to be looked at: game and row, in due order."""
    found = Spy.objects.filter(next_check__lte=now, theatre__ended_at=None).order_by("next_check", "pk")
    return list(found.values_list("theatre__game_id", "pk"))
