"""Columns go out of use with the rules that carry them, and returning Agents find what is theirs. (Rules 1.2 and 1.7)

Handlers of effects: see `nomic.effects`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dynasties.actions.cells import Act, Written, write
from dynasties.mechanics.column_rewording import ColumnReworded
from dynasties.models import Column as ColumnRow
from dynasties.queries import tracker, updates
from nomic.core.floor import Floor
from nomic.core.mechanics.effects import CameBack, LawChanged
from nomic.core.mechanics.names import fold
from nomic.core.models import Agent
from rulesets import queries as rules
from rulesets.actions.changing import Cause
from rulesets.mechanics.ruleset import Ruleset


def drop_column(the_floor: Floor, row: ColumnRow, *, cause: str = "", by: Agent | None = None, why: str = "") -> None:
    """Step: a column is no part of the tracker any more, and never again. What it held stays in its history."""
    row.dropped_at, row.dropped_seq = the_floor.now, the_floor.next_seq
    row.save(update_fields=["dropped_at", "dropped_seq"])
    the_floor.record(
        "column.dropped", actor=by, subject=f"column:{row.number}", name=row.name, cause=cause, why=why,
        rule=row.rule_id,
    )  # fmt: skip


def drop_carried_by_none(the_floor: Floor, *, cause: str = "") -> None:
    """Step: the columns of rules that are repealed go for good. Those of a void rule wait: it may be law again."""
    rows = list(ColumnRow.objects.filter(game=the_floor.game, dropped_seq__isnull=True).order_by("number"))
    ruleset = rules.ruleset(the_floor.game.pk) if rows else Ruleset()
    for row in rows:
        if ruleset.rule(row.rule_id) is None:
            drop_column(the_floor, row, cause=cause, why="rule-gone")


def rename_columns(the_floor: Floor, named: Sequence[ColumnReworded], cause: Cause) -> None:
    """Step: columns are called otherwise from now on. What they were called before, the log tells. (Rule 1.9)"""
    drop_carried_by_none(the_floor, cause=cause.subject)
    numbers = [each.column.number for each in named]
    rows = {row.number: row for row in ColumnRow.objects.filter(game=the_floor.game, number__in=numbers)}
    # Two may change places: for a moment each goes by its number, which is no name.
    for number, row in rows.items():
        row.folded = str(number)
        row.save(update_fields=["folded"])
    for each in named:
        row = rows[each.column.number]
        row.name, row.folded = each.name, fold(each.name)
        row.save(update_fields=["name", "folded"])
        the_floor.record(
            "column.renamed", actor=cause.by, subject=f"column:{row.number}", cause=cause.subject,
            before=each.column.name, name=each.name,
        )  # fmt: skip


def law_changed(the_floor: Floor, effect: LawChanged) -> None:
    """Handler: some rule may be gone."""
    drop_carried_by_none(the_floor)


def came_back(the_floor: Floor, effect: CameBack) -> None:
    """Handler: what of eirs has no meaning any more, or did not exist when e went, becomes what a newcomer gets."""
    agent = Agent.objects.get(pk=effect.agent_id)
    by = Agent.objects.get(pk=effect.by) if effect.by else None
    changed = [each for each in updates.on_return(the_floor.game, agent) if not each.kept]
    if not changed:
        return
    there = tracker.column_rows(the_floor.game.pk, [each.column.number for each in changed])
    held = tracker.held_now(the_floor.game.pk, [row.pk for row, _ in there.values()])
    cells = []
    for each in changed:
        row, column = there[each.column.number]
        before = held.get((row.pk, agent.pk), (None, 0))[0]
        cells.append(Written(row, column, agent.pk, agent.name, "return", before, each.value))
    write(the_floor, "tracker.updated", Act(by, rule=_by_rule(the_floor), cause=f"agent:{agent.pk}"), cells)


def _by_rule(the_floor: Floor) -> tuple[int, str] | None:
    """The rule that provides for coming back."""
    rule = rules.ruleset(the_floor.game.pk).titled(the_floor.law.rule("agents.idling"))
    return (rule.id, rule.title) if rule else None
