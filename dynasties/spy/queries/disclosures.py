"""THE door to what was disclosed: to whom it was told, e reads it; whose it was, e sees that and what. (Top Secret)"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynasties.spy.models import Disclosure, Theatre
from nomic.core import vault
from nomic.core.models import Agent


@dataclass(frozen=True, slots=True)
class Told:
    """One thing about `owner` that an Agent was told: `what` it is, and what it was then, None for nothing."""

    at: datetime
    owner: int
    what: str
    value: str | None


@dataclass(frozen=True, slots=True)
class GivenAway:
    """That one thing about an Agent was disclosed to somebody: which, and when; e is not told to whom."""

    at: datetime
    what: str


@dataclass(frozen=True, slots=True)
class Own:
    """What a viewer was told about others, and what of eir own was disclosed to somebody: each the newest first."""

    told: tuple[Told, ...] = ()
    given: tuple[GivenAway, ...] = ()


def own(theatre: Theatre, agent: Agent | None) -> Own:
    """This viewer's part of it; nothing for who is not in the game."""
    if agent is None or not agent.in_game:
        return Own()
    rows = list(_rows(theatre))
    return Own(
        tuple(Told(at, kept["owner"], kept["what"], kept["value"]) for at, kept in rows if kept["to"] == agent.pk),
        tuple(GivenAway(at, kept["what"]) for at, kept in rows if kept["owner"] == agent.pk),
    )


def same_as(theatre: Theatre, owner_id: int, to_id: int, what: str, value: str | None) -> Disclosure | None:
    """For the act: the same thing told to the same Agent, if nothing else of it was told em since."""
    for row in Disclosure.objects.filter(theatre=theatre).order_by("-pk"):
        kept = vault.unseal(row.sealed)
        if (kept["owner"], kept["to"], kept["what"]) == (owner_id, to_id, what):
            return row if kept["value"] == value else None
    return None


def _rows(theatre: Theatre) -> Iterator[tuple[datetime, dict[str, Any]]]:
    for row in Disclosure.objects.filter(theatre=theatre).order_by("-pk"):
        yield row.at, vault.unseal(row.sealed)
