from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dynasties.quorum.rounds.rules_decisions import (
    FALLBACK,
    UNIFORM,
    Note,
    SeatDecision,
    SeatOptions,
    decision_problems as problems_of,
    fallback_json,
    read_decision,
)
from tests.quorum.mechanics.tables import ANYTHING, RAWS, SPOILT

# Seat 1 of 4, which has the chair and may do everything.
FREE = SeatOptions(seat=1, seats=4, chair=1, may_filibuster=True, may_veto=True, note_length=200)
WHOLE = {
    "vote": "yea",
    "priorities": [3, 2, 1],
    "amendment": "A2",
    "filibuster": True,
    "veto": True,
    "note": {"to": 0, "text": "Shall we?"},
}
DEEP: list[Any] = []
for _ in range(10_000):
    DEEP = [DEEP]


def reading(standing: SeatOptions = FREE, **changes: object) -> SeatDecision:
    return read_decision({name: value for name, value in {**WHOLE, **changes}.items() if value is not ...}, standing)


def codes(standing: SeatOptions = FREE, **changes: object) -> list[tuple[str, str, str]]:
    return [(each.path, each.code, each.voids) for each in problems_of({**WHOLE, **changes}, standing)]


def test_a_whole_decision_counts_as_it_stands() -> None:
    decision = reading()

    assert decision == SeatDecision("yea", (3, 2, 1), 6, 1, True, True, Note(0, "Shall we?"), False, ())
    assert codes() == []


def test_what_may_be_left_out_is_nothing_and_the_same_weight_for_each() -> None:
    assert read_decision({"vote": "nay"}, FREE) == SeatDecision("nay")


def test_what_nobody_asked_for_is_passed_over() -> None:
    assert reading(rid="7", mood=None) == reading()


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("vote", ..., "no-vote"),
        ("vote", None, "no-vote"),
        ("vote", "aye", "no-vote"),
        ("vote", "YEA", "no-vote"),
        ("vote", 1, "no-vote"),
        ("vote", ["yea"], "no-vote"),
        ("vote", {}, "no-vote"),
        ("priorities", None, "no-weights"),
        ("priorities", [1, 1], "no-weights"),
        ("priorities", "111", "no-weights"),
        ("priorities", [1] * 4, "no-weights"),
        ("priorities", {"0": 1}, "no-weights"),
        ("priorities", 3, "no-weights"),
        ("amendment", None, "no-amendment"),
        ("amendment", "A4", "no-amendment"),
        ("amendment", 1, "no-amendment"),
        ("amendment", ["A1"], "no-amendment"),
        ("amendment", "", "no-amendment"),
        ("amendment", False, "no-amendment"),
    ],
    ids=str,
)
def test_a_bad_vote_weight_or_amendment_voids_the_whole_decision(name: str, value: object, code: str) -> None:
    raw = {each: was for each, was in {**WHOLE, name: value}.items() if was is not ...}

    found = problems_of(raw, FREE)

    assert read_decision(raw, FREE) == FALLBACK
    assert [(each.path, each.code, each.voids) for each in found] == [(name, code, "decision")]


