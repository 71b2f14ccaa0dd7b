"""The schema of replays, tried with a validator: it takes every replay, and nothing that merely looks like one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.replay.rules import ReplaySource, build_replay, replay_bytes
from tests.quorum.replaying import GOLDEN, ROUNDS, SALT, SCHEMA, SEATS, VECTORS, at_random, of_scripts, under_an_odd_law

VALIDATOR = Draft202012Validator(SCHEMA)


def flaws(replay: Any) -> list[str]:
    return [error.json_path for error in VALIDATOR.iter_errors(replay)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)

    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("number", range(12))
def test_it_takes_replays_of_random_episodes_and_of_those_under_odd_laws(number: int) -> None:
    assert flaws(json.loads(replay_bytes(at_random(number)))) == []
    assert flaws(json.loads(replay_bytes(under_an_odd_law(number)))) == []


def test_it_takes_the_recorded_replay_one_of_scripts_and_one_that_was_adjourned_at_once() -> None:
    adjourned = build_replay(ReplaySource(Config(3, 4), "geese", SALT, SEATS, ROUNDS[:0], True))

    assert flaws(json.loads(GOLDEN.read_bytes())) == []
    assert flaws(json.loads(replay_bytes(of_scripts(Config(6, 40), "long")))) == []
    assert flaws(json.loads(replay_bytes(adjourned))) == []


@pytest.mark.parametrize("decision", [None, True, [], {}, "yea", 1.5, {"vote": ["yea"], "x": {"y": [[]]}}])
def test_a_raw_decision_may_be_anything(decision: Any) -> None:
    replay = json.loads(GOLDEN.read_bytes())

    replay["rounds"][0]["decisions"][1] = decision

    assert flaws(replay) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "quorum-replay-2"),
        ("bills", "quorum-bills-2"),
        ("seed", ""),
        ("seed", "x" * 201),
        ("seed_salt", "SALT"),
        ("seed_digest", "0" * 63),
        ("seed_digest", "0" * 65),
        ("adjourned", None),
        ("scores", ["1", "2", "-1"]),
        ("scores", [1, 2, 3]),
        ("scores", ["1"]),
        ("seats", [SEATS[0]] * 7),
        ("seats/0/kind", "empty"),
        ("seats/0/name", ""),
        ("seats/2/script", 3),
        ("config/num_seats", 1),
        ("config/num_rounds", 41),
        ("config/num_rounds", "4"),
        ("config/pass_threshold", 0.5),
        ("config/pass_threshold", "0.50"),
        ("config/orders/influence", "1.0"),
        ("config/orders/bar", "65%"),
        ("config/orders/clause_value", "1"),
        ("config/orders/veto", 1),
        ("rounds/0/round", 40),
        ("rounds/0/bill/id", "B0"),
        ("rounds/0/bill/id", "B40"),
        ("rounds/0/bill/kind", "tax"),
        ("rounds/0/bill/target_statute", "B00"),
        ("rounds/0/bill/clauses", ["a", "b"]),
        ("rounds/0/bill/clauses", ["a", "b", ""]),
        ("rounds/0/bill/amendments/A1/clause", 3),
        ("rounds/0/bill/amendments/A4", {"clause": 0, "text": "x"}),
        ("rounds/0/decisions", [None]),
        ("rounds/0/record/outcome", "adopted"),
        ("rounds/0/record/adopted", "none"),
        ("rounds/0/record/owners", [[0], [1]]),
        ("rounds/0/record/owners/0", [6]),
        ("rounds/0/record/owners/0", [1, 1]),
        ("rounds/0/record/influence/0", "-0.1"),
        ("rounds/0/record/influence/0", "0.9955"),
        ("rounds/0/record/influence/0", "01"),
        ("rounds/0/record/capital/0", "1/7"),
        ("rounds/0/record/capital/0", "1.50"),
        ("rounds/0/record/capital/0", "1.123"),
        ("rounds/0/record/capital/0", 1),
        ("rounds/0/record/decisions/0/priorities", [1, 0.5, 1]),
        ("rounds/0/record/decisions/0/note", None),
        ("rounds/0/record/dropped/0", ["vote"]),
        ("rounds/0/record/fallback/0", 0),
        ("rounds/0/record/gains/0/0/code", "gift"),
        ("rounds/0/record/gains/0/0/influence", "1"),
        ("rounds/0/record/statutes", ["B00", "B00"]),
        ("rounds/0/notes/0/to", 6),
        ("rounds/0/notes/0/text", ""),
        ("more", 1),
        ("rounds/0/more", 1),
        ("config/more", 1),
        ("config/orders/more", 1),
    ],
    ids=str,
)
def test_it_takes_nothing_else(path: str, value: Any) -> None:
    replay = json.loads(GOLDEN.read_bytes())
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    part = replay
    for step in way:
        part = part[step]
    part[last] = value

    found = flaws(replay)

    assert found


def test_nothing_may_be_left_out() -> None:
    replay = json.loads(GOLDEN.read_bytes())
    parts = [
        replay,
        replay["config"],
        replay["config"]["orders"],
        replay["seats"][0],
        replay["rounds"][0],
        replay["rounds"][0]["bill"],
        replay["rounds"][0]["record"],
        replay["rounds"][0]["notes"][0],
    ]

    for part in parts:
        for name in list(part):
            kept = part.pop(name)
            assert flaws(replay), name
            part[name] = kept

    assert flaws(replay) == []


def test_a_repeal_needs_a_target() -> None:
    replay = of_scripts(Config(4, 20), "repeals")
    repeal = next(round for round in replay["rounds"] if round["bill"]["kind"] == "repeal")
    before = flaws(json.loads(replay_bytes(replay)))

    repeal["bill"]["target_statute"] = None

    assert before == []
    assert flaws(json.loads(replay_bytes(replay)))


def test_what_the_schema_says_of_its_vectors_is_what_they_say() -> None:
    first, case = VECTORS["draws"]["cases"][0]["words"], VECTORS["digest"]["cases"][0]
    fact = next(each for each in VECTORS["facts"]["cases"] if each["target"])

    properties, bill = SCHEMA["properties"], SCHEMA["$defs"]["bill"]["description"]

    assert f"are {first[0]} and {first[1]}" in properties["bills"]["description"]
    digest = f"For the seed {case['seed']} and the salt {case['salt']} it is {case['sha256']}."
    assert properties["seed_digest"]["description"].endswith(digest)
    told = f"“{fact['seed']}” in round {fact['round']}, with the statutes {' and '.join(fact['statutes'])}"
    assert f"{told}: a repeal of {fact['target']}, {''.join(map(str, fact['rewrites']))}." in bill
