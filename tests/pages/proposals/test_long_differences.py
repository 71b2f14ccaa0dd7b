"""A long stretch that stays is left out of a difference, save for the words around what changes."""

from __future__ import annotations

import re

import pytest

from proposals.changes.presenters import AROUND, WORTH_SKIPPING, shorten_diff
from rulesets.history.rules_differences import words_diff
from rulesets.reading.presenters import DiffPiece

LINK = "[48 hours](dial:enactment.timeout)"


def shown(middle: str) -> list[DiffPiece]:
    return shorten_diff(words_diff(f"one {middle} two", f"uno {middle} due"))


@pytest.mark.parametrize(("length", "is_cut"), [(WORTH_SKIPPING - 3, False), (WORTH_SKIPPING - 2, True)])
def test_a_stretch_worth_skipping_is_cut_in_the_middle(length: int, is_cut: bool) -> None:
    # With the spaces around it, the stretch is two characters longer.
    found = shown(("word " * length)[: length - 1] + "s")

    assert ([each.op for each in found if each.op == "gap"] == ["gap"]) == is_cut


def test_what_is_cut_is_counted_in_words_and_the_rest_is_whole_words() -> None:
    total = 1000
    found = shown("word " * total)

    head, gap, tail = found[2:5]
    counted = re.match(r"\d+", gap.text)
    assert counted is not None
    assert int(counted.group()) + len(head.text.split()) + len(tail.text.split()) == total
    assert set(head.text.split() + tail.text.split()) == {"word"}
    assert max(len(head.text), len(tail.text)) <= AROUND


def test_no_dial_is_cut_in_two() -> None:
    found = shown(f"{LINK} " * 200)

    names = [each.text for each in found if each.mark]
    assert names
    assert set(names) == {"enactment.timeout"}
    assert not any("dial:" in each.text for each in found)


def test_nothing_is_left_out_where_nothing_changes() -> None:
    text = "word " * 1000

    assert [each.op for each in shorten_diff(words_diff(text, text))] == ["equal"]
