"""Every ballot counted anew: from the votes, lists and states that the log tells of, and the roster and law of then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nomic.core import queries as core
from nomic.core.mechanics.chain import plain
from nomic.core.models import Event, Game
from proposals.bnomic.mechanics import ballot
from proposals.bnomic.mechanics.ballot import Counting, count
from proposals.bnomic.mechanics.recording import facts_json, trace_json
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import NweekCount, Relation
from proposals.bnomic.recounting.laws import Laws
from proposals.bnomic.recounting.telling import COUNTED, Story
from proposals.recounting.differences import Difference, Log, compare


def counts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each count as its event and its row have it, and as it comes out; and no row of a count that is not told of."""
    kept = {row.seq: row for row in NweekCount.objects.filter(game=game)}
    laws, story = Laws(game, log), Story()
    for event in log.values():
        if event.kind == COUNTED:
            yield [*_count(event, story, laws), *_row(event, kept.pop(event.seq, None))]
        story.hear(event)
    for seq, row in kept.items():
        yield [Difference(seq, str(row), row.nweek, None)]


def _count(event: Event, story: Story, laws: Laws) -> list[Difference]:
    again, recorded = _again(event, story, laws), event.data
    found = []
    for name in ("law", "proposals", "lost_before"):
        what = f"{name} in the count of nweek {recorded['nweek']}"
        found += compare(event.seq, what, recorded["facts"].get(name), again["facts"][name])
    for name in ("trace", "strength", "passed"):
        found += compare(event.seq, f"{name} of the count of nweek {recorded['nweek']}", recorded[name], again[name])
    return found


def _again(event: Event, story: Story, laws: Laws) -> dict[str, Any]:
    """What the event would say."""
    law, lost = Counting.of(laws.after(event.seq - 1)), [each.number for each in story.in_state(State.LOST)]
    open_ones = _ballot(event, story)
    counted = count(open_ones, lost, law=law)
    again = plain({
        "facts": facts_json(open_ones, lost, law), "trace": trace_json(counted.trace), "strength": counted.strength,
        "passed": counted.passed,
    })  # fmt: skip
    assert isinstance(again, dict)
    return again


def _ballot(event: Event, story: Story) -> list[ballot.Proposal]:
    """What was Open, with the Final Votes of those who were Players then."""
    there = core.roster_facts(event.game_id, event.seq - 1).members
    players = {each.id: each.name for each in there if each.playing}
    return [
        ballot.Proposal(
            told.number, {players[who]: vote for who, vote in told.final.items() if who in players},
            told.meant(Relation.DEPENDS.value), told.meant(Relation.CONFLICTS.value),
        )
        for told in story.in_state(State.OPEN)
    ]  # fmt: skip


def _row(event: Event, row: NweekCount | None) -> list[Difference]:
    what, told = f"row of the count of nweek {event.data['nweek']}", event.data
    if row is None:
        return [Difference(event.seq, what, None, event.kind)]
    now = {
        "nweek": row.nweek, "due_at": plain(row.due_at), "at": row.at, "facts": row.facts, "trace": row.trace,
    }  # fmt: skip
    return [
        difference
        for name, value in now.items()
        for difference in compare(event.seq, f"{name} in the {what}", value, event.at if name == "at" else told[name])
    ]
