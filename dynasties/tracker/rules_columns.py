"""How change lists make columns, drop them and set values. (Rules 1.5 and 1.7)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self, TypeAlias

from dynasties.tracker.rules import (
    CellOp,
    ColumnFacts,
    ColumnKind,
    Held,
    Scope,
    cell_outcome,
    choices_of,
    read_amount,
    read_number,
    standard_of,
    value_text,
)
from nomic.core.decision import Invalid
from nomic.core.roster.rules import normalize_name
from rulesets.changes.rules import Change, GameState, Plain, read_id, read_text
from rulesets.changes.rules_kinds import ChangeSummary, describe_plainly
from rulesets.changes.rules_steps import ChangeCase, ChangeOutcome, ChangeProblem, ChangeStep, Fold
from rulesets.text.rules import Ruleset

ALL = "all"  # every Agent who is not idle
LONGEST_VALUE = 200


def read_name(value: object) -> str:
    """A column's name, or a rule's title. Figures alone would be taken for a number."""
    name = normalize_name(" ".join(read_text(value).split()))
    if name.isdigit():
        raise Invalid("", "a name needs a letter", "no-letter")
    return name


def read_key(value: object) -> int | str:
    """A rule or a column: its id or number, or its title or name."""
    return read_id(value) if isinstance(value, int) and not isinstance(value, bool) else read_name(value)


def read_kind(value: object) -> str:
    return ColumnKind(_one_of(value, [each.value for each in ColumnKind]))


def read_scope(value: object) -> str:
    return Scope(_one_of(value, [each.value for each in Scope]))


def read_op(value: object) -> str:
    return CellOp(_one_of(value, [each.value for each in CellOp]))


def read_bound(value: object) -> int | None:
    return None if value is None else read_number(value)


def read_switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise Invalid("", "this must be true or false", "no-switch")
    return value


def read_value(value: object) -> Plain:
    """A value as it was typed; which it is, only its column tells."""
    if value is None or isinstance(value, int):
        return value
    return " ".join(read_text(value, LONGEST_VALUE).split())


def read_choices(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Invalid("", "choices are a list", "not-a-list")
    return tuple(" ".join(read_text(each, LONGEST_VALUE).split()) for each in value)


def read_whose(value: object) -> int | str | None:
    """Whose cell: an Agent's id, “all”, or None for the game's own."""
    return value if value is None or value == ALL else read_id(value)


def _one_of(value: object, known: list[str]) -> str:
    if isinstance(value, str) and value in known:
        return value
    raise Invalid("", "this must be one of " + ", ".join(f"“{each}”" for each in known), "unknown")


@dataclass(frozen=True, slots=True)
class MakeColumn(Change):
    """A new column. What a newcomer gets is its `standard`; a number is at least 0 unless `least` says otherwise."""

    name: str
    column_kind: str
    rule: int | str
    scope: str = Scope.AGENT
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    standard: Plain = None
    secret: bool = False

    kind = "make-column"
    shape = MappingProxyType(
        {
            "name": read_name,
            "column_kind": read_kind,
            "rule": read_key,
            "scope": read_scope,
            "least": read_bound,
            "most": read_bound,
            "choices": read_choices,
            "standard": read_value,
            "secret": read_switch,
        }
    )

    def __post_init__(self) -> None:
        """Raises `Invalid` at the field that contradicts the others."""
        self.column(0, 0)

    def column(self, its_number: int, rule: int) -> ColumnFacts:
        """The column that it makes, carried by that rule."""
        kind = ColumnKind(self.column_kind)
        if kind is not ColumnKind.NUMBER and (self.least is not None or self.most is not None):
            raise Invalid("least", "only a number has bounds", "no-bounds")
        if kind is not ColumnKind.CHOICE and self.choices:
            raise Invalid("choices", "only a choice has choices", "no-choices")
        made = ColumnFacts(its_number, self.name, kind, Scope(self.scope), secret=self.secret, rule=rule)
        if kind is ColumnKind.NUMBER:
            made = self._with_bounds(made)
        if kind is ColumnKind.CHOICE:
            made = replace(made, choices=choices_of(self.choices))
        return replace(made, standard=self._standard(made))

    def _with_bounds(self, made: ColumnFacts) -> ColumnFacts:
        # A number that the game keeps is zero or greater unless a rule says otherwise.
        least = 0 if self.least is None else self.least
        if self.most is not None and self.most <= least:
            raise Invalid("most", f"this must be more than {least}", "bounds-crossed")
        return replace(made, least=least, most=self.most)

    def _standard(self, made: ColumnFacts) -> Held:
        try:
            return standard_of(made, self.standard)
        except Invalid as error:
            raise Invalid("standard", error.text, error.code) from None


@dataclass(frozen=True, slots=True)
class DropColumn(Change):
    column: int | str

    kind = "drop-column"
    shape = MappingProxyType({"column": read_key})


@dataclass(frozen=True, slots=True)
class SetValue(Change):
    """A cell's new value, or what is added to it or taken from it.

    `agent`: an id, “all”, or None for the game's own.
    """

    column: int | str
    value: Plain
    agent: int | str | None = None
    op: str = CellOp.SET

    kind = "set-value"
    shape = MappingProxyType({"column": read_key, "value": read_value, "agent": read_whose, "op": read_op})

    def by(self, column: ColumnFacts) -> Held:
        """What is set, added or taken. Raises `Invalid` for what this column does not hold."""
        return read_amount(column, CellOp(self.op), self.value)


# How each change of the tracker is made, tried out or in earnest; and what it is in words.

TRACKER_KEPT = "tracker"  # in `State.more`
CellKey: TypeAlias = tuple[int, int | None]  # a column's number, and an Agent's id or None


@dataclass(frozen=True, slots=True)
class TrackerKept:
    """The columns that are not dropped, by number, and what their cells hold. Of secret ones it knows no values.

    `words` are what no column may be called; `spending_rule` bars spending what is not there, None where no rule does.
    """

    columns: Mapping[int, ColumnFacts] = field(default_factory=dict)
    values: Mapping[CellKey, Held] = field(default_factory=dict)
    next_number: int = 1
    words: frozenset[str] = frozenset()
    spending_rule: str | None = None

    def live(self, ruleset: Ruleset) -> list[ColumnFacts]:
        """The columns in use under that law: with its rule, a column goes out of use."""
        return [each for each in self.columns.values() if carries(ruleset, each.rule)]

    def carried_columns(self, ruleset: Ruleset) -> list[ColumnFacts]:
        """Those and the columns of void rules, which may be in use again."""
        return [each for each in self.columns.values() if ruleset.rule(each.rule) is not None]

    def holds(self, column: ColumnFacts, agent: int | None) -> Held:
        return self.values.get((column.number, agent), column.standard)

    def with_column(self, column: ColumnFacts) -> Self:
        number = column.number
        return replace(self, columns={**self.columns, number: column}, next_number=max(self.next_number, number + 1))

    def without(self, number: int) -> Self:
        return replace(self, columns={key: each for key, each in self.columns.items() if key != number})

    def with_values(self, column: ColumnFacts, values: Mapping[int | None, Held]) -> Self:
        return replace(self, values={**self.values, **{(column.number, key): each for key, each in values.items()}})


def carries(ruleset: Ruleset, rule: int) -> bool:
    """Whether a rule carries anything: it is in force, and not void."""
    return ruleset.rule(rule) is not None and rule not in ruleset.void


def tracker_in(state: GameState) -> TrackerKept:
    kept = state.more.get(TRACKER_KEPT, TrackerKept())
    assert isinstance(kept, TrackerKept)
    return kept


def column_called(state: GameState, key: int | str, fold: Fold = str.casefold) -> ColumnFacts | None:
    """The column in use of that number or name."""
    live = tracker_in(state).live(state.ruleset)
    return next((each for each in live if each.number == key or fold(each.name) == fold(str(key))), None)


def rule_called(state: GameState, key: int | str) -> int | None:
    """The id of the rule in force of that id or title."""
    rule = state.ruleset.rule(key) if isinstance(key, int) else state.ruleset.rule_by_title(key)
    return rule.id if rule and carries(state.ruleset, rule.id) else None


def apply_make_column(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, MakeColumn)
    kept, wanted = tracker_in(case.state), case.fold(change.name)
    # The tracker keeps what a rule assigns to it.
    rule = rule_called(case.state, change.rule)
    if rule is None:
        return case.problem("column-rule-missing", rule=str(change.rule))
    # Two columns that look alike, or one called by a keyword, would make a sentence of the law mean two things.
    if any(case.fold(each.name) == wanted for each in kept.carried_columns(case.state.ruleset)):
        return case.problem("column-name-taken", name=change.name)
    if wanted in {case.fold(word) for word in kept.words}:
        return case.problem("column-name-reserved", name=change.name)
    state = case.state.with_more(TRACKER_KEPT, kept.with_column(change.column(kept.next_number, rule)))
    return state, ChangeStep(case.index, change, rule=rule)


def apply_drop_column(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, DropColumn)
    column = column_called(case.state, change.column, case.fold)
    if column is None:
        return case.problem("column-missing", column=str(change.column))
    state = case.state.with_more(TRACKER_KEPT, tracker_in(case.state).without(column.number))
    return state, ChangeStep(case.index, change, rule=column.rule)


def apply_set_value(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
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
    return _set_cell(case, change, column, whose)


def _whose(state: GameState, agent: int | str | None) -> list[int | None]:
    """Whose cells are meant. All Agents are those who are not idle; an idle one can be named."""
    if agent == ALL:
        return [key for key, seat in state.agents.items() if seat.in_game and not seat.is_idle]
    if isinstance(agent, int):
        return [agent] if state.seat(agent) else []
    return [None]


def _set_cell(
    case: ChangeCase, change: SetValue, column: ColumnFacts, whose: list[int | None]
) -> ChangeOutcome | ChangeProblem:
    kept = tracker_in(case.state)
    try:
        by = change.by(column)
    except Invalid as error:
        return case.problem("bad-value", said=error.text)
    before, after = {key: kept.holds(column, key) for key in whose}, dict[int | None, Held]()
    for key in whose:
        held = cell_outcome(column, CellOp(change.op), before[key], by, kept.spending_rule)
        if not held.outcome:
            seat = case.state.agents.get(key or 0)
            return case.problem(
                "cannot-spend", name=seat.name if seat else "", column=column.name, has=str(before[key]), asked=str(by)
            )
        after[key] = held.outcome[0]
    if before == after:
        return case.problem("no-effect", column=column.name)
    state = case.state.with_more(TRACKER_KEPT, kept.with_values(column, after))
    return state, ChangeStep(case.index, change, _join_words(column, before), _join_words(column, after), column.rule)


def _join_words(column: ColumnFacts, values: Mapping[int | None, Held]) -> str:
    """The value, of one cell; of several nothing, for words say enough."""
    return value_text(column, next(iter(values.values()))) if len(values) == 1 else ""


# -- in words ----------------------------------------------------------------------------------------


def describe_column_change(change: Change, state: GameState) -> ChangeSummary:
    """As `describe_plainly` does; the column by its name, and what it shall hold spelled out."""
    match change:
        case MakeColumn():
            return _describe_make(change, state)
        case SetValue():
            return _describe_value(change, state)
    line = describe_plainly(change, state)
    return replace(line, facts={**line.facts, "column": _column_name(state, line.facts["column"])})


def _describe_make(change: MakeColumn, state: GameState) -> ChangeSummary:
    column, line = change.column(0, 0), describe_plainly(change, state)
    facts = {**line.facts, "least": _bound_words(column.least), "most": _bound_words(column.most)}
    facts |= {"standard": value_text(column, column.standard), "secret": "secret" if column.secret else ""}
    return ChangeSummary("make-column", facts)


def _describe_value(change: SetValue, state: GameState) -> ChangeSummary:
    line = describe_plainly(change, state)
    facts = {**line.facts, "column": _column_name(state, line.facts["column"])}
    return ChangeSummary(
        f"{change.op}-value",
        {
            **facts,
            "agent": "" if change.agent in (None, ALL) else facts["agent"],
            "all": "all" if change.agent == ALL else "",
        },
    )


def _column_name(state: GameState, key: str) -> str:
    column = column_called(state, int(key) if key.isdigit() else key)
    return column.name if column else key


def _bound_words(value: int | None) -> str:
    return "" if value is None else str(value)
