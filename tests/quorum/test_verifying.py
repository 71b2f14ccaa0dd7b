"""What was changed in a replay is found and named, and what is none is told kindly, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dynasties.quorum.replay.rules import LARGEST_REPLAY, replay_bytes, verify_replay, verify_replay_bytes
from tests.quorum import second_opinion
from tests.quorum.replaying import ANYTHING, GOLDEN, eventful


def test_the_other_verifier_notices_what_ours_notices() -> None:
    replay = json.loads(replay_bytes(eventful()))
    replay["rounds"][1]["record"]["capital"][0] = "9"

    found = verify_replay(replay)

    assert found is not None
    assert found.path == "rounds/1/record/capital/0"
    assert second_opinion.disagreements(replay) == ["rounds/1/capital"]


def _set(*path: Any) -> Callable[[Any], None]:
    *way, last, value = path

    def change(replay: Any) -> None:
        for step in way:
            replay = replay[step]
        replay[last] = value

    return change


def _drop(*path: Any) -> Callable[[Any], None]:
    *way, last = path

    def change(replay: Any) -> None:
        for step in way:
            replay = replay[step]
        del replay[last]

    return change


@pytest.mark.parametrize(
    ("change", "path", "text"),
    [
        (_set("seed_digest", "0" * 64), "seed_digest", "is recorded as “0000"),
        (_set("seed_salt", "c0ffef"), "seed_digest", "comes out as"),
        (_set("seed", "ducks"), "seed_digest", "comes out as"),
        (_set("config", "pass_threshold", "0.50"), "config/pass_threshold", "“0.50”, and comes out as “0.5”"),
        (_drop("config", "orders", "decay"), "config/orders/decay", "is missing"),
        (_set("config", "orders", "decay", "0.006"), "rounds/0/record/gains/0/3/influence", "comes out as “-0.006”"),
        (_set("config", "more", 1), "config/more", "is no part of a replay"),
        (_set("more", 1), "more", "is no part of a replay"),
        (_set("seats", 0, "colour", "red"), "seats/0/colour", "is no part"),
        (_set("rounds", 2, "round", 3), "rounds/2/round", "recorded as 3, and comes out as 2"),
        (_set("rounds", 0, "bill", "title", "Mine"), "rounds/0/bill/title", "“Mine”"),
        (_set("rounds", 0, "bill", "amendments", "A1", "clause", True), "rounds/0/bill/amendments/A1/clause", "true"),
        (_set("rounds", 3, "decisions", 1, {"vote": "yea"}), "rounds/3/record/yea_influence", "“0”, and comes"),
        (_set("rounds", 0, "decisions", 0, None), "rounds/0/record/yea_influence", "comes out as “2”"),
        (_set("rounds", 0, "record", "owners", 0, 0, 1), "rounds/0/record/owners/0/0", "comes out as 0"),
        (_set("rounds", 0, "record", "chair", False), "rounds/0/record/chair", "false, and comes out as 0"),
        (_set("rounds", 0, "record", "round", 0.0), "rounds/0/record/round", "0.0, and comes out as 0"),
        (_set("rounds", 0, "record", {}), "rounds/0/record/round", "is missing"),
        (_set("rounds", 0, "record", []), "rounds/0/record", "a list of 0, and comes out as an object"),
        (_set("rounds", 0, "notes", []), "rounds/0/notes", "with 0 entries, and comes out with 2"),
        (_set("rounds", 0, "notes", 1, "text", "No"), "rounds/0/notes/1/text", "“No”"),
        (_set("rounds", 1, "record", "dropped", 0, ["note"]), "rounds/1/record/dropped/0", "with 1 entries"),
        (_set("scores", 2, "3.5"), "scores/2", "“3.5”"),
        (_set("scores", ["1", "1"]), "scores/0", "“1”"),
        (_set("scores", 0, 10**5000), "scores/0", "a number that is far too large"),
        (_set("scores", 0, "\x1b[31m" + "9" * 500), "scores/0", "“\ufffd[31m999"),
    ],
)
def test_the_first_thing_that_was_changed_is_named(change: Callable[[Any], None], path: str, text: str) -> None:
    replay = json.loads(GOLDEN.read_bytes())
    change(replay)

    found = verify_replay(replay)

    assert found is not None
    assert (found.path, found.invalid) == (path, False)
    assert text in found.text
    assert found.text.isprintable()
    assert len(found.text) < 400


@pytest.mark.parametrize(
    ("change", "path", "text"),
    [
        (_set("format", "quorum-replay-2"), "format", "must be one of quorum-replay-1"),
        (_set("bills", "quorum-bills-0"), "bills", "must be one of quorum-bills-1"),
        (_drop("seed"), "seed", "is missing"),
        (_set("seed", ""), "seed", "not empty"),
        (_set("seed", "\ud800"), "seed", "half a character"),
        (_set("seed", "x" * 201), "seed", "has more than 200 characters"),
        (_set("seed", "g\u00e9"), "seed", "must be plain letters"),
        (_set("seed", "a\nb"), "seed", "must be plain letters"),
        (_set("seed_salt", "salt"), "seed_salt", "must be hexadecimal digits"),
        (_set("seed_salt", "0" * 201), "seed_salt", "must be hexadecimal digits"),
        (_set("seed_salt", None), "seed_salt", "must be hexadecimal digits"),
        (_set("adjourned", 0), "adjourned", "must be true or false"),
        (_set("adjourned", True), "rounds", "must be fewer than 4: it was adjourned"),
        (_drop("rounds", 3), "rounds", "must be 4: it was not adjourned"),
        (_set("rounds", {}), "rounds", "must be a list"),
        (_set("rounds", 0, None), "rounds/0", "must be an object"),
        (_set("rounds", 0, "decisions", [None] * 4), "rounds/0/decisions", "must be 3, one for each seat"),
        (_set("seats", []), "seats", "must be 3, one for each seat"),
        (_set("seats", 0, "kind", "empty"), "seats/0/kind", "must be one of"),
        (_set("seats", 0, "name", "x" * 201), "seats/0/name", "more than 200"),
        (_set("seats", 0, "script", 7), "seats/0/script", "must be a text"),
        (_set("config", "num_seats", 7), "config/num_seats", "from 2 to 6"),
        (_set("config", "num_rounds", 10**9), "config/num_rounds", "from 2 to 40"),
        (_set("config", "pass_threshold", "0.95"), "config/pass_threshold", "0.9"),
        (_set("config", "orders", "\x1b" * 999, 1), "config/orders/" + "\ufffd" * 106 + "…", "is no standing order"),
    ],
)
def test_what_is_no_replay_is_told_where(change: Callable[[Any], None], path: str, text: str) -> None:
    replay = json.loads(GOLDEN.read_bytes())
    change(replay)

    found = verify_replay(replay)

    assert found is not None
    assert (found.path, found.invalid) == (path, True)
    assert text in found.text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "is no JSON"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"a":' * 100_000, "is nested too deeply"),
        (b'{"format": NaN}', "holds NaN, which is not in JSON"),
        (b'{"format": -Infinity}', "holds -Infinity"),
        (b'{"seed": 1, "seed": 2}', "the same name twice"),
        (b"1" * 5_000, "is no JSON: Exceeds the limit"),
        (b"[]", "must be an object"),
        (b" " * LARGEST_REPLAY + b"1", "is larger than"),
        (b" " * (LARGEST_REPLAY - 1) + b"1", "must be an object"),
    ],
    ids=range(11),
)
def test_what_is_no_json_is_told_kindly(data: bytes, text: str) -> None:
    found = verify_replay_bytes(data)

    assert found is not None
    assert found.invalid
    assert text in found.text


@settings(max_examples=150, deadline=None)
@given(ANYTHING)
def test_no_json_whatever_makes_verifying_raise(value: Any) -> None:
    found = verify_replay(value)

    assert found is not None
    assert found.invalid


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["config", "seed", "seats", "adjourned", "rounds", "scores", "seed_digest", "seed_salt"]),
    st.integers(0, 3),
    ANYTHING,
)
def test_no_part_of_a_replay_whatever_it_is_makes_verifying_raise(name: str, place: int, value: Any) -> None:
    replay = json.loads(GOLDEN.read_bytes())
    replay["rounds"][place]["record"] = replay["rounds"][place]["bill"] = value
    one = verify_replay(replay)
    replay = json.loads(GOLDEN.read_bytes())
    replay["rounds"][place]["decisions"][0] = value
    verify_replay(replay)
    replay[name] = value

    two = verify_replay(replay)

    assert one is not None
    assert two is None or two.path
