"""The tracker's rows in a reader's order, and only those e asks for; and what a spreadsheet gets."""

from __future__ import annotations

import pytest

from dynasties.mechanics.columns import Column, ColumnKind, Held
from dynasties.mechanics.sifting import Sieved, ordered, sieve
from dynasties.mechanics.spreadsheets import written
from nomic.core.mechanics.decision import Invalid

GOLD = Column(1, "Gold")
PLACE = Column(2, "Place", ColumnKind.TEXT)
RANK = Column(3, "Rank", ColumnKind.CHOICE, choices=("Low", "High"))


def names(column: Column | None, falling: bool, **values: Held) -> str:
    rows = [Sieved(name, name, value) for name, value in values.items()]
    return " ".join(each.row for each in ordered(rows, column, falling=falling))


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
    column: Column | None, falling: bool, values: dict[str, Held], order: str
) -> None:
    assert names(column, falling, **values) == order


@pytest.mark.parametrize(
    ("words", "stay"),
    [
        ("3", {3}), ("= 3", {3}), (">= 3", {3, 4}), (">3", {4}), ("< 0", {-1}), ("≤0", {-1, 0}), ("0..3", {0, 3}),
        ("-1 to 0", {-1, 0}), ("", {-1, 0, 3, 4}), ("\u22121", {-1}),
    ],
)  # fmt: skip
def test_a_number_is_asked_for_by_comparison(words: str, stay: set[int]) -> None:
    holds = sieve(words, GOLD)

    assert {value for value in (-1, 0, 3, 4) if holds("x", value)} == stay
    assert holds("x", None) is (words == "")


def test_words_are_found_in_texts_and_names_whatever_their_capitals() -> None:
    assert sieve("RO", PLACE)("x", "Rome")
    assert not sieve("RO", PLACE)("x", None)
    assert sieve("jo", None)("Josh", None)
    assert not sieve("jo", None)("Ann", "jo")


@pytest.mark.parametrize("words", ["many", ">= ", "1..", "3 4", ">>3", "1" * 14])
def test_what_is_no_comparison_is_told(words: str) -> None:
    with pytest.raises(Invalid) as caught:
        sieve(words, GOLD)

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
        (Column(4, "On", ColumnKind.SWITCH), True, "yes"),
    ],
)
def test_no_text_becomes_a_formula_and_numbers_stay_numbers(column: Column, value: Held, out: object) -> None:
    assert written(column, value) == out
