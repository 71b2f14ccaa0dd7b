"""What the referee answers for Quorum: rounds and whole Episodes, and what it does not understand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from nomic.referee import adjudicate

Case: TypeAlias = dict[str, Any]

CASES = json.loads((Path(__file__).parent / "data" / "quorum-cases.json").read_text("utf-8"))
ROUNDS: list[Case] = CASES["rounds"]
EPISODES: list[Case] = CASES["episodes"]
BILL: Case = {"kind": "spending", "clauses": ["One.", "Two.", "Three."], "amendments": {"A1": 0, "A2": 1, "A3": 2}}
YEA: Case = {"vote": "yea", "priorities": [1, 1, 1]}
ROUND: Case = {
    "procedure": "quorum",
    "config": {"num_seats": 2, "num_rounds": 10, "pass_threshold": "0.5", "veto_enabled": True, "caucus_enabled": True},
    "state": {
        "round": 0,
        "influence": ["1", "1"],
        "capital": ["0", "0"],
        "filibuster_used": [False, False],
        "statutes": [],
    },
    "bill": {"id": "B00", **BILL},
    "decisions": [YEA, None],
}
EPISODE: Case = {
    "procedure": "quorum",
    "config": ROUND["config"],
    "bills": [{"id": "B00", **BILL}],
    "decisions": [[YEA, None]],
}


def of_seats(case: Case) -> Case:
    """The question that a round of the file stands for, with all that it leaves out."""
    seats = len(case["decisions"])
    state = {
        "round": 0,
        "influence": ["1"] * seats,
        "capital": ["0"] * seats,
        "filibuster_used": [False] * seats,
        "statutes": [],
    }
    return {
        "procedure": "quorum",
        "config": {**ROUND["config"], "num_seats": seats, **case.get("config", {})},
        "state": {**state, **case.get("state", {})},
        "bill": {**ROUND["bill"], **case.get("bill", {})},
        "decisions": numbers(case["decisions"]),
    }


def numbers(value: Any) -> Any:
    """The value with what JSON cannot write: the file says `{"$float": "nan"}`."""
    if isinstance(value, dict):
        return float(value["$float"]) if "$float" in value else {name: numbers(each) for name, each in value.items()}
    return [numbers(each) for each in value] if isinstance(value, list) else value


def among(expected: Case, answer: Case) -> Case:
    """That part of the answer about which something is expected."""
    return {name: answer.get(name) for name in expected}


def changed(question: Case, path: str, value: object) -> Case:
    """The question with another value at a path; `...` leaves it out."""
    first, _, rest = path.partition("/")
    changes = {**question, first: changed(question[first], rest, value) if rest else value}
    return {name: each for name, each in changes.items() if each is not ...}


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case["id"])
def test_a_round_is_judged_as_in_the_cases(case: Case) -> None:
    seats = len(case["decisions"])
    expected = {"fallback": [False] * seats, "dropped": [[]] * seats, **case["answer"]}

    answer = adjudicate(of_seats(case))

    assert among(expected, answer) == expected


@pytest.mark.parametrize("case", EPISODES, ids=lambda case: case["id"])
def test_an_episode_is_scored_as_in_the_cases(case: Case) -> None:
    bills = [{"id": f"B{round:02d}", **BILL, **bill} for round, bill in enumerate(case["bills"])]
    question = {"procedure": "quorum", "config": {**ROUND["config"], **case["config"]}, "bills": bills}
    everybody = {"fallback": [False] * case["config"]["num_seats"]}

    answer: Any = adjudicate({**question, "decisions": case["decisions"]})

    rounds = [{**everybody, **expected} for expected in case["answer"]["rounds"]]
    assert [among(*pair) for pair in zip(rounds, answer["rounds"], strict=True)] == rounds
    assert (answer["final"], answer["scores"]) == (case["answer"]["final"], case["answer"]["scores"])


def test_a_round_tells_what_counted_of_the_decisions_and_what_each_change_came_from() -> None:
    answer: Any = adjudicate({**ROUND, "decisions": [{**YEA, "priorities": [0.5, 0.25, 0], "amendment": "A2"}, None]})

    assert answer["bill"] == {"id": "B00", "kind": "spending", "title": "B00"}
    assert answer["decisions"][0] == {
        "vote": "yea",
        "priorities": [2, 1, 0],
        "amendment": "A2",
        "filibuster": False,
        "veto": False,
    }
    assert answer["gains"] == [
        [
            {"code": "yea", "capital": "0.5"},
            {"code": "clause-1", "capital": "1"},
            {"code": "clause-2", "capital": "2"},
            {"code": "clause-3", "capital": "1"},
            {"code": "adopter", "influence": "0.03"},
            {"code": "decay", "influence": "-0.005"},
        ],
        [{"code": "decay", "influence": "-0.005"}],
    ]


def test_bills_may_come_from_a_seed() -> None:
    question = {**EPISODE, "seed": "a seed", "bills": ..., "decisions": [[YEA, YEA], [YEA, None]]}

    answer: Any = adjudicate({name: value for name, value in question.items() if value is not ...})

    assert [each["bill"]["id"] for each in answer["rounds"]] == ["B00", "B01"]
    assert answer["rounds"][0]["bill"]["title"] != "B00"


def test_an_episode_that_is_not_over_tells_what_the_scores_would_be() -> None:
    answer: Any = adjudicate(EPISODE)

    assert (len(answer["rounds"]), answer["scores"]) == (1, ["3.5", "0"])


def test_a_score_is_never_below_nothing() -> None:
    answer: Any = adjudicate({**EPISODE, "decisions": [[YEA, {**YEA, "vote": "nay"}]]})

    assert (answer["final"]["capital"], answer["scores"]) == (["3.5", "-0.25"], ["3.5", "0"])


def test_a_decision_in_one_round_may_be_a_list_and_falls_back() -> None:
    answer: Any = adjudicate({**ROUND, "decisions": [[YEA], [YEA]]})

    assert answer["fallback"] == [True, True]


@pytest.mark.parametrize(
    ("dials", "threshold"),
    [({}, "0.65"), ({"senate.filibuster_threshold": "0.8"}, "0.8"), ({"senate.filibuster_threshold": "2/3"}, "2/3")],
    ids=["as the law begins", "0.8", "two thirds"],
)
def test_dials_set_the_standing_orders(dials: dict[str, str], threshold: str) -> None:
    filibuster = {"vote": "nay", "filibuster": True}

    answer = adjudicate({**ROUND, "decisions": [YEA, filibuster], "dials": dials})

    assert answer["threshold"] == threshold


def test_standing_orders_of_the_config_come_before_the_dials() -> None:
    config = {**ROUND["config"], "orders": {"decay": "0.1"}}

    answer = adjudicate({**ROUND, "config": config, "dials": {"senate.decay": "0.2"}})

    assert answer["influence"] == ["0.9", "0.9"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("config", ...),
        ("config", []),
        ("config/num_seats", 1),
        ("config/num_seats", 7),
        ("config/num_seats", "2"),
        ("config/num_rounds", 1),
        ("config/num_rounds", 41),
        ("config/num_rounds", True),
        ("config/pass_threshold", ...),
        ("config/pass_threshold", "0.29"),
        ("config/pass_threshold", "0.91"),
        ("config/pass_threshold", "half"),
        ("config/pass_threshold", "1/0"),
        ("config/pass_threshold", "5e-1"),
        ("config/veto_enabled", 1),
        ("config/caucus_enabled", ...),
        ("config/orders", []),
        ("state", ...),
        ("state/round", -1),
        ("state/round", 40),
        ("state/round", 0.0),
        ("state/influence", ["1"]),
        ("state/influence", "11"),
        ("state/capital", ["0", "0", "0"]),
        ("state/filibuster_used", ...),
        ("state/statutes", "B00"),
        ("bill", ...),
        ("bill/id", ""),
        ("bill/kind", "law"),
        ("bill/clauses", ["One.", "Two."]),
        ("bill/amendments", ...),
        ("bill/amendments/A2", 3),
        ("bill/amendments/A2", -1),
        ("bill/amendments/A3", ...),
        ("bill/amendments/A1", True),
        ("bill/target_statute", "B03"),
        ("decisions", ...),
        ("decisions", {}),
        ("decisions", [YEA]),
        ("decisions", [YEA, YEA, YEA]),
    ],
    ids=str,
)
def test_what_is_not_understood_of_a_round_is_named(path: str, value: object) -> None:
    answer: Any = adjudicate(changed(ROUND, path, value))

    assert (answer["error"]["code"], answer["error"]["path"]) == ("invalid", path)


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("state/influence", ["1", "0.1234"], "must be a whole number of thousandths"),
        ("state/influence", ["1", "-0.1"], "must not be below 0"),
        ("state/influence", ["1", None], "must be a number such as “0.65” or “11/6”"),
        ("state/influence", ["1", True], "must be a number such as “0.65” or “11/6”"),
        ("state/capital", ["0", "0.01"], "must be a whole number of sixtieths"),
        ("state/capital", ["0", "1/7"], "must be a whole number of sixtieths"),
        ("state/filibuster_used", [False, 0], "must be true or false"),
        ("state/statutes", ["B00", 7], "must be a text that is not empty"),
        ("bill/clauses", ["One.", " ", "Three."], "must be a text that is not empty"),
    ],
    ids=str,
)
def test_one_of_a_list_that_is_not_understood_is_named_by_its_place(path: str, value: list[object], text: str) -> None:
    answer: Any = adjudicate(changed(ROUND, path, value))

    assert answer["error"] == {"code": "invalid", "path": f"{path}/1", "text": text}


def test_numbers_on_the_grid_may_be_numbers_and_fractions() -> None:
    state = {**ROUND["state"], "influence": [1, 0.995], "capital": ["-11/6", 0.05]}

    answer = adjudicate({**ROUND, "state": state, "decisions": [None, None]})

    assert (answer["influence"], answer["capital"]) == (["0.995", "0.99"], ["-11/6", "0.05"])


def test_an_amendment_may_say_how_the_clause_would_read() -> None:
    said = {"clause": 2, "text": "Three, at most."}

    answer: Any = adjudicate(changed(ROUND, "bill/amendments/A1", said))
    beyond: Any = adjudicate(changed(ROUND, "bill/amendments/A1", {**said, "clause": 3}))

    assert answer["outcome"] == "passed"
    assert beyond["error"]["path"] == "bill/amendments/A1/clause"


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("bills", ..., "state"),
        ("bills", [], "bills"),
        ("bills", [None], "bills/0"),
        ("bills", {}, "bills"),
        ("decisions", [[YEA]], "decisions/0"),
        ("decisions", [YEA], "decisions/0"),
        ("decisions", {}, "decisions"),
        ("decisions", [[None, None]] * 11, "decisions"),
        ("seed", "", "seed"),
        ("seed", "\ud800", "seed"),
    ],
    ids=[
        "neither bills nor state",
        "too few bills",
        "no bill",
        "no list of bills",
        "too few seats",
        "no list of seats",
        "no list",
        "too many rounds",
        "empty seed",
        "half a character",
    ],
)
def test_what_is_not_understood_of_an_episode_is_named(path: str, value: object, named: str) -> None:
    answer: Any = adjudicate(changed(EPISODE, path, value))

    assert (answer["error"]["code"], answer["error"]["path"]) == ("invalid", named)


def test_an_unknown_standing_order_is_named() -> None:
    answer: Any = adjudicate(changed(ROUND, "config/orders", {"speed": 1}))

    assert answer["error"]["path"] == "config/orders/speed"


def test_a_repeal_names_its_statute() -> None:
    repeal = {**ROUND["bill"], "kind": "repeal"}

    answer: Any = adjudicate({**ROUND, "bill": repeal})

    assert answer["error"] == {"code": "invalid", "path": "bill/target_statute", "text": "is missing"}
