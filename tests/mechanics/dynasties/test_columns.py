"""What a column holds, and how values are read and shown."""

from __future__ import annotations

import pytest

from dynasties.tracker.rules import LARGEST, ColumnFacts, ColumnKind, Held, read_value, value_text
from nomic.core.decision import Invalid

GOLD = ColumnFacts(1, "Gold", least=0, most=10)
SIDE = ColumnFacts(2, "Side", ColumnKind.CHOICE, choices=("World", "Mastermind"))
ARMED = ColumnFacts(3, "Armed", ColumnKind.SWITCH)
NAME = ColumnFacts(4, "Name", ColumnKind.TEXT)


@pytest.mark.parametrize(
    ("column", "typed", "held"),
    [
        (GOLD, "0", 0),
        (GOLD, " 10 ", 10),
        (ColumnFacts(1, "Debt", least=-5), "\u22125", -5),
        (ColumnFacts(1, "Stars"), LARGEST, LARGEST),
        (SIDE, "world", "World"),
        (SIDE, "", None),
        (ARMED, "yes", True),
        (ARMED, "", False),
        (ARMED, True, True),
        (NAME, "  The   Ace ", "The Ace"),
        (NAME, "x" * 200, "x" * 200),
        (NAME, "", None),
    ],
)
def test_what_is_typed_is_read(column: ColumnFacts, typed: object, held: Held) -> None:
    assert read_value(column, typed) == held


@pytest.mark.parametrize(
    ("column", "typed", "code"),
    [
        (GOLD, "-1", "too-small"),
        (GOLD, "11", "too-large"),
        (GOLD, "1.5", "no-number"),
        (GOLD, "", "no-number"),
        (GOLD, None, "no-number"),
        (GOLD, True, "no-number"),
        (GOLD, "²", "no-number"),
        (ColumnFacts(1, "Stars"), LARGEST + 1, "too-large"),
        (ColumnFacts(1, "Stars"), "9" * 40, "no-number"),
        (SIDE, "Nobody", "no-choice"),
        (ARMED, "perhaps", "no-switch"),
        (ARMED, 1, "no-switch"),
        (NAME, "x" * 201, "too-long"),
        (NAME, "a\u202eb", "hidden-characters"),
        (NAME, 5, "no-text"),
    ],
)
def test_what_a_column_cannot_hold_is_told_at_the_value(column: ColumnFacts, typed: object, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_value(column, typed)

    assert (caught.value.path, caught.value.code) == ("value", code)


@pytest.mark.parametrize(
    ("column", "held", "told"),
    [
        (GOLD, 5, "5"),
        (ColumnFacts(1, "Debt", least=-5), -5, "\u22125"),
        (ARMED, True, "yes"),
        (ARMED, False, "no"),
        (SIDE, None, "—"),
        (NAME, "A-1", "A-1"),
    ],
)
def test_values_are_shown_as_people_read_them(column: ColumnFacts, held: Held, told: str) -> None:
    assert value_text(column, held) == told
