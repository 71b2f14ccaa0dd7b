"""How each change of the tracker is made, tried out or in earnest; and what it is in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from dynasties.mechanics.cells import Op, outcome
from dynasties.mechanics.column_changes import ALL, DropColumn, MakeColumn, SetValue
from dynasties.mechanics.columns import Column, Held, Scope, shown
from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.changes import Change
from rulesets.mechanics.described import Line
from rulesets.mechanics.described import describe as described
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.ruleset import Ruleset
from rulesets.mechanics.steps import Case, Done, Fold, Problem, Step

KEPT = "tracker"  # in `State.more`
CellKey: TypeAlias = tuple[int, int | None]  # a column's number, and an Agent's id or None


@dataclass(frozen=True, slots=True)
class TrackerKept:
    """The columns that are not dropped, by number, and what their cells hold. Of secret ones it knows no values.

    `words` are what no column may be called; `spending_rule` bars spending what is not there, None where no rule does.
    """

    columns: Mapping[int, Column] = field(default_factory=dict)
    values: Mapping[CellKey, Held] = field(default_factory=dict)
    next_number: int = 1
    words: frozenset[str] = frozenset()
    spending_rule: str | None = None

    def live(self, ruleset: Ruleset) -> list[Column]:
        """The columns in use under that law: with its rule, a column goes out of use."""
        return [each for each in self.columns.values() if carries(ruleset, each.rule)]

    def carried(self, ruleset: Ruleset) -> list[Column]:
        """Those and the columns of void rules, which may be in use again."""
        return [each for each in self.columns.values() if ruleset.rule(each.rule) is not None]

    def holds(self, column: Column, agent: int | None) -> Held:
        return self.values.get((column.number, agent), column.standard)

    def with_column(self, column: Column) -> Self:
        number = column.number
        return replace(self, columns={**self.columns, number: column}, next_number=max(self.next_number, number + 1))

    def without(self, number: int) -> Self:
        return replace(self, columns={key: each for key, each in self.columns.items() if key != number})

    def with_values(self, column: Column, values: Mapping[int | None, Held]) -> Self:
        return replace(self, values={**self.values, **{(column.number, key): each for key, each in values.items()}})


def carries(ruleset: Ruleset, rule: int) -> bool:
    """Whether a rule carries anything: it is in force, and not void."""
    return ruleset.rule(rule) is not None and rule not in ruleset.void


def tracker_in(state: State) -> TrackerKept:
    kept = state.more.get(KEPT, TrackerKept())
    assert isinstance(kept, TrackerKept)
    return kept


def column_called(state: State, key: int | str, fold: Fold = str.casefold) -> Column | None:
    """The column in use of that number or name."""
    live = tracker_in(state).live(state.ruleset)
    return next((each for each in live if each.number == key or fold(each.name) == fold(str(key))), None)


def rule_called(state: State, key: int | str) -> int | None:
    """The id of the rule in force of that id or title."""
    rule = state.ruleset.rule(key) if isinstance(key, int) else state.ruleset.titled(key)
    return rule.id if rule and carries(state.ruleset, rule.id) else None


def make(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, MakeColumn)
    kept, wanted = tracker_in(case.state), case.fold(change.name)
    # The tracker keeps what a rule assigns to it.
    rule = rule_called(case.state, change.rule)
    if rule is None:
        return case.problem("column-rule-missing", rule=str(change.rule))
    # Two columns that look alike, or one called by a keyword, would make a sentence of the law mean two things.
    if any(case.fold(each.name) == wanted for each in kept.carried(case.state.ruleset)):
        return case.problem("column-name-taken", name=change.name)
    if wanted in {case.fold(word) for word in kept.words}:
        return case.problem("column-name-reserved", name=change.name)
    state = case.state.with_more(KEPT, kept.with_column(change.column(kept.next_number, rule)))
    return state, Step(case.index, change, rule=rule)


def drop(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, DropColumn)
    column = column_called(case.state, change.column, case.fold)
    if column is None:
        return case.problem("column-missing", column=str(change.column))
    state = case.state.with_more(KEPT, tracker_in(case.state).without(column.number))
    return state, Step(case.index, change, rule=column.rule)


def set_value(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, SetValue)
    column = column_called(case.state, change.column, case.fold)
    if column is None:
        return case.problem("column-missing", column=str(change.column))
    # A list that everybody reads sets nothing that is secret.
    if column.secret:
        return case.problem("column-is-secret", column=column.name)
    # The game has one value of it, or each Agent has.
    if (column.scope is Scope.GAME) != (change.agent is None):
        return case.problem("value-of-whom", column=column.name)
    whose = _whose(case.state, change.agent)
    if not whose:
        return case.problem("agent-missing", agent=str(change.agent))
    return _set(case, change, column, whose)


def _whose(state: State, agent: int | str | None) -> list[int | None]:
    """Whose cells are meant. All Agents are those who are not idle; an idle one can be named."""
    if agent == ALL:
        return [key for key, seat in state.agents.items() if seat.in_game and not seat.is_idle]
    if isinstance(agent, int):
        return [agent] if state.seat(agent) else []
    return [None]


def _set(case: Case, change: SetValue, column: Column, whose: list[int | None]) -> Done | Problem:
    kept = tracker_in(case.state)
    try:
        by = change.by(column)
    except Invalid as error:
        return case.problem("bad-value", said=error.text)
    before, after = {key: kept.holds(column, key) for key in whose}, dict[int | None, Held]()
    for key in whose:
        held = outcome(column, Op(change.op), before[key], by, kept.spending_rule)
        if not held.outcome:
            seat = case.state.agents.get(key or 0)
            return case.problem(
                "cannot-spend", name=seat.name if seat else "", column=column.name, has=str(before[key]), asked=str(by)
            )
        after[key] = held.outcome[0]
    if before == after:
        return case.problem("no-effect", column=column.name)
    state = case.state.with_more(KEPT, kept.with_values(column, after))
    return state, Step(case.index, change, _joined(column, before), _joined(column, after), column.rule)


def _joined(column: Column, values: Mapping[int | None, Held]) -> str:
    """The value, of one cell; of several nothing, for words say enough."""
    return shown(column, next(iter(values.values()))) if len(values) == 1 else ""


# -- in words ----------------------------------------------------------------------------------------


def describe(change: Change, state: State) -> Line:
    """As `described.describe` does; the column by its name, and what it shall hold spelled out."""
    match change:
        case MakeColumn():
            return _made(change, state)
        case SetValue():
            return _value(change, state)
    line = described(change, state)
    return replace(line, facts={**line.facts, "column": _called(state, line.facts["column"])})


def _made(change: MakeColumn, state: State) -> Line:
    column, line = change.column(0, 0), described(change, state)
    facts = {**line.facts, "least": _bound(column.least), "most": _bound(column.most)}
    facts |= {"standard": shown(column, column.standard), "secret": "secret" if column.secret else ""}
    return Line("make-column", facts)


def _value(change: SetValue, state: State) -> Line:
    line = described(change, state)
    facts = {**line.facts, "column": _called(state, line.facts["column"])}
    return Line(f"{change.op}-value", {**facts, "agent": "" if change.agent in (None, ALL) else facts["agent"],
                                       "all": "all" if change.agent == ALL else ""})  # fmt: skip


def _called(state: State, key: str) -> str:
    column = column_called(state, int(key) if key.isdigit() else key)
    return column.name if column else key


def _bound(value: int | None) -> str:
    return "" if value is None else str(value)
