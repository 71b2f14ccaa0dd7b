"""Recount standings, reigns and idlings: from the log, and by the law as of the event before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from nomic.core.chain import decision_json, plain_json
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from nomic.core.roster.models import Reign, Standing

STATES = {
    "agent.admitted": "active",
    "agent.unidled": "active",
    "agent.idled": "idle",
    "agent.left": "left",
    "agent.removed": "removed",
}
BARS = {"agent.barred": True, "agent.unbarred": False}
OFFICES = {"agent.made-admin": True, "agent.unmade-admin": False, "agent.left": False, "agent.removed": False}


def recount_standings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every standing, told from the log; then the Agents as they are, against their newest standings."""
    before: dict[int, tuple[str, bool, str]] = {}
    for row in Standing.objects.filter(game=game).order_by("seq", "pk"):
        told = _standing_in_log(row, log.get(row.seq), before.get(row.agent_id))
        before[row.agent_id] = told
        yield compare_values(row.seq, f"standing of agent:{row.agent_id}", (row.state, row.is_admin, row.name), told)
    now, history = roster_queries.current_roster_facts(game), roster_queries.roster_facts(game.pk)
    yield compare_values(game.last_seq, "roster", _by_id(now), _by_id(history))
    yield compare_values(game.last_seq, "mastermind", now.mastermind, history.mastermind)
    told_barred = {each.subject: BARS[each.kind] for each in log.values() if each.kind in BARS}
    yield compare_values(
        game.last_seq, "barred", _barred_subjects(game), {who for who, is_barred in told_barred.items() if is_barred}
    )


def _standing_in_log(row: Standing, event: Event | None, before: tuple[str, bool, str] | None) -> tuple[str, bool, str]:
    if event is None or event.subject != f"agent:{row.agent_id}":
        return before or ("", False, "")
    state, is_admin, name = before or ("", False, "")
    # Only a founder is admitted by nobody, and is an Admin from the start.
    is_admin = event.actor_id is None if event.kind == "agent.admitted" else OFFICES.get(event.kind, is_admin)
    return STATES.get(event.kind, state), is_admin, event.data.get("name", name)


def _barred_subjects(game: Game) -> set[str]:
    return {f"agent:{key}" for key in Agent.objects.filter(game=game, barred=True).values_list("pk", flat=True)}


def _by_id(facts: roster_queries.RosterFacts) -> list[roster_queries.Member]:
    return sorted(facts.members, key=lambda member: member.id)


def recount_reigns(game: Game, log: Log) -> Iterator[list[Difference]]:
    for row in Reign.objects.filter(game=game):
        subject = f"agent:{row.agent_id}" if row.agent_id else ""
        event = log.get(row.seq)
        yield compare_values(row.seq, "mastermind", subject, event.subject if event else None)


# Agents made idle: by what they had last said and asked for, and by the law as of the event before.

ACTIVITY = ["post.made", "comment.made", "vote.cast"]
RETURNS = ["agent.admitted", "agent.unidled"]


@dataclass(slots=True)
class _ActivityLog:
    """What the log has told by some event: when each Agent was last heard, and who waits to be made idle."""

    last: dict[str, datetime] = field(default_factory=dict)
    asking: set[str] = field(default_factory=set)

    def add_event(self, event: Event) -> None:
        if event.kind in ACTIVITY:
            self.last[f"agent:{event.actor_id}"] = event.at
        elif event.kind in RETURNS:
            self.last[event.subject] = event.at
        for agent_id in event.data.get("heard", ()):
            self.last[f"agent:{agent_id}"] = event.at
        if event.kind == "agent.asked-idle":
            self.asking.add(event.subject)
        elif event.kind in STATES:
            self.asking.discard(event.subject)


def recount_idlings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Agent idled; the log is read once, from its first event to its last."""
    heard = _ActivityLog()
    for event in log.values():
        if event.kind == "agent.idled":
            yield _idling_differences(event, heard)
        heard.add_event(event)


def _idling_differences(event: Event, heard: _ActivityLog) -> list[Difference]:
    seq, subject, facts = event.seq, event.subject, event.data
    last = heard.last.get(subject, event.at)
    asked = event.actor_id is not None and subject in heard.asking
    then = law_queries.law(event.game_id, seq - 1)
    if event.actor_id is None:
        decision = roster_rules.clerk_may_idle(last_active=last, law=then, now=event.at)
    else:
        decision = roster_rules.may_idle(asked=asked, last_active=last, law=then, now=event.at)
    found = compare_values(seq, f"event before the idling of {subject}", facts["as_of"], seq - 1)
    found += compare_values(seq, f"last word of {subject}", facts["last_active"], plain_json(last))
    found += compare_values(seq, f"request of {subject}", facts["asked"], asked)
    # What a dynastic rule idles somebody for, the log need not tell.
    if facts.get("because"):
        return found
    return found + compare_values(seq, f"grounds for idling {subject}", event.decision, decision_json(decision))
