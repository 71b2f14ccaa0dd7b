"""What people type: line ends, and signs that nobody could see."""

from __future__ import annotations

import pytest

from nomic.core.input import JOINERS, LAYOUT, hidden_at, normalize_newlines


def test_lines_end_alike_whatever_platform_they_were_typed_on() -> None:
    assert normalize_newlines("a\r\nb\rc\nd") == "a\nb\nc\nd"


@pytest.mark.parametrize("sign", ["\0", "\x7f", "\u200b", "\u202e", "\u2028", "\ue000", "\ufffe", "\u0378", "\ud800"])
def test_a_sign_that_nobody_could_see_is_found_at_its_place(sign: str) -> None:
    assert hidden_at(f"ab{sign}c") == 3


@pytest.mark.parametrize("text", ["", "A word.", "e\u0301", "🦆", "\U0001fae8", "\U0001faff"])
def test_what_can_be_read_hides_nothing(text: str) -> None:
    assert hidden_at(text) is None


def test_joiners_and_layout_pass_only_where_they_are_allowed() -> None:
    text = "👩\u200d🌾\n\tgoose"

    assert hidden_at(text) == 2
    assert hidden_at(text, JOINERS) == 4
    assert hidden_at(text, LAYOUT | JOINERS) is None
