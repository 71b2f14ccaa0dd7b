"""A replay proves every score: played again it is the same byte for byte, and whatever was changed in it is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dynasties.quorum.mechanics import bills, decisions
from dynasties.quorum.mechanics.config import Config
from dynasties.quorum.mechanics.draws import Draws
from dynasties.quorum.mechanics.keeping import LONGEST_TEXT, kept
from dynasties.quorum.mechanics.replay import Told, build, written
from dynasties.quorum.mechanics.telling import public_json
from dynasties.quorum.mechanics.verifying import LARGEST, parsed, resimulated, verify, verify_bytes
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.sealing import commitment
from tests.quorum import second_opinion
from tests.quorum.replaying import GOLDEN, ROUNDS, SALT, SEATS, VECTORS, at_random, eventful, of_scripts

ODD = (10**400, -(10**400), "yea", "nay", "A1", "none", "note", "x" * 1500, "x" * 199, "\ud800", "\x00")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(ODD)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=9,
)
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


def test_the_recorded_episode_comes_out_byte_for_byte() -> None:
    recorded = GOLDEN.read_bytes()

    again = resimulated(parsed(recorded))

    assert written(eventful()) == recorded
    assert written(again) == recorded
    assert verify_bytes(recorded) is None


def test_everything_happens_in_the_recorded_episode() -> None:
    first, second, third, fourth = (round["record"] for round in eventful()["rounds"])

    assert (first["outcome"], first["adopted"], first["dropped"]) == ("passed", "A2", [[], [], ["note"]])
    assert (second["outcome"], second["filibuster_used"]) == ("failed", [True, True, False])
    assert (third["outcome"], third["dropped"]) == ("vetoed", [["filibuster", "veto"], [], []])
    assert (fourth["outcome"], fourth["fallback"]) == ("failed", [True, True, True])


def test_notes_stand_in_it_with_their_ends_and_those_that_were_dropped_do_not() -> None:
    rounds = eventful()["rounds"]

    assert [round["notes"] for round in rounds] == [
        [
            {"from": 0, "to": 1, "text": "Yea, and I owe you a goose."},
            {"from": 1, "to": 0, "text": "Ça marche 🪿"},
        ],
        [],
        [],
        [],
    ]


@pytest.mark.parametrize("number", range(40))
def test_an_episode_at_random_comes_out_the_same_and_another_verifier_agrees(number: int) -> None:
    replay = at_random(number)
    read_again = json.loads(written(replay))

    assert verify(read_again) is None
    assert written(resimulated(read_again)) == written(replay)
    assert second_opinion.disagreements(read_again) == []


@pytest.mark.parametrize("seats", [5, 6])
def test_an_episode_of_scripts_comes_out_the_same_and_another_verifier_agrees(seats: int) -> None:
    replay = json.loads(written(of_scripts(Config(seats, 12), "bench")))

    assert verify(replay) is None
    assert second_opinion.disagreements(replay) == []
    assert sum(len(round["notes"]) for round in replay["rounds"]) > 4


def test_the_other_verifier_notices_what_ours_notices() -> None:
    replay = json.loads(written(eventful()))
    replay["rounds"][1]["record"]["capital"][0] = "9"

    found = verify(replay)

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

    found = verify(replay)

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

    found = verify(replay)

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
        (b" " * LARGEST + b"1", "is larger than"),
        (b" " * (LARGEST - 1) + b"1", "must be an object"),
    ],
    ids=range(11),
)
def test_what_is_no_json_is_told_kindly(data: bytes, text: str) -> None:
    found = verify_bytes(data)

    assert found is not None
    assert found.invalid
    assert text in found.text


@settings(max_examples=150, deadline=None)
@given(ANYTHING)
def test_no_json_whatever_makes_verifying_raise(value: Any) -> None:
    found = verify(value)

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
    one = verify(replay)
    replay = json.loads(GOLDEN.read_bytes())
    replay["rounds"][place]["decisions"][0] = value
    verify(replay)
    replay[name] = value

    two = verify(replay)

    assert one is not None
    assert two is None or two.path


@settings(max_examples=300, deadline=None)
@given(ANYTHING | ALMOST, st.sampled_from([200, 3, 1000, None]))
@example({"vote": "yea", "note": float("nan")}, 200)
@example({"vote": "yea", "note": {"to": 1, "text": float("nan")}}, 200)
@example({"vote": "yea", "note": {"to": 1, "text": "x" * 1000}}, 1000)
@example({"vote": "yea", "note": {"to": 1, "text": "x" * 1001}}, 1000)
@example({"vote": "yea", "priorities": [1, 1, 1, 1, 1]}, 200)
@example({"vote": "yea", "priorities": [10**308, 1, 10**309]}, 200)
def test_what_is_kept_of_a_decision_is_judged_like_all_of_it(raw: Any, note_length: int | None) -> None:
    where = (0, 4, 0, True, True, note_length)

    found = kept(raw)

    assert decisions.read(found, *where) == decisions.read(raw, *where)
    assert {each.voids for each in decisions.problems(found, *where)} == {
        each.voids for each in decisions.problems(raw, *where)
    }
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_what_is_kept_of_a_decision_is_never_large() -> None:
    long, deep = "x" * 100_000, list[Any]()
    for _ in range(5_000):
        deep = [deep]
    note = {"to": long, "text": long, long: long}

    found = kept({"vote": long, "priorities": [long] * 1000, "amendment": deep, "note": note, long: long, "rid": deep})

    assert len(json.dumps(found)) < 9 * LONGEST_TEXT
    assert kept(deep) == {}
    assert kept({"priorities": [deep]}) == {"priorities": [{}]}


def test_a_half_character_in_a_decision_stays_what_it_was() -> None:
    raws: list[object] = [{"vote": "yea", "note": {"to": 1, "text": "\ud800"}}, None]

    replay = build(config=Config(2, 2), seed="s", salt="", seats=SEATS[:2], decisions=[raws], adjourned=True)

    assert b"\\ud800" in written(replay)
    assert verify_bytes(written(replay)) is None
    assert replay["rounds"][0]["record"]["dropped"] == [["note"], []]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"), (1.0, "1.0"), (0.1, "0.1"), (0.0001, "0.0001"), (0.00001, "1e-05"), (1.5e-7, "1.5e-07"),
        (1e15, "1000000000000000.0"), (1e16, "1e+16"), (1.25e300, "1.25e+300"), (10**20, "1" + "0" * 20),
        ("\n\t\x00\x7f", '"\\n\\t\\u0000\\u007f"'), ('"\\/', '"\\"\\\\/"'), ("é🪿", '"\\u00e9\\ud83e\\udebf"'),
        ({"b": 1, "B": [True, None]}, '{"B":[true,null],"b":1}'),
    ],
    ids=range(14),
)  # fmt: skip
def test_there_is_one_way_to_write_everything(value: Any, text: str) -> None:
    assert written({"value": value}) == f'{{"value":{text}}}\n'.encode()


def test_nothing_in_a_replay_is_beyond_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        written({"decisions": [float("nan")]})

    assert eventful()["rounds"][3]["decisions"][2]["priorities"] == [1, 2, {"$float": "nan"}]


def test_what_was_told_at_the_time_stands_in_it_and_not_what_ought_to_have_been() -> None:
    right = eventful()
    told = [Told(round["bill"], public_json(round["record"])) for round in copy.deepcopy(right["rounds"])]
    common: dict[str, Any] = {
        "config": Config(3, 4), "seed": "geese", "salt": SALT, "seats": SEATS, "decisions": ROUNDS,
    }  # fmt: skip

    same = build(**common, told=told, scores=right["scores"], seed_digest=right["seed_digest"])
    wrong_scores = build(**common, told=told, scores=["9", "9", "9"])
    told[2] = told[2]._replace(record={**told[2].record, "outcome": "passed"})
    wrong_record = build(**common, told=told)

    assert written(same) == written(right)
    assert _path(wrong_scores) == "scores/0"
    assert _path(wrong_record) == "rounds/2/record/outcome"


@pytest.mark.parametrize("rounds", [0, 3])
def test_an_adjourned_episode_has_the_rounds_that_were_closed(rounds: int) -> None:
    replay = build(
        config=Config(3, 4), seed="geese", salt=SALT, seats=SEATS, decisions=ROUNDS[:rounds], adjourned=True
    )

    assert verify_bytes(written(replay)) is None
    assert second_opinion.disagreements(json.loads(written(replay))) == []
    assert replay["scores"] == ([*("0",) * 3] if rounds == 0 else replay["rounds"][2]["record"]["capital"])


def test_the_draws_are_as_the_vectors_say_and_another_implementation_agrees() -> None:
    for case in VECTORS["draws"]["cases"]:
        ours, theirs = Draws(*case["texts"]), second_opinion.words(*case["texts"])
        assert [str(ours.below(2**64)) for _ in case["words"]] == case["words"]
        assert [str(next(theirs)) for _ in case["words"]] == case["words"]
    for case in VECTORS["below"]["cases"]:
        draws, stream = Draws(*case["texts"]), second_opinion.words(*case["texts"])
        assert [str(draws.below(int(k))) for k in case["below"]] == case["gives"]
        assert [str(second_opinion.below(stream, int(k))) for k in case["below"]] == case["gives"]


def test_bills_are_as_the_vectors_say_and_another_implementation_agrees() -> None:
    for case in VECTORS["facts"]["cases"]:
        told = (case["kind"], case["rewrites"], case["target"])
        bill = bills.bill(case["seed"], case["round"], case["statutes"], True)
        assert (bill.kind, list(bill.rewrites), bill.target) == told
        assert second_opinion.facts(case["seed"], case["round"], case["statutes"]) == told
    for case in VECTORS["words"]["cases"]:
        found = bills.bill_json(bills.bill(case["seed"], case["round"], (), True))
        assert {name: found[name] for name in case.keys() - {"seed", "round"}} == {
            name: case[name] for name in case.keys() - {"seed", "round"}
        }


def test_the_digest_of_a_seed_is_as_the_vectors_say() -> None:
    for case in VECTORS["digest"]["cases"]:
        assert commitment({"seed": case["seed"]}, case["salt"]) == case["sha256"]
        assert second_opinion.digest(case["seed"], case["salt"]) == case["sha256"]


def test_a_file_that_was_parsed_is_what_was_written() -> None:
    assert parsed(GOLDEN.read_bytes()) == json.loads(GOLDEN.read_bytes())

    with pytest.raises(Invalid):
        parsed(b"{")


def _path(replay: dict[str, Any]) -> str | None:
    found = verify(json.loads(written(replay)))
    return found.path if found else None
