"""`adjudicate` on gadget requests: the same mechanics as every page, asked in plain JSON."""

from __future__ import annotations

from typing import Any

import pytest

from nomic.referee import adjudicate

EXAMPLE: dict[str, Any] = {
    "procedure": "blognomic",
    "kind": "gadget_request",
    "agents": ["P1", "P2", "P3", "P4"],
    "idle": ["P5"],
    "author": "P1",
    "mastermind": "P2",
    "posted_at": "2007-03-14T00:00:00Z",
    "now": "2007-03-16T00:00:00Z",
    "votes": [
        {"voter": "P3", "vote": "approve", "at": "2007-03-14T05:00:00Z"},
        {"voter": "P4", "vote": "approve", "at": "2007-03-14T06:00:00Z"},
    ],
}
VETOED = {"voter": "P2", "vote": "veto", "at": "2007-03-15T00:00:00Z"}


def answer(**changes: Any) -> Any:
    return adjudicate(EXAMPLE | changes)


def codes(answered: Any) -> list[str]:
    return [each["code"] for each in answered["reasons"]]


def test_what_may_be_added_is_enacted() -> None:
    found = answer()

    assert found.pop("reasons") == [
        {
            "code": "timed-out",
            "rule": "Gadgets",
            "facts": {"approvals": 2, "denials": 0},
            "text": "It is old enough, and nothing stands against it: 2 are for it and nobody is against it.",
        }
    ]
    assert found == {
        "status": "enacted",
        "may_enact": True,
        "may_fail": False,
        "quorum": 3,
        "next_check": None,
        "tally": {"for": 2, "against": 0, "deferential": 0, "abstain": 0, "vetoed": False, "self_killed": False},
    }


def test_what_is_not_ripe_is_pending_and_says_when() -> None:
    found = answer(now="2007-03-15T23:59:59Z")

    assert (found["status"], codes(found)) == ("pending", ["still-open"])
    assert found["next_check"] == "2007-03-16T00:00:00Z"


def test_what_is_denied_has_failed() -> None:
    vetoed, lonely = answer(votes=[*EXAMPLE["votes"], VETOED]), answer(votes=[])

    assert (vetoed["status"], vetoed["may_fail"], codes(vetoed)) == ("failed", True, ["vetoed"])
    assert vetoed["tally"]["vetoed"]
    assert (lonely["status"], codes(lonely)) == ("failed", ["too-few-votes"])
    assert "nobody did" in lonely["reasons"][0]["text"]


def test_the_veto_of_an_idle_mastermind_lapses_and_so_do_the_votes_of_the_idle() -> None:
    asleep = answer(agents=["P1", "P3", "P4"], idle=["P2"], votes=[*EXAMPLE["votes"], VETOED])
    idle = answer(votes=[EXAMPLE["votes"][0], {"voter": "P5", "vote": "approve", "at": "2007-03-14T06:00:00Z"}])

    assert asleep["status"] == "enacted"
    assert idle["status"] == "failed"


def test_dials_may_be_set() -> None:
    assert answer(now="2007-03-14T06:00:00Z", dials={"spy.gadget_time": "6 hours"})["status"] == "enacted"
    assert answer(votes=[], dials={"spy.gadget_approvals": "zero"})["status"] == "enacted"
    assert codes(
        answer(votes=[{**VETOED, "vote": "disapprove"}, *EXAMPLE["votes"]], dials={"spy.gadget_denials": "1"})
    ) == ["timed-out-against"]


def test_a_hiatus_is_told_and_does_not_stop_the_time() -> None:
    past = answer(hiatus=[["2007-03-14T10:00:00Z", "2007-03-15T10:00:00Z"]])
    still = answer(hiatus=[["2007-03-15T00:00:00Z", None]])

    assert past["status"] == "enacted"
    assert (still["status"], codes(still)) == ("pending", ["hiatus", "timed-out"])


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"votes": [{"voter": "P3", "vote": "FOR", "at": "2007-03-14T05:00:00Z"}]}, "votes/0/vote"),
        ({"now": "2007-03-13T00:00:00Z"}, "now"),
        ({"author": None}, "author"),
        ({"mastermind": "P9"}, "mastermind"),
        ({"dials": {"spy.gadget_hats": "3"}}, "dials/spy.gadget_hats"),
        ({"hiatus": [["2007-03-14T10:00:00Z"]]}, "hiatus/0"),
    ],
)
def test_what_is_not_understood_is_named(changes: dict[str, Any], path: str) -> None:
    assert answer(**changes)["error"]["path"] == path
