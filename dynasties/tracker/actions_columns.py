"""Columns are made and dropped by enactments and with the rules that carry them; returning Agents get their values.
(Rules 1.2, 1.5 and 1.7)
"""

from __future__ import annotations

from dynasties.tracker import queries as tracker_queries, queries_updates as tracker_queries_updates
from dynasties.tracker.actions import TrackerAct, WrittenCell, write_values
from dynasties.tracker.models import Column
from dynasties.tracker.rules_columns import DropColumn, MakeColumn, SetValue, apply_set_value, column_called, tracker_in
from nomic.core.effects import CameBack, LawChanged
from nomic.core.floor import Floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.law.dials import AGENTS_IDLING
from nomic.core.roster.rules import fold_name
from rulesets.changes import queries as changes_queries
from rulesets.changes.actions import Cause
from rulesets.changes.rules import GameState
from rulesets.changes.rules_steps import ChangeCase, ChangeProblem, ChangeStep
from rulesets.history import queries as history_queries
from rulesets.text.rules import Ruleset


def drop_column(the_floor: Floor, row: Column, *, cause: str = "", by: Agent | None = None, why: str = "") -> None:
    """Step: a column is no part of the tracker any more, and never again. What it held stays in its history."""
    row.dropped_at, row.dropped_seq = the_floor.now, the_floor.next_seq
    row.save(update_fields=["dropped_at", "dropped_seq"])
    the_floor.record(
        "column.dropped",
        actor=by,
        subject=f"column:{row.number}",
        name=row.name,
        cause=cause,
        why=why,
        rule=row.rule_id,
    )


def drop_carried_by_none(the_floor: Floor, *, cause: str = "") -> None:
    """Step: the columns of rules that are repealed go for good. Those of a void rule wait: it may be law again."""
    rows = list(Column.objects.filter(game=the_floor.game, dropped_seq__isnull=True).order_by("number"))
    ruleset = history_queries.ruleset(the_floor.game.pk) if rows else Ruleset()
    for row in rows:
        if ruleset.rule(row.rule_id) is None:
            drop_column(the_floor, row, cause=cause, why="rule-gone")


def drop_orphaned_columns(the_floor: Floor, effect: LawChanged) -> None:
    """Handler: some rule may be gone."""
    drop_carried_by_none(the_floor)


def restore_values(the_floor: Floor, effect: CameBack) -> None:
    """Handler: what of eirs has no meaning any more, or did not exist when e went, becomes what a newcomer gets."""
    agent = Agent.objects.get(pk=effect.agent_id)
    by = Agent.objects.get(pk=effect.by) if effect.by else None
    changed = [each for each in tracker_queries_updates.values_for_return(the_floor.game, agent) if not each.is_kept]
    if not changed:
        return
    there = tracker_queries.column_rows(the_floor.game.pk, [each.column.number for each in changed])
    held = tracker_queries.value_now(the_floor.game.pk, [row.pk for row, _ in there.values()])
    cells = []
    for each in changed:
        row, column = there[each.column.number]
        before = held.get((row.pk, agent.pk), (None, 0))[0]
        cells.append(WrittenCell(row, column, agent.pk, agent.name, "return", before, each.value))
    write_values(
        the_floor, "tracker.updated", TrackerAct(by, rule=_by_rule(the_floor), cause=f"agent:{agent.pk}"), cells
    )


def _by_rule(the_floor: Floor) -> tuple[int, str] | None:
    """The rule that provides for coming back."""
    rule = history_queries.ruleset(the_floor.game.pk).rule_by_title(the_floor.law.rule(AGENTS_IDLING))
    return (rule.id, rule.title) if rule else None


# What change lists do to the tracker, written down in the floor of the enactment. (Rules 1.5 and 1.7)


def write_made_column(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """A column comes into being. The name may have been that of one whose rule an earlier change has repealed."""
    assert isinstance(step.change, MakeColumn)
    assert step.rule is not None
    drop_carried_by_none(the_floor, cause=cause.subject)
    made = step.change.column(games_queries.next_number(Column.objects.filter(game=the_floor.game)), step.rule)
    Column.objects.create(
        game=the_floor.game,
        number=made.number,
        name=made.name,
        folded=fold_name(made.name),
        kind=made.kind.value,
        scope=made.scope.value,
        least=made.least,
        most=made.most,
        choices=list(made.choices),
        standard=made.standard,
        secret=made.secret,
        rule_id=made.rule,
        made_at=the_floor.now,
        made_seq=the_floor.next_seq,
        cause=cause.subject,
    )
    the_floor.record(
        "column.made",
        actor=cause.by,
        subject=f"column:{made.number}",
        cause=cause.subject,
        name=made.name,
        column_kind=made.kind.value,
        scope=made.scope.value,
        least=made.least,
        most=made.most,
        choices=list(made.choices),
        standard=made.standard,
        secret=made.secret,
        rule=made.rule,
        rule_title=_rule_title(the_floor, made.rule),
    )


def write_dropped_column(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, DropColumn)
    column = column_called(changes_queries.current_state(the_floor.game), step.change.column, fold_name)
    assert column is not None
    row = Column.objects.get(game=the_floor.game, number=column.number)
    drop_column(the_floor, row, cause=cause.subject, by=cause.by)


def write_set_values(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """Cells get what the list gives them, in one act: the mechanic that tried it out says what that is."""
    change, state = step.change, changes_queries.current_state(the_floor.game)
    assert isinstance(change, SetValue)
    column = column_called(state, change.column, fold_name)
    assert column is not None
    there = tracker_queries.column_rows(the_floor.game.pk, [column.number])
    before, after = tracker_in(state), tracker_in(_column_after(state, step))
    cells = [
        WrittenCell(
            *there[number],
            agent,
            state.agents[agent].name if agent else "",
            change.op,
            before.holds(column, agent),
            value,
        )
        for (number, agent), value in after.values.items()
        if number == column.number and before.holds(column, agent) != value
    ]
    act = TrackerAct(cause.by, rule=(column.rule, _rule_title(the_floor, column.rule)), cause=cause.subject)
    write_values(the_floor, "tracker.updated", act, cells)


def _column_after(state: GameState, step: ChangeStep) -> GameState:
    done = apply_set_value(ChangeCase(state, step.index, history_queries.text_check(), fold_name), step.change)
    assert not isinstance(done, ChangeProblem)
    return done[0]


def _rule_title(the_floor: Floor, rule_id: int) -> str:
    rule = history_queries.ruleset(the_floor.game.pk).rule(rule_id)
    return rule.title if rule else ""
