"""The tracker's rows in a reader's order, and only those e asks for; and what a spreadsheet gets."""

from __future__ import annotations

import pytest

from dynasties.tracker.rules import ColumnFacts, ColumnKind, Held
from dynasties.tracker.rules_sheets import FilteredRows, filter_rows, sort_rows, spreadsheet_value
from nomic.core.decision import Invalid

GOLD = ColumnFacts(1, "Gold")
PLACE = ColumnFacts(2, "Place", ColumnKind.TEXT)
RANK = ColumnFacts(3, "Rank", ColumnKind.CHOICE, choices=("Low", "High"))


def names(column: ColumnFacts | None, falling: bool, **values: Held) -> str:
    rows = [FilteredRows(name, name, value) for name, value in values.items()]
    return " ".join(each.row for each in sort_rows(rows, column, falling=falling))


@pytest.mark.parametrize(
    ("column", "falling", "values", "order"),
    [
        (None, False, {"bob": 1, "Ann": 2, "cat": 3}, "Ann bob cat"),
        (None, True, {"bob": 1, "Ann": 2, "cat": 3}, "cat bob Ann"),
        (GOLD, False, {"a": 10, "b": 9, "c": -1}, "c b a"),
        (GOLD, True, {"b": 9, "a": 9, "c": None, "d": 10}, "d a b c"),
        (GOLD, False, {"b": 9, "c": None, "d": 10}, "b d c"),
        (PLACE, False, {"a": "rome", "b": "Oslo"}, "b a"),
        (RANK, False, {"a": "High", "b": "Low"}, "b a"),
    ],
)
def test_rows_go_by_a_column_and_what_holds_nothing_comes_last(
    column: ColumnFacts | None, falling: bool, values: dict[str, Held], order: str
) -> None:
    assert names(column, falling, **values) == order


@pytest.mark.parametrize(
    ("words", "stay"),
    [
        ("3", {3}),
        ("= 3", {3}),
        (">= 3", {3, 4}),
        (">3", {4}),
        ("< 0", {-1}),
        ("≤0", {-1, 0}),
        ("0..3", {0, 3}),
        ("-1 to 0", {-1, 0}),
        ("", {-1, 0, 3, 4}),
        ("\u22121", {-1}),
    ],
)
def test_a_number_is_asked_for_by_comparison(words: str, stay: set[int]) -> None:
    holds = filter_rows(words, GOLD)

    assert {value for value in (-1, 0, 3, 4) if holds("x", value)} == stay
    assert holds("x", None) is (words == "")


def test_words_are_found_in_texts_and_names_whatever_their_capitals() -> None:
    assert filter_rows("RO", PLACE)("x", "Rome")
    assert not filter_rows("RO", PLACE)("x", None)
    assert filter_rows("jo", None)("Josh", None)
    assert not filter_rows("jo", None)("Ann", "jo")


@pytest.mark.parametrize("words", ["many", ">= ", "1..", "3 4", ">>3", "1" * 14])
def test_what_is_no_comparison_is_told(words: str) -> None:
    with pytest.raises(Invalid) as caught:
        filter_rows(words, GOLD)

    assert caught.value.path == "where"


@pytest.mark.parametrize(
    ("column", "value", "out"),
    [
        (GOLD, -3, -3),
        (GOLD, None, ""),
        (PLACE, "=1+1", "'=1+1"),
        (PLACE, "+1", "'+1"),
        (PLACE, "-1", "'-1"),
        (PLACE, "@x", "'@x"),
        (PLACE, " =x", "' =x"),
        (PLACE, "a=1", "a=1"),
        (ColumnFacts(4, "On", ColumnKind.SWITCH), True, "yes"),
    ],
)
def test_no_text_becomes_a_formula_and_numbers_stay_numbers(column: ColumnFacts, value: Held, out: object) -> None:
    assert spreadsheet_value(column, value) == out
