"""The referee of B Nomic: ballots and timelines, and what it does not understand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nomic.referee import adjudicate

CASES = json.loads((Path(__file__).parent / "data" / "bnomic-cases.json").read_text("utf-8"))
STEPS = {"historical", "conflict", "dependency"}


def asked(question: dict[str, Any]) -> dict[str, Any]:
    return adjudicate({"procedure": "bnomic", **question})


@pytest.mark.parametrize("case", CASES["ballots"], ids=lambda case: case["case"])
def test_a_ballot_is_counted_step_by_step(case: dict[str, Any]) -> None:
    answer = asked(case["question"])

    assert {name: answer[name] for name in case["answer"]} == case["answer"]
    # The cases name the victor of a conflict before who fell by it, and nobody for a dependency.
    told = [[step, *by[:1], number] if step == "conflict" else [step, number] for step, number, *by in answer["trace"]]
    assert [line for line in told if line[0] in STEPS] == case["events"]


@pytest.mark.parametrize("case", CASES["timelines"], ids=lambda case: case["case"])
def test_a_timeline_is_answered_act_by_act(case: dict[str, Any]) -> None:
    assert asked(case["question"]) == case["answer"]


def test_what_sank_a_proposal_is_told_with_whose_doing_it_was() -> None:
    strong, weak, leaning, poor = (
        {"number": 1, "votes": {"Ada": "FOR", "Ben": "FOR"}, "conflicts": [2]},
        {"number": 2, "votes": {"Ada": "FOR"}},
        {"number": 3, "votes": {"Ada": "FOR"}, "depends": [2]},
        {"number": 4, "votes": {}},
    )

    answer = asked({"players": ["Ada", "Ben"], "proposals": [leaning, strong, poor, weak]})

    assert answer["sunk_by"] == {
        "2": {"step": "conflict", "number": 1},
        "3": {"step": "dependency", "number": 2},
        "4": {"step": "strength", "number": None},
    }


def test_votes_of_those_who_are_no_players_count_for_nothing() -> None:
    answer = asked({"players": ["Ada"], "proposals": [{"number": 1, "votes": {"Ada": "FOR", "Zed": "AGAINST"}}]})

    assert answer["strength"] == {"1": 1}


def test_a_revision_by_another_or_of_an_open_one_and_a_second_arrival_are_rejected() -> None:
    events = [
        {"do": "join", "player": "Ada"},
        {"do": "join", "player": "Ada"},
        {"do": "join", "player": "Ben"},
        {"do": "submit", "player": "Ada", "ref": "one"},
        {"do": "revise", "player": "Ben", "ref": "one"},
        *[{"do": "tick"}] * 8,
        {"do": "revise", "player": "Ada", "ref": "one"},
        {"do": "leave", "player": "Zed"},
    ]

    answer = asked({"events": events})

    assert [place for place, each in enumerate(answer["answers"]) if each == "rejected"] == [1, 4, 13, 14]
    assert (answer["nweek"], answer["nday"], answer["proposals"]) == (1, 9, {"one": "Open"})


def test_who_has_left_by_the_count_has_no_vote() -> None:
    events = [
        {"do": "join", "player": "Ada"},
        {"do": "join", "player": "Ben"},
        {"do": "submit", "player": "Ada", "ref": "one"},
        *[{"do": "tick"}] * 8,
        {"do": "vote", "player": "Ben", "ref": "one", "vote": "FOR"},
        {"do": "leave", "player": "Ben"},
        *[{"do": "tick"}] * 4,
    ]

    assert asked({"events": events})["proposals"] == {"one": "Lost"}


ALL = {"Ada": "FOR", "Ben": "FOR"}
RIVALS = {
    "players": ["Ada", "Ben"],
    "proposals": [{"number": 1, "votes": ALL}, {"number": 2, "votes": ALL, "conflicts": [1]}, {"number": 3}],
}


def counted_after(ticks: int, dials: dict[str, str]) -> dict[str, Any]:
    """Ada submits a Proposal and is FOR it as soon as it opens; then so many midnights, all told, have gone by."""
    vote = {"do": "vote", "player": "Ada", "ref": "one", "vote": "FOR"}
    days = [event for _ in range(ticks) for event in ({"do": "tick"}, vote)]
    submitted = [{"do": "join", "player": "Ada"}, {"do": "submit", "player": "Ada", "ref": "one"}]
    return asked({"events": [*submitted, *days], "dials": dials})


@pytest.mark.parametrize(
    ("dials", "passed"),
    [
        ({}, [2]),
        ({"nweek.ties": "the higher Number"}, [2]),
        ({"nweek.ties": "the lower Number"}, [1]),
        ({"nweek.winning": "two"}, [2]),
        ({"nweek.winning": "3"}, []),
        ({"nweek.winning": "0"}, [2, 3]),
    ],
)
def test_a_ballot_is_counted_under_the_law_it_is_asked_under(dials: dict[str, str], passed: list[int]) -> None:
    assert asked({**RIVALS, "dials": dials})["passed"] == passed


@pytest.mark.parametrize(
    ("dials", "opens", "counts", "next_nweek"),
    [
        ({}, 8, 12, 12),
        ({"nweek.opens": "3"}, 2, 12, 12),
        ({"nweek.closes": "ten"}, 8, 10, 12),
        ({"nweek.length": "10"}, 8, 10, 10),
        ({"nweek.length": "20"}, 8, 12, 20),
        ({"nweek.length": "20", "nweek.closes": "25"}, 8, 20, 20),
    ],
)
def test_a_timeline_runs_under_the_law_it_is_asked_under(
    dials: dict[str, str], opens: int, counts: int, next_nweek: int
) -> None:
    states = {
        ticks: counted_after(ticks, dials)["proposals"]["one"] for ticks in (opens - 1, opens, counts - 1, counts)
    }
    nweeks = [counted_after(ticks, dials)["nweek"] for ticks in (next_nweek - 1, next_nweek)]

    assert states == {opens - 1: "Pending", opens: "Open", counts - 1: "Open", counts: "Won"}
    assert nweeks == [1, 2]


def test_the_largest_numbers_that_the_law_may_say_are_understood() -> None:
    dials = {"nweek.length": "366", "nweek.opens": "366", "nweek.closes": "366"}

    assert counted_after(365, dials)["proposals"] == {"one": "Open"}
    assert counted_after(366, dials)["proposals"] == {"one": "Won"}
    assert asked({**RIVALS, "dials": {"nweek.winning": "1000"}})["passed"] == []


def test_a_timeline_counts_by_the_strength_and_the_ties_of_its_law() -> None:
    events = [
        {"do": "join", "player": "Ada"},
        {"do": "submit", "player": "Ada", "ref": "one"},
        {"do": "submit", "player": "Ada", "ref": "two", "conflicts": ["one"]},
        *[{"do": "tick"}] * 8,
        *[{"do": "vote", "player": "Ada", "ref": each, "vote": "FOR"} for each in ("one", "two")],
        *[{"do": "tick"}] * 4,
    ]

    assert asked({"events": events})["passed_by_nweek"] == [[1, ["two"]]]
    assert asked({"events": events, "dials": {"nweek.ties": "the lower Number"}})["passed_by_nweek"] == [[1, ["one"]]]
    assert asked({"events": events, "dials": {"nweek.winning": "2"}})["passed_by_nweek"] == []


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ({}, "players"),
        ({**RIVALS, "dials": {"nweek.ties": "the older"}}, "dials/nweek.ties"),
        ({**RIVALS, "dials": {"nweek.winning": "1001"}}, "dials/nweek.winning"),
        ({"events": [], "dials": {"nweek.length": "0"}}, "dials/nweek.length"),
        ({"events": [], "dials": {"nweek.opens": "367"}}, "dials/nweek.opens"),
        ({"players": ["Ada"], "proposals": [{"number": 0}]}, "proposals/0/number"),
        ({"players": ["Ada"], "proposals": [{"number": 1}, {"number": 1}]}, "proposals/1/number"),
        ({"players": ["Ada"], "proposals": [{"number": 1, "votes": {"Ada": "AYE"}}]}, "proposals/0/votes/Ada"),
        ({"players": ["Ada"], "proposals": [{"number": 1, "vote_log": [["Ada"]]}]}, "proposals/0/vote_log/0"),
        ({"players": ["Ada"], "proposals": [{"number": 1, "state": "Won"}]}, "proposals/0/state"),
        ({"players": ["Ada"], "proposals": [{"number": 1, "state": "Historical"}]}, "proposals/0/substate"),
        ({"players": ["Ada"], "proposals": [{"number": 1, "depends": ["two"]}]}, "proposals/0/depends/0"),
        ({"events": [{"do": "dance"}]}, "events/0/do"),
        ({"events": [{"do": "submit", "player": "Ada", "ref": ""}]}, "events/0/ref"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_not_understood_is_named_by_its_path(question: dict[str, Any], path: str) -> None:
    assert asked(question)["error"]["path"] == path
