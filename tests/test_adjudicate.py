from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from nomic.referee import adjudicate
from tests.questions import EXAMPLE, Case

CASES: list[Case] = json.loads((Path(__file__).parent / "data" / "real-votes.json").read_text())
NUMBERED = [case for case in CASES if None not in (case["for"], case["against"], case["players_range"])]
POSTED = datetime(2007, 3, 14, 1, 2, tzinfo=UTC)
TIMEOUT = {"timed-out", "timed-out-against", "too-few-votes"}
CODES = {
    "quorum": {"reached-quorum"},
    "quorum-against": {"reached-quorum"},
    "timeout": TIMEOUT,
    "cannot-pass": {"cannot-pass"},
    "quorum-or-timeout": {"reached-quorum", *TIMEOUT},
    "quorum+timeout": {"reached-quorum", *TIMEOUT},
    "cannot-pass-or-timeout": {"cannot-pass", *TIMEOUT},
}


def with_(**changes: Any) -> Case:
    return {name: value for name, value in {**EXAMPLE, **changes}.items() if value is not ...}


def tally_of(question: Case) -> Any:
    return adjudicate(question)["tally"]


def error_path(question: object) -> object:
    error = adjudicate(question)["error"]
    assert isinstance(error, dict)
    return error["path"]


def test_the_published_example_is_answered_as_published() -> None:
    answer: Any = adjudicate(EXAMPLE)

    assert [(each["code"], each["rule"], each["facts"]) for each in answer.pop("reasons")] == [
        ("hiatus", "Victory and Ascension", {"since": "2007-03-15T00:00:00Z"}),
        ("reached-quorum", "Enactment", {"for": 2, "quorum": 2}),
    ]
    assert answer == {
        "status": "pending",
        "may_enact": False,
        "may_fail": False,
        "quorum": 2,
        "next_check": None,
        "tally": {"for": 2, "against": 0, "deferential": 0, "abstain": 0, "vetoed": False, "self_killed": False},
    }


def test_what_may_be_left_out_may_be_left_out() -> None:
    bare = with_(idle=..., hiatus=..., queue_position=..., dials=..., unheard_of=[1])

    assert adjudicate(bare)["status"] == "enacted"


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"procedure": ...}, "procedure"),
        ({"procedure": "agora"}, "procedure"),
        ({"kind": "petition"}, "kind"),
        ({"kind": ["proposal"]}, "kind"),
        ({"agents": ...}, "agents"),
        ({"agents": "P1"}, "agents"),
        ({"agents": ["P1", 2]}, "agents/1"),
        ({"agents": ["P1", "P2", "P1"]}, "agents/2"),
        ({"idle": ["P3"]}, "idle/0"),
        ({"idle": None}, "idle"),
        ({"author": ...}, "author"),
        ({"author": " "}, "author"),
        ({"author": "\ud800"}, "author"),
        ({"mastermind": "nobody"}, "mastermind"),
        ({"mastermind": 7}, "mastermind"),
        ({"posted_at": "2007-03-14T01:02:00"}, "posted_at"),
        ({"posted_at": "2007-02-30T01:02:00Z"}, "posted_at"),
        ({"posted_at": 1173834120}, "posted_at"),
        ({"now": "9999-12-31T23:59:59Z"}, "now"),
        ({"now": "2007-03-14T01:01:59Z"}, "now"),
        ({"queue_position": 0}, "queue_position"),
        ({"queue_position": True}, "queue_position"),
        ({"queue_position": 1.0}, "queue_position"),
        ({"hiatus": [["2007-03-15T00:00:00Z"]]}, "hiatus/0"),
        ({"hiatus": [[None, None]]}, "hiatus/0/0"),
        ({"hiatus": [["2007-03-15T00:00:00Z", "2007-03-14T00:00:00Z"]]}, "hiatus/0/1"),
        ({"votes": ...}, "votes"),
        ({"votes": [EXAMPLE["votes"][0], {"voter": "P3", "vote": "for", "at": EXAMPLE["now"]}]}, "votes/1/vote"),
        ({"votes": [{"vote": "FOR", "at": EXAMPLE["now"]}]}, "votes/0/voter"),
        ({"votes": [{"voter": "P3", "vote": "FOR", "at": "noon"}]}, "votes/0/at"),
        ({"votes": ["FOR"]}, "votes/0"),
        ({"dials": []}, "dials"),
        ({"dials": {"enactment.timeout": 48}}, "dials/enactment.timeout"),
        ({"dials": {"enactment.timeout": "soon"}}, "dials/enactment.timeout"),
        ({"dials": {"no.such": "1"}}, "dials/no.such"),
        ({"kind": "dov", "author": "P2"}, "author"),
    ],
)
def test_what_is_not_understood_is_answered_with_its_path(changes: Any, path: Any) -> None:
    assert error_path(with_(**changes)) == path


@pytest.mark.parametrize("question", [None, 3, "x", [], True])
def test_what_is_no_object_is_invalid(question: object) -> None:
    assert error_path(question) in {"", "procedure"}
    assert "error" in adjudicate(question)


def test_votes_of_those_who_left_count_nowhere_and_a_departed_author_implies_nothing() -> None:
    gone = with_(author="Q", hiatus=[], votes=[{"voter": "R", "vote": "FOR", "at": "2007-03-14T05:00:00Z"}])

    assert tally_of(gone)["for"] == 0


def test_votes_of_one_instant_keep_the_order_of_the_list() -> None:
    twice = [{"voter": "P3", "vote": vote, "at": "2007-03-14T05:00:00Z"} for vote in ("FOR", "AGAINST")]

    assert tally_of(with_(votes=twice))["against"] == 1
    assert tally_of(with_(votes=twice[::-1]))["against"] == 0


