"""Agents made idle: by what they had last said and asked for, and by the law as of the event before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from nomic.core import queries as core
from nomic.core.mechanics import idling
from nomic.core.mechanics.chain import decision_json, plain
from nomic.core.models import Event, Game
from proposals.recounting.differences import Difference, Log, compare
from proposals.recounting.people import STATES

ACTIVITY = ["post.made", "comment.made", "vote.cast"]
RETURNS = ["agent.admitted", "agent.unidled"]


@dataclass(slots=True)
class _Heard:
    """What the log has told by some event: when each Agent was last heard, and who waits to be made idle."""

    last: dict[str, datetime] = field(default_factory=dict)
    asking: set[str] = field(default_factory=set)

    def hear(self, event: Event) -> None:
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


def idlings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Agent idled; the log is read once, from its first event to its last."""
    heard = _Heard()
    for event in log.values():
        if event.kind == "agent.idled":
            yield _idling(event, heard)
        heard.hear(event)


def _idling(event: Event, heard: _Heard) -> list[Difference]:
    seq, subject, facts = event.seq, event.subject, event.data
    last = heard.last.get(subject, event.at)
    asked = event.actor_id is not None and subject in heard.asking
    then = core.law(event.game_id, seq - 1)
    if event.actor_id is None:
        decision = idling.clerk_may_idle(last_active=last, law=then, now=event.at)
    else:
        decision = idling.may_idle(asked=asked, last_active=last, law=then, now=event.at)
    found = compare(seq, f"event before the idling of {subject}", facts["as_of"], seq - 1)
    found += compare(seq, f"last word of {subject}", facts["last_active"], plain(last))
    found += compare(seq, f"request of {subject}", facts["asked"], asked)
    # What a dynastic rule idles somebody for, the log need not tell.
    if facts.get("because"):
        return found
    return found + compare(seq, f"grounds for idling {subject}", event.decision, decision_json(decision))
