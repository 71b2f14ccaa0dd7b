"""Exact amounts as a dial: decimals and fractions of so many parts, and how exact numbers are written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from nomic.core.decision import Invalid
from nomic.core.law.rules_wordings import Amount, decimal_words

THOUSANDTHS, SIXTIETHS = Amount(1000, most=2000), Amount(60, least=15, most=600)


def code_of(kind: Amount, words: str) -> str:
    with pytest.raises(Invalid) as refusal:
        kind.read_words(words)
    assert kind.accepted_wordings in refusal.value.text
    return refusal.value.code


@pytest.mark.parametrize(
    ("words", "parts"),
    [("0.05", 50), ("0.050", 50), ("1", 1000), ("1/8", 125), ("0", 0), ("2.000", 2000), ("0.5.", 500)],
)
def test_an_amount_is_read_exactly_in_its_parts(words: str, parts: int) -> None:
    assert THOUSANDTHS.read_words(words) == parts


def test_sixtieths_take_twentieths_and_thirds() -> None:
    assert [SIXTIETHS.read_words(words) for words in ("0.25", "0.5", "1/3", "10")] == [15, 30, 20, 600]


@pytest.mark.parametrize("words", ["", "half", "-1", "1e3", "0,5", "1/0", "1/2/3", ".5", "½", "NaN", "0.1234567", "９"])
def test_what_is_no_amount_is_not_taken_for_one(words: str) -> None:
    assert code_of(THOUSANDTHS, words) == "unreadable"


@pytest.mark.parametrize(
    ("kind", "words"),
    [(THOUSANDTHS, "2.001"), (THOUSANDTHS, "0.0005"), (THOUSANDTHS, "1/3"), (SIXTIETHS, "0.24"), (SIXTIETHS, "7/30")],
    ids=str,
)
def test_what_lies_beyond_the_bounds_or_between_two_parts_is_out_of_bounds(kind: Amount, words: str) -> None:
    assert code_of(kind, words) == "out-of-bounds"


@given(st.integers(0, 2000))
def test_an_amount_is_written_so_that_it_reads_the_same(parts: int) -> None:
    assert THOUSANDTHS.read_words(THOUSANDTHS.words(parts)) == parts
    assert THOUSANDTHS.load(THOUSANDTHS.store(parts)) == parts


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (Fraction(3), "3"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(995, 1000), "0.995"),
        (Fraction(11, 6), "11/6"),
        (Fraction(0), "0"),
        (Fraction(1, 16), "0.0625"),
        (Fraction(-7, 3), "-7/3"),
        (Fraction(-5, 4), "-1.25"),
    ],
    ids=str,
)
def test_an_exact_number_is_written_as_a_decimal_that_ends_or_else_as_a_fraction(number: Fraction, words: str) -> None:
    assert decimal_words(number) == words
