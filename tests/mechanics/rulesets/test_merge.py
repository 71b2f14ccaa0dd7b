from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rulesets.history.rules_differences import MergeConflict, marked_in, merge_texts

BASE = "A Proposal is open for at least 48 hours, and then it may be enacted by any Admin.\n"
TEXTS = st.lists(st.sampled_from(["a", "b", "open", " ", "\n", ", ", ".", "fox"]), max_size=12).map("".join)


@given(TEXTS, TEXTS)
def test_what_only_one_side_changed_goes_that_sides_way(base: str, changed: str) -> None:
    assert merge_texts(base, base, changed).text == changed
    assert merge_texts(base, changed, base).text == changed


@given(TEXTS, TEXTS)
def test_what_both_changed_alike_is_no_conflict(base: str, changed: str) -> None:
    assert merge_texts(base, changed, changed).text == changed


@given(TEXTS, TEXTS, TEXTS)
def test_the_sides_may_be_exchanged(base: str, ours: str, theirs: str) -> None:
    one, other = merge_texts(base, ours, theirs), merge_texts(base, theirs, ours)

    assert one.text == other.text
    assert [(c.base, c.theirs, c.ours) for c in other.conflicts] == [(c.base, c.ours, c.theirs) for c in one.conflicts]


@given(TEXTS, TEXTS, TEXTS)
def test_a_merge_is_clean_or_names_its_conflicts(base: str, ours: str, theirs: str) -> None:
    merged = merge_texts(base, ours, theirs)

    assert (merged.text is None) == bool(merged.conflicts) == marked_in(merged.marked)
    assert merged.text is None or merged.marked == merged.text


@given(st.integers(3, 12), st.data())
def test_edits_of_words_with_a_word_between_both_survive(count: int, data: st.DataObject) -> None:
    words = [f"word{place}" for place in range(count)]
    mine = data.draw(st.integers(0, count - 3))
    yours = data.draw(st.integers(mine + 2, count - 1))

    ours, theirs, both = list(words), list(words), list(words)
    ours[mine] = both[mine] = "x"
    theirs[yours] = both[yours] = "y"

    assert merge_texts(" ".join(words), " ".join(ours), " ".join(theirs)).text == " ".join(both)


def test_two_amendments_of_one_sentence_merge_when_a_word_stands_between() -> None:
    ours, theirs = BASE.replace("48", "36"), BASE.replace("any Admin", "the Clerk")

    assert merge_texts(BASE, ours, theirs).text == ours.replace("any Admin", "the Clerk")


def test_two_amendments_of_one_word_conflict() -> None:
    merged = merge_texts(BASE, BASE.replace("48", "36"), BASE.replace("48", "24"))

    assert merged.text is None
    assert merged.conflicts == (MergeConflict("48", "36", "24"),)
    assert merged.marked == BASE.replace("48", "⟦now: 36⟧⟦proposed: 24⟧")


def test_two_amendments_of_neighbouring_words_conflict_for_nobody_voted_for_both() -> None:
    merged = merge_texts("pay forty eight coins", "pay thirty eight coins", "pay forty six coins")

    assert merged.conflicts == (MergeConflict("forty eight", "thirty eight", "forty six"),)


def test_words_of_neighbouring_lines_do_not_touch() -> None:
    assert merge_texts("- one\n- two\n", "- 1\n- two\n", "- one\n- 2\n").text == "- 1\n- 2\n"


def test_an_amended_word_of_a_repealed_sentence_conflicts() -> None:
    merged = merge_texts("Stay; pay two coins now; go", "Stay; go", "Stay; pay three coins now; go")

    assert merged.text is None
    assert merged.marked == "Stay; ⟦now: ⟧⟦proposed: pay three coins now; ⟧go"


def test_two_different_additions_at_one_place_conflict_and_two_equal_ones_do_not() -> None:
    assert merge_texts("a\n", "a\nb\n", "a\nc\n").text is None
    assert merge_texts("a\n", "a\nb\n", "a\nb\n").text == "a\nb\n"


def test_what_does_not_conflict_is_merged_in_the_marked_text_too() -> None:
    base = "one two three four five\n"

    merged = merge_texts(base, "1 two three four V\n", "uno two 3 four five\n")

    assert merged.marked == "⟦now: 1⟧⟦proposed: uno⟧ two 3 four V\n"


@pytest.mark.parametrize(
    ("text", "left"), [("⟦now: 1⟧", True), ("⟦proposed: 1⟧", True), ("⟦1⟧", False), ("now: 1", False), ("", False)]
)
def test_marks_that_were_left_over_are_found(text: str, left: bool) -> None:
    assert marked_in(text) is left


def test_a_paragraph_added_at_the_end_merges_with_a_word_amended_in_the_last_one() -> None:
    base = "First.\n\nPay two coins"

    merged = merge_texts(base, "First.\n\nPay two coins\n\nBe glad", "First.\n\nPay three coins")

    assert merged.text == "First.\n\nPay three coins\n\nBe glad"
