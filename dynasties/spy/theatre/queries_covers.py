"""THE door to what is top secret: who sees which cover. (Rules Affiliation, Top Secret, Location)

`cover` and `covers` are for acts that have asked what the actor may; everything that is shown comes through `seen`
and `trail`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.models import Cover as CoverRow
from dynasties.spy.models import Theatre
from dynasties.spy.queries.theatres import keeps_the_secrets
from nomic.core import vault
from nomic.core.models import Agent, Game


@dataclass(frozen=True, slots=True)
class Entry:
    """One moment in the story of a cover: what it became and why. `n`: the number of its link in the private chain."""

    at: datetime
    cover: Cover
    why: str
    facts: dict[str, Any]
    n: int


def may_see(theatre: Theatre, owner_id: int, viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer, None for a visitor, sees an Agent's cover: eir own, as Mastermind all of them, or revealed."""
    if theatre.revealed_id is not None:
        return True
    own = viewer is not None and viewer.in_game and viewer.pk == owner_id
    return own or keeps_the_secrets(viewer, game)


def seen(theatre: Theatre, owner_id: int, viewer: Agent | None, game: Game) -> Cover | None:
    """An Agent's cover, if the viewer may see it; one who has none yet has an empty one."""
    return cover(theatre, owner_id) if may_see(theatre, owner_id, viewer, game) else None


def trail(theatre: Theatre, viewer: Agent | None, game: Game) -> list[Entry]:
    """Every moment of every cover that the viewer may see, the oldest first."""
    entries = [_entry(row) for row in CoverRow.objects.filter(theatre=theatre).select_related("private").order_by("pk")]
    return [each for each in entries if may_see(theatre, each.cover.agent, viewer, game)]


def cover(theatre: Theatre, agent_id: int) -> Cover:
    """For acts: an Agent's cover."""
    return covers(theatre, frozenset({agent_id}))[agent_id]


def covers(theatre: Theatre, agent_ids: frozenset[int]) -> dict[int, Cover]:
    """For acts: the covers of these Agents, an empty one for who has none yet."""
    found: dict[int, Cover] = {}
    # The newest first, until everybody's is found: whose a row is, only the key tells.
    for sealed in CoverRow.objects.filter(theatre=theatre).order_by("-pk").values_list("sealed", flat=True).iterator():
        each = Cover.read(vault.unseal(sealed))
        if each.agent in agent_ids:
            found.setdefault(each.agent, each)
        if len(found) == len(agent_ids):
            break
    return {key: found.get(key, Cover(key)) for key in agent_ids}


def _entry(row: CoverRow) -> Entry:
    kept = vault.unseal(row.sealed)
    return Entry(row.at, Cover.read(kept), kept["why"], kept["facts"], row.private.n)
