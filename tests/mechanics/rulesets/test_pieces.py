from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from rulesets.history.rules_differences import Piece, cuts_in, in_pieces, pieces, words_diff

LINK = "[48 hours](dial:x.y)"
TEXTS = st.lists(
    st.sampled_from(["a", " ", "\n", "[", "]", ".", LINK, "[36 hours](dial:x.y)", "[48 hours](dial:z)"])
).map("".join)


def shown(before: str, after: str) -> list[tuple[str, str, str]]:
    return [(op, each.text, each.mark) for op, found in in_pieces(words_diff(before, after)) for each in found]


def test_a_dial_turned_reads_as_its_words_before_and_after_and_its_name() -> None:
    found = shown(f"for {LINK}.", "for [36 hours](dial:x.y).")

    assert found == [
        ("same", "for ", ""),
        ("removed", "48 hours", ""),
        ("added", "36 hours", ""),
        ("same", "x.y", "dial"),
        ("same", ".", ""),
    ]


def test_words_given_another_name_read_as_the_name_before_and_after() -> None:
    found = shown("[may leave](mechanism:a)", "[may leave](mechanism:b)")

    assert found == [("same", "may leave", ""), ("removed", "a", "mechanism"), ("added", "b", "mechanism")]


def test_words_made_a_dial_read_with_its_name_after() -> None:
    found = shown("for 48 hours.", f"for {LINK}.")

    assert ("added", "x.y", "dial") in found
    assert not any("](" in text for _, text, _ in found)


@pytest.mark.parametrize(
    "text", ["[a](https://x.example)", "[a] (dial:x)", "[](dial:x)", "[a](dial:)", "[a\nb](dial:x)"]
)
def test_what_is_no_dial_or_is_on_two_lines_stays_as_written(text: str) -> None:
    assert list(pieces(text, cuts_in(text), 0, len(text))) == [Piece(text)]


def test_a_target_cut_in_two_stays_as_written() -> None:
    assert list(pieces(LINK, cuts_in(LINK), 5, 14)) == [Piece(LINK[5:14])]


@given(TEXTS, TEXTS)
def test_a_reader_sees_every_word_of_either_side_in_its_order(before: str, after: str) -> None:
    found = shown(before, after)

    assert bare("".join(text for op, text, _ in found if op != "added")) == bare(before)
    assert bare("".join(text for op, text, _ in found if op != "removed")) == bare(after)


def bare(text: str) -> str:
    """Without the brackets and targets of links, whether or not they were left out already."""
    return re.sub(r"\]\(dial:|[\[\])]", "", text)
