from __future__ import annotations

import random
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, strategies as st

from rulesets.history import rules_differences as history_rules_differences
from rulesets.history.rules_differences import DiffSpan, TextEdit, edits_between, readable_edits, separates, words_diff

Point: TypeAlias = tuple[int, history_rules_differences.Chain] | None
TEXTS = st.lists(st.sampled_from(["a", "b", "open", " ", "  ", "\n", ", ", ".", "é", "[48 hours](dial:x.y)"])).map(
    "".join
)


def joined(spans: tuple[DiffSpan, ...], *ops: str) -> str:
    return "".join(span.text for span in spans if span.op in ops)


@given(TEXTS, TEXTS)
def test_same_and_removed_make_the_text_before_and_same_and_added_the_text_after(before: str, after: str) -> None:
    spans = words_diff(before, after)

    assert joined(spans, "same", "removed") == before
    assert joined(spans, "same", "added") == after


@given(TEXTS, TEXTS)
def test_no_span_is_empty_and_no_two_neighbours_are_of_one_kind(before: str, after: str) -> None:
    spans = words_diff(before, after)

    assert all(span.text for span in spans)
    assert all(left.op != right.op for left, right in pairwise(spans))


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_characters_at_all_are_kept(before: str, after: str) -> None:
    spans = words_diff(before, after)

    assert joined(spans, "same", "removed") == before
    assert joined(spans, "same", "added") == after


@given(TEXTS)
def test_a_text_differs_from_itself_in_nothing(text: str) -> None:
    assert words_diff(text, text) == ((DiffSpan("same", text),) if text else ())


def test_one_changed_word_is_one_removed_and_one_added() -> None:
    spans = words_diff("open for 48 hours.\n", "open for 36 hours.\n")

    assert spans == (
        DiffSpan("same", "open for "),
        DiffSpan("removed", "48"),
        DiffSpan("added", "36"),
        DiffSpan("same", " hours.\n"),
    )


def test_a_word_that_ends_as_another_does_is_a_word_of_its_own() -> None:
    assert DiffSpan("removed", "enacted") in words_diff("it is enacted", "it is acted")


def test_changed_neighbours_are_shown_together_and_not_with_the_space_between_as_same() -> None:
    spans = words_diff("the quick fox sat", "the lazy dog sat")

    assert spans == (
        DiffSpan("same", "the "),
        DiffSpan("removed", "quick fox"),
        DiffSpan("added", "lazy dog"),
        DiffSpan("same", " sat"),
    )


def test_a_short_word_that_survives_between_long_changes_is_taken_in_by_them() -> None:
    spans = words_diff("every motion of everyone counts", "each proposal of anybody counts")

    assert [span.op for span in spans] == ["removed", "added", "same"]


@pytest.mark.parametrize(("island", "count"), [(" abcd ", 1), (" abcde ", 2)])
def test_what_survives_is_taken_in_up_to_the_length_of_the_smaller_change(island: str, count: int) -> None:
    edits = (TextEdit(0, 6, "x"), TextEdit(6 + len(island), 14 + len(island), "y"))

    assert len(readable_edits("before" + island + "and more", edits)) == count


def test_a_long_passage_that_survives_between_short_changes_stays() -> None:
    spans = words_diff("A stays here for a long while B", "C stays here for a long while D")

    assert DiffSpan("same", " stays here for a long while ") in spans


def test_changes_of_two_lines_stay_two_changes() -> None:
    spans = words_diff("- alpha\n- beta\n", "- gamma\n- delta\n")

    assert joined(spans, "same") == "- \n- \n"


@pytest.mark.parametrize(("gap", "apart"), [(" ", False), (", ", False), ("", False), ("\n", True), (" a ", True)])
def test_words_and_line_ends_keep_edits_apart_and_spaces_do_not(gap: str, apart: bool) -> None:
    assert separates(gap) is apart


@given(TEXTS, TEXTS)
def test_edits_come_in_order_and_apart(before: str, after: str) -> None:
    edits = edits_between(before, after)

    assert all(left.end < right.start for left, right in pairwise(edits))


@given(TEXTS, TEXTS)
def test_readable_edits_are_never_more_than_the_shortest(before: str, after: str) -> None:
    edits = edits_between(before, after)

    assert len(readable_edits(before, edits)) <= len(edits)


def test_with_too_few_steps_a_stretch_counts_as_rewritten_as_a_whole() -> None:
    before, after = "x a b c d e y", "x 1 b 2 d 3 y"

    assert len(edits_between(before, after)) == 3
    assert edits_between(before, after, steps=2) == (TextEdit(2, 11, "1 b 2 d 3"),)


def test_the_shortest_script_is_found() -> None:
    edits = edits_between("a b c a b b a", "c b a b a c")

    assert sum(len(edit.new.split()) for edit in edits) + sum((e.end - e.start + 1) // 2 for e in edits) <= 6


def hostile() -> list[tuple[str, str]]:
    dice = random.Random(7)
    coins, letters = (" ".join(str(dice.randrange(n)) for _ in range(12_000)) for n in (2, 1000))
    return [
        ("x " + "a " * 25_000, "a " * 20_000 + "y"),
        (coins, letters),
        (" ".join(map(str, range(8_000))), " ".join(f"{n} x" for n in range(6_000))),
        ("\n" * 50_000 + "x\n", "y" + "\n" * 30_000),
    ]


@pytest.mark.parametrize(("before", "after"), hostile(), ids=["one word", "coins", "interleaved", "blank lines"])
def test_hostile_texts_cost_a_bounded_number_of_steps(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, step = list[int](), history_rules_differences._step

    def counted(left: Point, above: Point) -> tuple[int, history_rules_differences.Chain]:
        steps.append(1)
        return step(left, above)

    monkeypatch.setattr(history_rules_differences, "_step", counted)

    spans = words_diff(before, after)

    assert 0 < len(steps) <= history_rules_differences.MOST_STEPS
    assert joined(spans, "same", "added") == after
