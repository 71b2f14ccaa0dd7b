"""A replay proves every score: played again it is the same byte for byte, and whatever was changed in it is found."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from dynasties.quorum.bills import rules as bills_rules
from dynasties.quorum.bills.rules import Draws
from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.replay.rules import (
    ReplaySource,
    ToldEpisode,
    ToldRound,
    build_replay,
    parse_replay,
    replay_bytes,
    resimulate_replay,
    verify_replay,
    verify_replay_bytes,
)
from dynasties.quorum.rounds.rules import public_json
from nomic.core.chain import commitment
from nomic.core.decision import Invalid
from tests.quorum import second_opinion
from tests.quorum.replaying import (
    GOLDEN,
    ROUNDS,
    SALT,
    SEATS,
    VECTORS,
    at_random,
    eventful,
    of_scripts,
    under_an_odd_law,
)


def test_the_recorded_episode_comes_out_byte_for_byte() -> None:
    recorded = GOLDEN.read_bytes()

    again = resimulate_replay(parse_replay(recorded))

    assert replay_bytes(eventful()) == recorded
    assert replay_bytes(again) == recorded
    assert verify_replay_bytes(recorded) is None


def test_everything_happens_in_the_recorded_episode() -> None:
    first, second, third, fourth = (round["record"] for round in eventful()["rounds"])

    assert (first["outcome"], first["adopted"], first["dropped"]) == ("passed", "A2", [[], [], ["note"]])
    assert (second["outcome"], second["filibuster_used"]) == ("failed", [True, True, False])
    assert (third["outcome"], third["dropped"]) == ("vetoed", [["filibuster", "veto"], [], []])
    assert (fourth["outcome"], fourth["fallback"]) == ("failed", [True, True, True])


def test_notes_stand_in_it_with_their_ends_and_those_that_were_dropped_do_not() -> None:
    rounds = eventful()["rounds"]

    assert [round["notes"] for round in rounds] == [
        [{"from": 0, "to": 1, "text": "Yea, and I owe you a goose."}, {"from": 1, "to": 0, "text": "Ça marche 🪿"}],
        [],
        [],
        [],
    ]


@pytest.mark.parametrize("number", range(40))
def test_an_episode_at_random_comes_out_the_same_and_another_verifier_agrees(number: int) -> None:
    replay = at_random(number)
    read_again = json.loads(replay_bytes(replay))

    assert verify_replay(read_again) is None
    assert replay_bytes(resimulate_replay(read_again)) == replay_bytes(replay)
    assert second_opinion.disagreements(read_again) == []


@pytest.mark.parametrize("number", range(16))
def test_an_episode_under_an_odd_law_comes_out_the_same_and_another_verifier_agrees(number: int) -> None:
    replay = json.loads(replay_bytes(under_an_odd_law(number)))

    assert verify_replay(replay) is None
    assert second_opinion.disagreements(replay) == []


@pytest.mark.parametrize("seats", [5, 6])
def test_an_episode_of_scripts_comes_out_the_same_and_another_verifier_agrees(seats: int) -> None:
    replay = json.loads(replay_bytes(of_scripts(Config(seats, 12), "bench")))

    assert verify_replay(replay) is None
    assert second_opinion.disagreements(replay) == []
    assert sum(len(round["notes"]) for round in replay["rounds"]) > 4


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (1.5e-7, "1.5e-07"),
        (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
        (1.25e300, "1.25e+300"),
        (10**20, "1" + "0" * 20),
        ("\n\t\x00\x7f", '"\\n\\t\\u0000\\u007f"'),
        ('"\\/', '"\\"\\\\/"'),
        ("é🪿", '"\\u00e9\\ud83e\\udebf"'),
        ({"b": 1, "B": [True, None]}, '{"B":[true,null],"b":1}'),
    ],
    ids=range(14),
)
def test_there_is_one_way_to_write_everything(value: Any, text: str) -> None:
    assert replay_bytes({"value": value}) == f'{{"value":{text}}}\n'.encode()


def test_nothing_in_a_replay_is_beyond_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        replay_bytes({"decisions": [float("nan")]})

    assert eventful()["rounds"][3]["decisions"][2]["priorities"] == [1, 2, {"$float": "nan"}]


def test_what_was_told_at_the_time_stands_in_it_and_not_what_ought_to_have_been() -> None:
    right = eventful()
    told = [ToldRound(round["bill"], public_json(round["record"])) for round in copy.deepcopy(right["rounds"])]
    played = ReplaySource(Config(3, 4), "geese", SALT, SEATS, ROUNDS)

    same = build_replay(played, ToldEpisode(rounds=told, scores=right["scores"], seed_digest=right["seed_digest"]))
    wrong_scores = build_replay(played, ToldEpisode(rounds=told, scores=["9", "9", "9"]))
    told[2] = told[2]._replace(record={**told[2].record, "outcome": "passed"})
    wrong_record = build_replay(played, ToldEpisode(rounds=told))

    assert replay_bytes(same) == replay_bytes(right)
    assert _path(wrong_scores) == "scores/0"
    assert _path(wrong_record) == "rounds/2/record/outcome"


@pytest.mark.parametrize("rounds", [0, 3])
def test_an_adjourned_episode_has_the_rounds_that_were_closed(rounds: int) -> None:
    replay = build_replay(ReplaySource(Config(3, 4), "geese", SALT, SEATS, ROUNDS[:rounds], True))

    assert verify_replay_bytes(replay_bytes(replay)) is None
    assert second_opinion.disagreements(json.loads(replay_bytes(replay))) == []
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
        bill = bills_rules.drawn_bill(case["seed"], case["round"], case["statutes"], True)
        assert (bill.kind, list(bill.rewrites), bill.target) == told
        assert second_opinion.facts(case["seed"], case["round"], case["statutes"]) == told
    for case in VECTORS["words"]["cases"]:
        found = bills_rules.bill_json(bills_rules.drawn_bill(case["seed"], case["round"], (), True))
        assert {name: found[name] for name in case.keys() - {"seed", "round"}} == {
            name: case[name] for name in case.keys() - {"seed", "round"}
        }


def test_the_digest_of_a_seed_is_as_the_vectors_say() -> None:
    for case in VECTORS["digest"]["cases"]:
        assert commitment({"seed": case["seed"]}, case["salt"]) == case["sha256"]
        assert second_opinion.digest(case["seed"], case["salt"]) == case["sha256"]


def test_a_file_that_was_parsed_is_what_was_written() -> None:
    assert parse_replay(GOLDEN.read_bytes()) == json.loads(GOLDEN.read_bytes())

    with pytest.raises(Invalid):
        parse_replay(b"{")


def _path(replay: dict[str, Any]) -> str | None:
    found = verify_replay(json.loads(replay_bytes(replay)))
    return found.path if found else None
