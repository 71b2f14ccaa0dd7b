"""What moves have left behind, for the Clerk and the Mastermind alone. (Rule Checkpoint Charlie)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynasties.spy.models import Errand, Theatre
from dynasties.spy.queries.theatres import keeps_the_secrets
from nomic.core import vault
from nomic.core.models import Agent, Game, Hiatus


@dataclass(frozen=True, slots=True)
class Passage:
    """Somebody passed Checkpoint Charlie. `post` is the number of what the journal tells of it, once it does."""

    uid: str
    agent: int
    origin: str
    to: str
    due_at: datetime
    post: int | None


def errands_due(now: datetime) -> Iterator[tuple[int, int]]:
    """Game and errand, whose sealed moment has come, or whose time is over. In a hiatus, none of them has."""
    halted = Hiatus.objects.filter(ended_at__isnull=True).values("game")
    waiting = Errand.objects.filter(next_check__isnull=False).exclude(theatre__game__in=halted)
    for each in waiting.select_related("theatre"):
        if is_due(each, vault.unseal(each.sealed), now):
            yield each.theatre.game_id, each.pk


def is_due(errand: Errand, kept: Mapping[str, Any], now: datetime) -> bool:
    """For acts: whether the Clerk opens one that waits, or, after the time in which any can be opened, closes it."""
    assert errand.next_check is not None  # it waits
    opens = not kept["opened"] and datetime.fromisoformat(kept["look_at"]) <= now
    return opens or errand.next_check <= now


def passages(theatre: Theatre, viewer: Agent | None, game: Game) -> list[Passage]:
    """All who passed, the oldest first: for the Mastermind alone, until everything is revealed."""
    if theatre.revealed_id is None and not keeps_the_secrets(viewer, game):
        return []
    kept = ((each.uid, vault.unseal(each.sealed)) for each in Errand.objects.filter(theatre=theatre).order_by("pk"))
    return [
        Passage(
            uid, each["agent"], each["from"], each["to"], datetime.fromisoformat(each["due_at"]), each["post"]
        )
        for uid, each in kept if each["checkpoint"]
    ]  # fmt: skip
