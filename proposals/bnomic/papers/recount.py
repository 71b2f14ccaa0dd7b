"""Every Proposal, told anew from the log: its Number, its Name, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nomic.core.models import Event, Game
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import Proposal
from proposals.bnomic.recounting.telling import NUMBERED, OPENED, SUBMITTED, Story, Told
from proposals.recounting.differences import Difference, Log, compare


def proposals(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each got its Number when it was submitted, and is what became of it; and none that is not told of."""
    rows = Proposal.objects.filter(game=game).select_related("post", "count").order_by("number")
    kept, story = {row.number: row for row in rows}, Story()
    yield from _numbered(log)
    for event in log.values():
        story.hear(event)
    for told in story.proposals.values():
        yield _proposal(told, kept.pop(told.number, None))
    for row in kept.values():
        yield [Difference(row.post.seq, f"Proposal {row.number}", row.state, None)]


def _numbered(log: Log) -> Iterator[list[Difference]]:
    """Each Number is the next after all before, or that from which an Administrator had them go on."""
    highest, numbered_from = 0, 1
    for event in log.values():
        if event.kind == NUMBERED:
            numbered_from = event.data["number"]
        elif event.kind == SUBMITTED:
            number = event.data["number"]
            yield compare(event.seq, f"Number of {event.subject}", number, max(highest + 1, numbered_from))
            highest = max(highest, number)


def _proposal(told: Told, row: Proposal | None) -> list[Difference]:
    if row is None:
        return [Difference(told.event.seq, f"Proposal {told.number}", None, told.state)]
    now, then = _as_kept(row), _as_told(told)
    seq = told.closed_seq or told.opened_seq or told.event.seq
    return [
        difference
        for name in then
        for difference in compare(seq, f"{name} of Proposal {told.number}", now[name], then[name])
    ]


def _as_kept(row: Proposal) -> dict[str, Any]:
    return {
        "name": row.name, "post": row.post.subject_key, "author": row.post.author_id, "version": row.post.version,
        "submission": row.submitted_at, "state": row.state, "opening": row.opened_seq, "close": row.closed_seq,
        "nweek": row.count.nweek if row.count else None, "passing": row.passed, "carrying out": row.carried_out_at,
    }  # fmt: skip


def _as_told(told: Told) -> dict[str, Any]:
    event = told.event
    return {
        "name": told.name, "post": event.subject, "author": event.actor_id, "version": told.version,
        "submission": event.at, "state": told.state.value, "opening": told.opened_seq, "close": told.closed_seq,
        "nweek": told.nweek, "passing": told.passed, "carrying out": told.carried_out_at,
    }  # fmt: skip


def openings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What was opened each time was all that was Pending."""
    story = Story()
    for event in log.values():
        if event.kind == OPENED:
            yield _opening(event, story)
        story.hear(event)


def _opening(event: Event, story: Story) -> list[Difference]:
    pending = [each.number for each in story.in_state(State.PENDING)]
    return compare(event.seq, f"what opened in nweek {event.data['nweek']}", event.data["numbers"], pending)
