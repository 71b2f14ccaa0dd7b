"""Who was what: standings and reigns, told from the log."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core import queries as core
from nomic.core.models import Agent, Event, Game, Reign, Standing
from proposals.recounting.differences import Difference, Log, compare

STATES = {"agent.admitted": "active", "agent.unidled": "active", "agent.idled": "idle",
          "agent.left": "left", "agent.removed": "removed"}  # fmt: skip
BARS = {"agent.barred": True, "agent.unbarred": False}
OFFICES = {"agent.made-admin": True, "agent.unmade-admin": False, "agent.left": False, "agent.removed": False}


def standings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every standing, told from the log; then the Agents as they are, against their newest standings."""
    before: dict[int, tuple[str, bool, str]] = {}
    for row in Standing.objects.filter(game=game).order_by("seq", "pk"):
        told = _told(row, log.get(row.seq), before.get(row.agent_id))
        before[row.agent_id] = told
        yield compare(row.seq, f"standing of agent:{row.agent_id}", (row.state, row.is_admin, row.name), told)
    now, history = core.current_roster_facts(game), core.roster_facts(game.pk)
    yield compare(game.last_seq, "roster", _by_id(now), _by_id(history))
    yield compare(game.last_seq, "mastermind", now.mastermind, history.mastermind)
    told_barred = {each.subject: BARS[each.kind] for each in log.values() if each.kind in BARS}
    yield compare(game.last_seq, "barred", _barred(game), {who for who, is_barred in told_barred.items() if is_barred})


def _told(row: Standing, event: Event | None, before: tuple[str, bool, str] | None) -> tuple[str, bool, str]:
    if event is None or event.subject != f"agent:{row.agent_id}":
        return before or ("", False, "")
    state, is_admin, name = before or ("", False, "")
    # Only a founder is admitted by nobody, and is an Admin from the start.
    is_admin = event.actor_id is None if event.kind == "agent.admitted" else OFFICES.get(event.kind, is_admin)
    return STATES.get(event.kind, state), is_admin, event.data.get("name", name)


def _barred(game: Game) -> set[str]:
    return {f"agent:{key}" for key in Agent.objects.filter(game=game, barred=True).values_list("pk", flat=True)}


def _by_id(facts: core.RosterFacts) -> list[core.Member]:
    return sorted(facts.members, key=lambda member: member.id)


def reigns(game: Game, log: Log) -> Iterator[list[Difference]]:
    for row in Reign.objects.filter(game=game):
        subject = f"agent:{row.agent_id}" if row.agent_id else ""
        event = log.get(row.seq)
        yield compare(row.seq, "mastermind", subject, event.subject if event else None)
