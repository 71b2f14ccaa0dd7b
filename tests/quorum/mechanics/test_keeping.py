"""What is kept of a raw decision: as much as it takes to judge it the same, and never more than is small."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings, strategies as st

from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.replay.rules import ReplaySource, build_replay, replay_bytes, verify_replay_bytes
from dynasties.quorum.rounds import rules_decisions as rounds_rules_decisions
from dynasties.quorum.rounds.rules_decisions import LONGEST_TEXT, trim_decision
from tests.quorum.replaying import ANYTHING, SEATS

ALMOST = st.fixed_dictionaries(
    {"vote": st.sampled_from(["yea", "nay", "abstain"])},
    optional={
        "priorities": st.lists(st.integers(0, 9) | st.floats(0, 9) | ANYTHING, min_size=3, max_size=3) | ANYTHING,
        "amendment": st.sampled_from(["none", "A1", "A2", "A3"]) | ANYTHING,
        "filibuster": st.booleans() | ANYTHING,
        "veto": st.booleans() | ANYTHING,
        "note": st.fixed_dictionaries({"to": st.integers(0, 3) | ANYTHING, "text": st.text() | ANYTHING}) | ANYTHING,
        "rid": ANYTHING,
    },
)


@settings(max_examples=300, deadline=None)
@given(ANYTHING | ALMOST, st.sampled_from([200, 3, 1000, None]))
@example({"vote": "yea", "note": float("nan")}, 200)
@example({"vote": "yea", "note": {"to": 1, "text": float("nan")}}, 200)
@example({"vote": "yea", "note": {"to": 1, "text": "x" * 1000}}, 1000)
@example({"vote": "yea", "note": {"to": 1, "text": "x" * 1001}}, 1000)
@example({"vote": "yea", "priorities": [1, 1, 1, 1, 1]}, 200)
@example({"vote": "yea", "priorities": [10**308, 1, 10**309]}, 200)
def test_what_is_kept_of_a_decision_is_judged_like_all_of_it(raw: Any, note_length: int | None) -> None:
    where = rounds_rules_decisions.SeatOptions(0, 4, 0, True, True, note_length)

    found = trim_decision(raw)

    assert rounds_rules_decisions.read_decision(found, where) == rounds_rules_decisions.read_decision(raw, where)
    assert {each.voids for each in rounds_rules_decisions.decision_problems(found, where)} == {
        each.voids for each in rounds_rules_decisions.decision_problems(raw, where)
    }
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_what_is_kept_of_a_decision_is_never_large() -> None:
    long, deep = "x" * 100_000, list[Any]()
    for _ in range(5_000):
        deep = [deep]
    note = {"to": long, "text": long, long: long}

    found = trim_decision(
        {"vote": long, "priorities": [long] * 1000, "amendment": deep, "note": note, long: long, "rid": deep}
    )

    assert len(json.dumps(found)) < 9 * LONGEST_TEXT
    assert trim_decision(deep) == {}
    assert trim_decision({"priorities": [deep]}) == {"priorities": [{}]}


def test_a_half_character_in_a_decision_stays_what_it_was() -> None:
    raws: list[object] = [{"vote": "yea", "note": {"to": 1, "text": "\ud800"}}, None]

    replay = build_replay(ReplaySource(Config(2, 2), "s", "", SEATS[:2], [raws], True))

    assert b"\\ud800" in replay_bytes(replay)
    assert verify_replay_bytes(replay_bytes(replay)) is None
    assert replay["rounds"][0]["record"]["dropped"] == [["note"], []]
