"""The step by which numbers and Ranks of several Agents change in one update of the tracker. (Rules Missions, Ranks)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynasties.actions import cells
from dynasties.actions.cells import Act, Written
from dynasties.mechanics.cells import Op
from dynasties.models import Update
from dynasties.queries import tracker
from dynasties.spy.actions.ledger import basis
from dynasties.spy.mechanics import ranks, rewards
from dynasties.spy.mechanics.ledger import RANK
from dynasties.spy.mechanics.rewards import Change
from dynasties.spy.models import Theatre
from dynasties.spy.queries import missions, theatres
from nomic.core.floor import Floor
from nomic.core.models import Agent


def changed(the_floor: Floor, agents: Sequence[Agent], changes: Sequence[Change]) -> list[Written]:
    """Step: what these changes make of each Agent's numbers. What the tracker keeps no longer is left out."""
    columns = tracker.column_rows(the_floor.game.pk, {each.column for each in changes})
    held = tracker.held_now(the_floor.game.pk, {row.pk for row, _ in columns.values()})

    def written() -> Iterator[Written]:
        for agent in agents:
            for each in changes:
                row, column = columns[each.column]
                before = held[row.pk, agent.pk][0] if (row.pk, agent.pk) in held else column.standard
                after = rewards.changed(column, before, each.add) if rewards.may_change(column) else before
                if after != before:
                    op = Op.GAIN if each.add > 0 else Op.LOSE
                    yield Written(row, column, agent.pk, agent.name, op.value, before, after)

    return list(written())


def ranked(the_floor: Floor, theatre: Theatre, agents: Sequence[Agent]) -> list[Written]:
    """Step: the Ranks that these Agents have by what they have completed, where the tracker shows others."""
    known, done = theatres.ledger(the_floor.game.pk), missions.completed(theatre)
    if RANK not in known.columns or not agents:
        return []
    row, column = known.columns[RANK]
    due = {each: ranks.rank(done[each.pk], the_floor.law) for each in agents}
    return [
        Written(row, column, agent.pk, agent.name, "set", known.of(agent.pk, RANK), rank.value)
        for agent, rank in due.items()
        if rank is not None and column.may_hold(rank.value) and known.of(agent.pk, RANK) != rank.value
    ]


def write(the_floor: Floor, by: Agent | None, comment: str, written: Sequence[Written], *, carried_by: str) -> Update:
    """Step: it stands in the tracker, under the rule that carries this mechanism."""
    return cells.write(the_floor, "tracker.updated", Act(by, comment, basis(the_floor, carried_by)), written)