@pytest.mark.parametrize(
    "number",
    [
        float("nan"),
        float("inf"),
        -float("inf"),
        -1,
        -0.1,
        True,
        False,
        None,
        "2",
        [1],
        {"$float": "nan"},
        10**400,
        int(sys.float_info.max) + 1,
    ],
    ids=[
        "nan",
        "inf",
        "minus inf",
        "minus one",
        "minus a tenth",
        "true",
        "false",
        "null",
        "text",
        "list",
        "object",
        "huge",
        "more than a double",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_weight_that_is_no_number_from_0_up_voids_the_decision(number: object, place: int) -> None:
    weights: list[object] = [1, 1, 1]
    weights[place] = number

    assert reading(priorities=weights) == FALLBACK
    assert codes(priorities=weights) == [(f"priorities/{place}", "no-weight", "decision")]


@pytest.mark.parametrize(
    ("given", "weights"),
    [
        ([0, 0, 0], (1, 1, 1)),
        ([0.0, -0.0, 0], (1, 1, 1)),
        ([0, 0, 7], (0, 0, 7)),
        ([10, 5, 5], (10, 5, 5)),
        ([0.1, 0.2, 0.3], (1, 2, 3)),
        ([0.25, 1, 2.5], (25, 100, 250)),
        ([1e22, 1, 0], (10**22, 1, 0)),
        ([5e-324, 1e-323, 0], (5, 10, 0)),
        ([1e16, 1, 0.5], (10**17, 10, 5)),
        ((1, 2, 3), (1, 2, 3)),
    ],
    ids=str,
)
def test_weights_are_read_exactly_as_the_decimals_that_stand_there(given: Any, weights: tuple[int, ...]) -> None:
    decision = reading(priorities=given)

    assert [each * sum(weights) for each in decision.weights] == [each * decision.weight for each in weights]
    assert decision.weight == sum(decision.weights)


def test_the_largest_double_is_a_weight() -> None:
    assert reading(priorities=[sys.float_info.max, int(sys.float_info.max), 0]).fallback is False


def test_weights_left_out_are_the_same_for_each() -> None:
    assert reading(priorities=...).weights == UNIFORM


def test_what_is_no_object_is_no_decision() -> None:
    for raw in (None, "yea", 1, float("nan"), [], [WHOLE], DEEP):
        assert read_decision(raw, FREE) == FALLBACK
        assert [each.code for each in problems_of(raw, FREE)] == ["no-decision"]


def test_the_fallback_abstains_with_the_same_weights_and_nothing_else() -> None:
    assert SeatDecision("abstain", (1, 1, 1), 3, -1, False, False, None, True, ()) == FALLBACK
    assert read_decision(fallback_json(), FREE) == FALLBACK._replace(fallback=False)


@pytest.mark.parametrize("value", [None, 0, 1, "true", "yes", [], {}], ids=repr)
@pytest.mark.parametrize("name", ["filibuster", "veto"])
def test_a_switch_that_is_neither_true_nor_false_is_dropped_by_itself(name: str, value: object) -> None:
    raw = {**WHOLE, name: value}

    assert read_decision(raw, FREE) == read_decision({**WHOLE, name: False}, FREE)._replace(dropped=(name,))
    assert [(each.path, each.code, each.voids) for each in problems_of(raw, FREE)] == [(name, "no-switch", name)]


def test_a_filibuster_that_is_used_up_is_dropped_by_itself() -> None:
    used = FREE._replace(may_filibuster=False)

    assert reading(used) == reading()._replace(filibuster=False, dropped=("filibuster",))
    assert codes(used) == [("filibuster", "no-filibuster", "filibuster")]
    assert codes(used, filibuster=False) == []


@pytest.mark.parametrize(
    ("standing", "code"),
    [(FREE._replace(chair=2), "not-in-the-chair"), (FREE._replace(may_veto=False), "no-veto")],
    ids=["another's chair", "no veto in this Episode"],
)
def test_a_veto_that_one_does_not_have_is_dropped_by_itself(standing: SeatOptions, code: str) -> None:
    assert reading(standing) == reading()._replace(veto=False, dropped=("veto",))
    assert codes(standing) == [("veto", code, "veto")]
    assert codes(standing, veto=False) == []


@pytest.mark.parametrize(
    ("note", "path", "code"),
    [
        ("psst", "note", "no-note"),
        ([], "note", "no-note"),
        (False, "note", "no-note"),
        ({}, "note/to", "no-addressee"),
        ({"to": None, "text": "a"}, "note/to", "no-addressee"),
        ({"to": 1, "text": "me"}, "note/to", "no-addressee"),
        ({"to": 4, "text": "a"}, "note/to", "no-addressee"),
        ({"to": -1, "text": "a"}, "note/to", "no-addressee"),
        ({"to": "0", "text": "a"}, "note/to", "no-addressee"),
        ({"to": False, "text": "a"}, "note/to", "no-addressee"),
        ({"to": 0.0, "text": "a"}, "note/to", "no-addressee"),
        ({"to": [0], "text": "a"}, "note/to", "no-addressee"),
        ({"to": 0}, "note/text", "no-text"),
        ({"to": 0, "text": " \n"}, "note/text", "no-text"),
        ({"to": 0, "text": 7}, "note/text", "no-text"),
        ({"to": 0, "text": "n" * 201}, "note/text", "too-long"),
        ({"to": 0, "text": "a\x00b"}, "note/text", "hidden-characters"),
        ({"to": 0, "text": "a\u202eb"}, "note/text", "hidden-characters"),
        ({"to": 0, "text": "half \ud800"}, "note/text", "hidden-characters"),
    ],
    ids=ascii,
)
def test_a_note_that_cannot_be_delivered_is_dropped_by_itself(note: object, path: str, code: str) -> None:
    assert reading(note=note) == reading()._replace(note=None, dropped=("note",))
    assert codes(note=note) == [(path, code, "note")]


@pytest.mark.parametrize("text", ["n" * 200, "é" * 200, "a\nb", "日本", "🦆", "👩\u200d🚀"], ids=ascii)
def test_a_note_that_is_long_enough_or_foreign_is_delivered(text: str) -> None:
    assert reading(note={"to": 3, "text": text}).note == Note(3, text)


def test_the_length_of_a_note_is_that_of_the_law() -> None:
    standing = FREE._replace(note_length=3)

    assert codes(standing, note={"to": 0, "text": "abc"}) == []
    assert codes(standing, note={"to": 0, "text": "abcd"}) == [("note/text", "too-long", "note")]


def test_where_there_is_no_caucus_a_note_is_dropped_whatever_it_is() -> None:
    silent = FREE._replace(note_length=None)

    assert codes(silent) == [("note", "no-caucus", "note")]
    assert codes(silent, note=None) == []


def test_dropped_extras_are_named_in_one_order() -> None:
    nothing = SeatOptions(0, 4, 1, False, False, None)

    assert reading(nothing, note=7).dropped == ("filibuster", "veto", "note")


def test_a_void_decision_drops_nothing_but_all_that_is_wrong_with_it_is_told() -> None:
    assert reading(vote="aye", veto="yes").dropped == ()
    assert codes(vote="aye", veto="yes") == [("vote", "no-vote", "decision"), ("veto", "no-switch", "veto")]


def test_every_problem_is_told_in_a_sentence() -> None:
    wrong = {"vote": 1, "priorities": [1, 1, -1], "amendment": 1, "filibuster": 1, "veto": 1, "note": 1}

    found = problems_of(wrong, FREE)

    assert [each.path for each in found] == ["vote", "priorities/2", "amendment", "filibuster", "veto", "note"]
    assert all(each.text.endswith(".") for each in found)


@settings(max_examples=60, deadline=None)
@given(ANYTHING | SPOILT | RAWS, st.booleans(), st.booleans())
def test_anything_is_read_and_gives_no_more_than_is_open(raw: object, may_filibuster: bool, may_veto: bool) -> None:
    standing = FREE._replace(may_filibuster=may_filibuster, may_veto=may_veto)

    decision, found = read_decision(raw, standing), problems_of(raw, standing)

    void = any(each.voids == "decision" for each in found)
    assert (decision == FALLBACK) == void
    assert void or decision.dropped == tuple(each.voids for each in found)
    assert decision.filibuster <= may_filibuster
    assert decision.veto <= may_veto
    assert all(type(weight) is int and weight >= 0 for weight in decision.weights)
    assert decision.weight == sum(decision.weights) > 0
    assert decision.note is None or (decision.note.to in (0, 2, 3) and 0 < len(decision.note.text) <= 200)


@settings(max_examples=40, deadline=None)
@given(RAWS)
def test_a_decision_sent_as_json_is_the_same_decision(raw: dict[str, Any]) -> None:
    assert read_decision(json.loads(json.dumps(raw)), FREE) == read_decision(raw, FREE)
