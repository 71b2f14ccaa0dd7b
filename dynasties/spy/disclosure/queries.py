"""Since when each Agent's time to declare an Affiliation runs; and THE door to what was disclosed: the reader sees
what was told, the owner that something was and what. (Rules Affiliation and Top Secret)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from dynasties.spy.dials import AFFILIATION
from dynasties.spy.theatre.models import Disclosure, Spy, Theatre
from nomic.core import vault
from nomic.core.games.models import Agent, AgentState
from nomic.core.law.models import LawSnapshot
from nomic.core.roster.models import Reign, Standing


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
        began = (began or at) if AFFILIATION.name in mechanisms else None
    return began


def _returns(agent_ids: dict[int, datetime]) -> list[tuple[int, datetime]]:
    """Every moment at which one of these became active who had not been."""
    found, before = [], dict[int, str]()
    for agent_id, state, at in (
        Standing.objects.filter(agent__in=agent_ids).order_by("seq", "pk").values_list("agent_id", "state", "at")
    ):
        if state == AgentState.ACTIVE and before.get(agent_id) != AgentState.ACTIVE:
            found.append((agent_id, at))
        before[agent_id] = state
    return found


def _abdications(game_id: int) -> list[tuple[int, datetime]]:
    """Every moment at which somebody ceased to be the Mastermind."""
    reigns = Reign.objects.filter(game_id=game_id).order_by("seq", "pk")
    return [
        (one.agent_id, other.at)
        for one, other in pairwise(reigns)
        if one.agent_id is not None and one.agent_id != other.agent_id
    ]


def due_declarations(now: datetime) -> list[tuple[int, int]]:
    """Whose time is to be looked at: game and row, in due order."""
    found = Spy.objects.filter(next_check__lte=now, theatre__ended_at=None).order_by("next_check", "pk")
    return list(found.values_list("theatre__game_id", "pk"))


# THE door to what was disclosed: to whom it was told, e reads it; whose it was, e sees that and what. (Top Secret)


@dataclass(frozen=True, slots=True)
class DisclosedThing:
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
class OwnDisclosures:
    """What a viewer was told about others, and what of eir own was disclosed to somebody: each the newest first."""

    told: tuple[DisclosedThing, ...] = ()
    given: tuple[GivenAway, ...] = ()


def own_disclosures(theatre: Theatre, agent: Agent | None) -> OwnDisclosures:
    """This viewer's part of it; nothing for who is not in the game."""
    if agent is None or not agent.in_game:
        return OwnDisclosures()
    rows = list(_rows(theatre))
    return OwnDisclosures(
        tuple(
            DisclosedThing(at, kept["owner"], kept["what"], kept["value"])
            for at, kept in rows
            if kept["to"] == agent.pk
        ),
        tuple(GivenAway(at, kept["what"]) for at, kept in rows if kept["owner"] == agent.pk),
    )


def same_disclosure(theatre: Theatre, owner_id: int, to_id: int, what: str, value: str | None) -> Disclosure | None:
    """For the act: the same thing told to the same Agent, if nothing else of it was told em since."""
    for row in Disclosure.objects.filter(theatre=theatre).order_by("-pk"):
        kept = vault.unseal(row.sealed)
        if (kept["owner"], kept["to"], kept["what"]) == (owner_id, to_id, what):
            return row if kept["value"] == value else None
    return None


def _rows(theatre: Theatre) -> Iterator[tuple[datetime, dict[str, Any]]]:
    for row in Disclosure.objects.filter(theatre=theatre).order_by("-pk"):
        yield row.at, vault.unseal(row.sealed)
