"""Changes of the tracker: read, tried out, and told in words."""

from __future__ import annotations

from typing import Any

import pytest

from dynasties.tracker.rules import ColumnFacts, Scope
from dynasties.tracker.rules_columns import (
    TRACKER_KEPT,
    DropColumn,
    MakeColumn,
    SetValue,
    TrackerKept,
    apply_drop_column,
    apply_make_column,
    apply_set_value,
    describe_column_change,
    tracker_in,
)
from nomic.core.decision import Invalid
from rulesets.changes.rules import (
    CORE_CHANGES,
    Change,
    EnactRule,
    GameState,
    RepealRule,
    RosterSeat,
    changes_from,
    changes_to_json,
)
from rulesets.changes.rules_steps import CORE_APPLIERS, Applied, apply_changes
from rulesets.text.rules import Ruleset, RuleText, Section

KINDS = {**CORE_CHANGES, "make-column": MakeColumn, "drop-column": DropColumn, "set-value": SetValue}
APPLIERS = {**CORE_APPLIERS, MakeColumn: apply_make_column, DropColumn: apply_drop_column, SetValue: apply_set_value}
GOLD = ColumnFacts(1, "Gold", least=0, most=10, standard=3, rule=4)
ROUND = ColumnFacts(2, "Round", scope=Scope.GAME, least=0, standard=0, rule=4)
SIDE = ColumnFacts(3, "Side", least=0, standard=0, rule=4, secret=True)
TRACKED = TrackerKept({1: GOLD, 2: ROUND, 3: SIDE}, {(1, 1): 9}, 4, frozenset({"Agent"}), "Numbers and Spending")
STATE = GameState(
    Ruleset.of(
        [RuleText(4, Section.DYNASTIC, "Coins", "Gold is kept."), RuleText(5, Section.DYNASTIC, "Void", "x")], {5}
    ),
    {
        1: RosterSeat("Ada"),
        2: RosterSeat("Bo"),
        3: RosterSeat("Zack", is_idle=True),
        4: RosterSeat("Gone", in_game=False),
    },
    next_rule_id=20,
    more={TRACKER_KEPT: TRACKED},
)
ENACT = EnactRule(Section.DYNASTIC, "Gems", "Gems are kept.")


def tried(*changes: Change, state: GameState = STATE) -> Applied:
    return apply_changes(state, changes, str, appliers=APPLIERS)


def problems(*changes: Change) -> list[str]:
    return [each.code for each in tried(*changes).problems]


def column(**fields: Any) -> dict[str, Any]:
    return {"kind": "make-column", "name": "Gems", "column_kind": "number", "rule": 4} | fields


def test_a_list_is_read_back_as_it_was_written() -> None:
    entries = [
        column(column_kind="choice", choices=["Red", "Blue"], standard="Red", secret=True),
        {"kind": "drop-column", "column": "Gold"},
        {"kind": "set-value", "column": 1, "value": 5, "agent": "all", "op": "gain"},
    ]

    read = changes_from(entries, KINDS)

    assert changes_from(changes_to_json(read), KINDS) == read


