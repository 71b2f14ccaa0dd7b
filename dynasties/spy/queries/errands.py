"""What moves have left behind, for the Clerk and the Mastermind alone. (Rule Checkpoint Charlie)"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.models import Errand, Theatre
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
    """Game and errand, whose sealed moment has come. In a hiatus, none of them has."""
    halted = Hiatus.objects.filter(ended_at__isnull=True).values("game")
    waiting = Errand.objects.filter(next_check__isnull=False).exclude(theatre__game__in=halted)
    for each in waiting.select_related("theatre"):
        if datetime.fromisoformat(vault.unseal(each.sealed)["look_at"]) <= now:
            yield each.theatre.game_id, each.pk


def passages(theatre: Theatre, viewer: Agent | None, game: Game) -> list[Passage]:
    """All who passed, the oldest first: for the Mastermind alone, until everything is revealed."""
    allowed = theatre.revealed_id is not None or (viewer is not None and viewer.pk == game.mastermind_id)
    if not allowed:
        return []
    kept = ((each.uid, vault.unseal(each.sealed)) for each in Errand.objects.filter(theatre=theatre).order_by("pk"))
    return [
        Passage(
            uid, each["agent"], each["from"], each["to"], datetime.fromisoformat(each["due_at"]), each["post"]
        )
        for uid, each in kept if each["checkpoint"]
    ]  # fmt: skip
