from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from dynasties.quorum.episodes.rules import (
    capital_text,
    exact_number,
    influence_in,
    influence_text,
    read_capital,
    read_influence,
)
from nomic.core.decision import Invalid
from nomic.core.input import Field


@pytest.mark.parametrize(
    ("value", "thousandths"),
    [("1", 1000), ("0.995", 995), ("4.95", 4950), ("0.1", 100), ("2.000", 2000), ("1/8", 125)],
    ids=str,
)
def test_influence_is_read_in_thousandths(value: str, thousandths: int) -> None:
    assert influence_in(value) == thousandths
    assert read_influence(Field(value)) == thousandths


def test_nobody_has_less_influence_than_none() -> None:
    assert read_influence(Field("0")) == 0
    with pytest.raises(Invalid, match="must not be below 0"):
        read_influence(Field("-0.001"))


@pytest.mark.parametrize(
    ("value", "sixtieths"),
    [("1.5", 90), ("-0.25", -15), ("11/6", 110), (3, 180), ("0.05", 3), ("1/60", 1), ("-1/3", -20)],
    ids=str,
)
def test_capital_is_read_in_sixtieths(value: str, sixtieths: int) -> None:
    assert read_capital(Field(value)) == sixtieths


@pytest.mark.parametrize("value", ["0.0001", "1/3", "0.99999"])
def test_influence_off_its_grid_is_none(value: str) -> None:
    with pytest.raises(ValueError, match="thousandths"):
        influence_in(value)


@pytest.mark.parametrize("value", ["0.01", "1/7", "1/120"])
def test_capital_off_its_grid_is_none(value: str) -> None:
    with pytest.raises(Invalid, match="sixtieths"):
        read_capital(Field(value))


def test_a_number_with_a_point_is_the_decimal_that_stands_there() -> None:
    assert exact_number(0.1) == Fraction(1, 10)
    assert exact_number(0.65) == Fraction(13, 20)
    assert exact_number("0.333333333333") == Fraction(333_333_333_333, 10**12)


@pytest.mark.parametrize(
    "value",
    [
        "",
        " 1",
        "1 ",
        "+1",
        ".5",
        "1.",
        "1e3",
        "1/0",
        "1/00",
        "1/-2",
        "0x1",
        "½",
        "٣",
        "nan",
        "inf",
        "1" * 10,
        "0." + "1" * 13,
        True,
        None,
        [],
        {},
        float("nan"),
        float("inf"),
        1e300,
        10**12,
    ],
    ids=ascii,
)
def test_what_is_no_number_of_reasonable_length_is_none(value: object) -> None:
    with pytest.raises(ValueError, match="must be a number"):
        exact_number(value)


@pytest.mark.parametrize(
    ("sixtieths", "shown"),
    [(0, "0"), (90, "1.5"), (-15, "-0.25"), (110, "11/6"), (-20, "-1/3"), (60, "1"), (3, "0.05"), (1, "1/60")],
)
def test_capital_is_shown_exactly(sixtieths: int, shown: str) -> None:
    assert capital_text(sixtieths) == shown


@pytest.mark.parametrize(
    ("thousandths", "shown"), [(995, "0.995"), (1000, "1"), (4950, "4.95"), (-5, "-0.005"), (0, "0")]
)
def test_influence_is_shown_exactly(thousandths: int, shown: str) -> None:
    assert influence_text(thousandths) == shown


@settings(max_examples=50, deadline=None)
@given(st.integers(-100_000, 100_000))
def test_what_is_shown_is_read_as_the_same(parts: int) -> None:
    assert influence_in(influence_text(parts)) == parts
    assert read_capital(Field(capital_text(parts))) == parts
