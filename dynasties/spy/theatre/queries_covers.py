"""THE door to what is top secret: who sees which cover. (Rules Affiliation, Top Secret, Location)

`cover_of` and `covers_of` are for acts that have asked what the actor may; everything that is shown comes through
`visible_cover` and `visible_trail`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynasties.spy.theatre.models import Cover, Theatre
from dynasties.spy.theatre.queries import keeps_the_secrets
from dynasties.spy.theatre.rules import SecretState
from nomic.core import vault
from nomic.core.games.models import Agent, Game


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One moment in the story of a cover: what it became and why. `n`: the number of its link in the private chain."""

    at: datetime
    cover: SecretState
    why: str
    facts: dict[str, Any]
    n: int


def may_see_cover(theatre: Theatre, owner_id: int, viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer, None for a visitor, sees an Agent's cover: eir own, as Mastermind all of them, or revealed."""
    if theatre.revealed_id is not None:
        return True
    own = viewer is not None and viewer.in_game and viewer.pk == owner_id
    return own or keeps_the_secrets(viewer, game)


def visible_cover(theatre: Theatre, owner_id: int, viewer: Agent | None, game: Game) -> SecretState | None:
    """An Agent's cover, if the viewer may see it; one who has none yet has an empty one."""
    return cover_of(theatre, owner_id) if may_see_cover(theatre, owner_id, viewer, game) else None


def visible_trail(theatre: Theatre, viewer: Agent | None, game: Game) -> list[TrailEntry]:
    """Every moment of every cover that the viewer may see, the oldest first."""
    entries = [
        _trail_entry(row) for row in Cover.objects.filter(theatre=theatre).select_related("private").order_by("pk")
    ]
    return [each for each in entries if may_see_cover(theatre, each.cover.agent, viewer, game)]


def cover_of(theatre: Theatre, agent_id: int) -> SecretState:
    """For acts: an Agent's cover."""
    return covers_of(theatre, frozenset({agent_id}))[agent_id]


def covers_of(theatre: Theatre, agent_ids: frozenset[int]) -> dict[int, SecretState]:
    """For acts: the covers of these Agents, an empty one for who has none yet."""
    found: dict[int, SecretState] = {}
    # The newest first, until everybody's is found: whose a row is, only the key tells.
    for sealed in Cover.objects.filter(theatre=theatre).order_by("-pk").values_list("sealed", flat=True).iterator():
        each = SecretState.from_json(vault.unseal(sealed))
        if each.agent in agent_ids:
            found.setdefault(each.agent, each)
        if len(found) == len(agent_ids):
            break
    return {key: found.get(key, SecretState(key)) for key in agent_ids}


def _trail_entry(row: Cover) -> TrailEntry:
    kept = vault.unseal(row.sealed)
    return TrailEntry(row.at, SecretState.from_json(kept), kept["why"], kept["facts"], row.private.n)
