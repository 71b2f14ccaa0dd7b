"""What change lists do to the tracker, written down in the floor of the enactment. (Rules 1.5 and 1.7)"""

from __future__ import annotations

from dynasties.actions.cells import Act, Written
from dynasties.actions.cells import write as write_cells
from dynasties.actions.columns import drop_carried_by_none, drop_column
from dynasties.mechanics.column_appliers import column_called, set_value, tracker_in
from dynasties.mechanics.column_changes import DropColumn, MakeColumn, SetValue
from dynasties.models import Column as ColumnRow
from dynasties.queries import tracker
from nomic.core import queries as core
from nomic.core.floor import Floor
from nomic.core.mechanics.names import fold
from rulesets import queries as rules
from rulesets.actions.changing import Cause
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.steps import Case, Problem, Step


def make(the_floor: Floor, step: Step, cause: Cause) -> None:
    """A column comes into being. The name may have been that of one whose rule an earlier change has repealed."""
    assert isinstance(step.change, MakeColumn)
    assert step.rule is not None
    drop_carried_by_none(the_floor, cause=cause.subject)
    made = step.change.column(core.next_number(ColumnRow.objects.filter(game=the_floor.game)), step.rule)
    ColumnRow.objects.create(
        game=the_floor.game, number=made.number, name=made.name, folded=fold(made.name), kind=made.kind.value,
        scope=made.scope.value, least=made.least, most=made.most, choices=list(made.choices), standard=made.standard,
        secret=made.secret, rule_id=made.rule, made_at=the_floor.now, made_seq=the_floor.next_seq, cause=cause.subject,
    )  # fmt: skip
    the_floor.record(
        "column.made", actor=cause.by, subject=f"column:{made.number}", cause=cause.subject, name=made.name,
        column_kind=made.kind.value, scope=made.scope.value, least=made.least, most=made.most,
        choices=list(made.choices), standard=made.standard, secret=made.secret, rule=made.rule,
        rule_title=_title(the_floor, made.rule),
    )  # fmt: skip


def drop(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, DropColumn)
    column = column_called(rules.state(the_floor.game), step.change.column, fold)
    assert column is not None
    row = ColumnRow.objects.get(game=the_floor.game, number=column.number)
    drop_column(the_floor, row, cause=cause.subject, by=cause.by)


def write(the_floor: Floor, step: Step, cause: Cause) -> None:
    """Cells get what the list gives them, in one act: the mechanic that tried it out says what that is."""
    change, state = step.change, rules.state(the_floor.game)
    assert isinstance(change, SetValue)
    column = column_called(state, change.column, fold)
    assert column is not None
    there = tracker.column_rows(the_floor.game.pk, [column.number])
    before, after = tracker_in(state), tracker_in(_after(state, step))
    cells = [
        Written(
            *there[number], agent, state.agents[agent].name if agent else "", change.op,
            before.holds(column, agent), value,
        )
        for (number, agent), value in after.values.items()
        if number == column.number and before.holds(column, agent) != value
    ]  # fmt: skip
    act = Act(cause.by, rule=(column.rule, _title(the_floor, column.rule)), cause=cause.subject)
    write_cells(the_floor, "tracker.updated", act, cells)


def _after(state: State, step: Step) -> State:
    done = set_value(Case(state, step.index, rules.checker(), fold), step.change)
    assert not isinstance(done, Problem)
    return done[0]


def _title(the_floor: Floor, rule_id: int) -> str:
    rule = rules.ruleset(the_floor.game.pk).rule(rule_id)
    return rule.title if rule else ""