def test_an_offset_is_honoured() -> None:
    assert adjudicate(with_(hiatus=[["2007-03-15T02:00:00+02:00", None]])) == adjudicate(EXAMPLE)


def test_calls_and_declarations_pass_rather_than_are_enacted() -> None:
    for_all = [{"voter": name, "vote": "FOR", "at": "2007-03-14T05:00:00Z"} for name in EXAMPLE["agents"]]

    assert adjudicate(with_(kind="cfj", votes=for_all))["status"] == "passed"
    assert adjudicate(with_(kind="dov", votes=for_all))["status"] == "passed"


def question_of(case: Case, players: int, hours: float) -> Case:
    """The case as INTERFACES has it fed: on a Proposal one FOR is the author's silence, the rest are explicit."""
    implied = 1 if case["kind"] == "proposal" and case["for"] else 0
    sides = ["FOR"] * (case["for"] - implied) + ["AGAINST"] * case["against"]
    names = ["author", *(f"P{place}" for place in range(1, players))]
    voters = names[implied:]
    ballots = [{"voter": who, "vote": vote, "at": POSTED.isoformat()} for who, vote in zip(voters, sides, strict=False)]
    assert len(ballots) == len(sides)
    now = (POSTED + timedelta(hours=hours)).isoformat()
    return {
        "procedure": "blognomic",
        "kind": case["kind"],
        "agents": names,
        "author": "author",
        "mastermind": None,
        "posted_at": POSTED.isoformat(),
        "now": now,
        "votes": ballots,
    }


def holds(case: Case, answer: Any) -> bool:
    return answer["status"] == case["outcome"] and bool(
        CODES[case["reason"]] & {reason["code"] for reason in answer["reasons"]}
    )


@pytest.mark.parametrize("case", NUMBERED, ids=lambda case: case["id"])
def test_real_matters_are_decided_as_they_were(case: Case) -> None:
    least, most = case["players_range"]
    ends = case["elapsed_hours_bounds"] or [case["elapsed_hours"] or 100]

    for players in range(least, (most or least + 5) + 1):
        found = [adjudicate(question_of(case, players, hours)) for hours in ends]

        # The true time lies somewhere between the ends: at one of them it holds, at none the contrary.
        assert any(holds(case, answer) for answer in found)
        assert {answer["status"] for answer in found} <= {case["outcome"], "pending"}


# Of those without numbers some need none, or only the one that they have.
KILLED = {"self-kill": ("author", "AGAINST", "self-killed"), "veto": ("P1", "VETO", "vetoed")}
SHORT = [case for case in CASES if case not in NUMBERED and case["kind"] == "proposal"]


@pytest.mark.parametrize("players", [2, 5, 22])
@pytest.mark.parametrize("case", [case for case in SHORT if case["reason"] in KILLED], ids=lambda case: case["id"])
def test_what_its_author_or_the_mastermind_ended_failed_whatever_the_votes(case: Case, players: int) -> None:
    voter, vote, code = KILLED[case["reason"]]
    question = question_of(case | {"for": players - 1, "against": 0}, players, case["elapsed_hours"])
    last = {"voter": voter, "vote": vote, "at": question["now"]}

    before, after = (
        adjudicate(question | {"mastermind": "P1"}),
        adjudicate(question | {"mastermind": "P1", "votes": [*question["votes"], last]}),
    )

    codes = [{reason["code"] for reason in answer["reasons"]} for answer in (before, after)]  # type: ignore[attr-defined]  # JSON of any shape
    assert (after["status"], after["may_enact"]) == ("failed", False)
    assert [code in found for found in codes] == [False, True]


def test_eleven_against_end_it_on_every_roster_that_the_case_allows_and_on_no_larger_one() -> None:
    [case] = [case for case in SHORT if case["reason"] not in KILLED]
    least, most = case["players_range"]
    found = [
        adjudicate(question_of(case | {"for": 1}, players, case["elapsed_hours"]))["status"]
        for players in range(least + 1, most + 2)
    ]

    assert (case["reason"], case["against"]) == ("cannot-pass", 11)
    assert found == ["failed"] * (most - least) + ["pending"]


# A Declaration of which only its author's FOR and those AGAINST are told: no other FOR could have saved it.
HALF_TOLD = [case for case in CASES if case not in NUMBERED and case["kind"] == "dov" and case["against"] is not None]


@pytest.mark.parametrize("others", [0, 7, 14])
@pytest.mark.parametrize("case", HALF_TOLD, ids=lambda case: case["id"])
def test_a_declaration_with_so_many_against_failed_after_its_day_however_few_or_many_were_for(
    case: Case, others: int
) -> None:
    known = case | {"for": 1 + others}
    least = known["for"] + known["against"]

    for players in range(least, least + 6):
        before, after = (adjudicate(question_of(known, players, hours)) for hours in case["elapsed_hours_bounds"])

        assert (before["status"], after["status"]) == ("pending", case["outcome"])
        assert "timed-out-against" in {reason["code"] for reason in after["reasons"]}  # type: ignore[attr-defined]  # JSON of any shape


def test_what_is_fed_and_what_is_left_out_is_counted_by_kind() -> None:
    fed = [*NUMBERED, *SHORT, *HALF_TOLD]
    left = [case for case in CASES if case not in fed]

    assert Counter(case["kind"] for case in fed) == {"proposal": 57, "cfj": 3, "dov": 2}
    # Of one Declaration nothing is told but that it passed.
    assert [(case["kind"], case["for"], case["against"], case["votes"]) for case in left] == [("dov", None, None, [])]