@pytest.mark.parametrize(
    ("fields", "path", "code"),
    [
        ({"name": "12"}, "name", "no-letter"),
        ({"name": "x" * 41}, "name", "too-long"),
        ({"column_kind": "picture"}, "column_kind", "unknown"),
        ({"most": 0}, "most", "bounds-crossed"),
        ({"least": 5, "most": 5}, "most", "bounds-crossed"),
        ({"choices": ["Red", "Blue"]}, "choices", "no-choices"),
        ({"column_kind": "text", "least": 1}, "least", "no-bounds"),
        ({"column_kind": "choice", "choices": ["Red"]}, "choices", "no-choices"),
        ({"column_kind": "choice", "choices": ["Red", "red"]}, "choices", "choices-alike"),
        ({"most": 5, "standard": 6}, "standard", "too-large"),
        ({"secret": "yes"}, "secret", "no-switch"),
        ({"rule": 0}, "rule", "not-an-id"),
        ({"rule": None}, "rule", "not-text"),
    ],
)
def test_a_column_that_contradicts_itself_is_told_at_its_field(fields: dict[str, Any], path: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        changes_from([column(**fields)], KINDS)

    assert (caught.value.path, caught.value.code) == (f"changes/0/{path}", code)


@pytest.mark.parametrize(
    ("fields", "standard"),
    [
        ({}, 0),
        ({"least": 1}, 1),
        ({"least": -5, "most": -1}, -1),
        ({"column_kind": "switch"}, False),
        ({"column_kind": "text"}, None),
        ({"standard": "7"}, 7),
    ],
)
def test_newcomers_get_what_is_said_or_what_is_nearest_to_nothing(fields: dict[str, Any], standard: object) -> None:
    [made] = changes_from([column(**fields)], KINDS)

    assert isinstance(made, MakeColumn)
    assert made.column(1, 4).standard == standard


def test_a_column_of_a_rule_that_the_same_list_enacts_names_it_by_its_title() -> None:
    applied = tried(ENACT, MakeColumn("Gems", "number", "gems"), SetValue("Gems", 2, 1))

    assert (applied.whole, [step.rule for step in applied.steps]) == (True, [20, 20, 20])
    assert tracker_in(applied.state).values[4, 1] == 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (MakeColumn("Gems", "number", 9), "column-rule-missing"),
        (MakeColumn("Gems", "number", "Gems"), "column-rule-missing"),
        (MakeColumn("Gems", "number", 5), "column-rule-missing"),
        (MakeColumn("gold", "number", 4), "column-name-taken"),
        (MakeColumn("agent", "number", 4), "column-name-reserved"),
        (DropColumn("Silver"), "column-missing"),
        (DropColumn(9), "column-missing"),
        (SetValue("Silver", 1, 1), "column-missing"),
        (SetValue("Side", 1, 1), "column-is-secret"),
        (SetValue("Gold", 1), "value-of-whom"),
        (SetValue("Round", 1, 1), "value-of-whom"),
        (SetValue("Gold", 1, 4), "agent-missing"),
        (SetValue("Gold", 11, 1), "bad-value"),
        (SetValue("Gold", 10, 1, "spend"), "cannot-spend"),
        (SetValue("Gold", 9, 1), "no-effect"),
    ],
)
def test_what_cannot_be_done_is_named(change: Change, code: str) -> None:
    assert problems(change) == [code]


def test_with_its_rule_a_column_is_gone_within_the_list_and_its_name_free() -> None:
    again = MakeColumn("Gold", "number", 20)

    assert problems(ENACT, RepealRule(4), SetValue("Gold", 1, 1), again) == ["column-missing"]


def test_all_are_those_who_are_not_idle() -> None:
    applied = tried(SetValue("Gold", 1, "all", "gain"))

    assert dict(tracker_in(applied.state).values) == {(1, 1): 10, (1, 2): 4}


def test_a_trial_changes_nothing_of_the_state_it_was_tried_on() -> None:
    tried(SetValue("Gold", 1, "all", "gain"), DropColumn(1))

    assert dict(tracker_in(STATE).values) == {(1, 1): 9}


def test_changes_are_told_with_names_for_numbers() -> None:
    made, given = MakeColumn("Gems", "number", 4, most=5), SetValue(1, 5, 1)

    assert describe_column_change(made, STATE).code == "make-column"
    assert {**describe_column_change(made, STATE).facts}.items() >= {"rule": "Coins", "least": "0", "most": "5"}.items()
    assert (describe_column_change(given, STATE).code, describe_column_change(given, STATE).facts["column"]) == (
        "set-value",
        "Gold",
    )
    assert describe_column_change(DropColumn(1), STATE).facts["column"] == "Gold"
