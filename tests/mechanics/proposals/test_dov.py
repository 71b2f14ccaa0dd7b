from __future__ import annotations

from typing import Any

import pytest

from nomic.core.law.rules import Law
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.dov.rules import declaration_prospects, declaration_verdict, judge_declaration
from tests.mechanics.proposals.matters import LAW, SECOND, at, codes, lacking, matter, roster, without


def seen(text: str, hour: float, law: Law = LAW, idle: str = "", early: bool = False) -> tuple[str, list[str]]:
    moment = at(hour) - SECOND if early else at(hour)
    found = judge_declaration(matter(text, DECLARATION), roster(5, idle=idle), law, moment)
    return DECLARATION.status_word(found.status), codes(found.reasons)


OPEN, PASSED = ("pending", ["still-open"]), ("passed", ["reached-quorum", "timed-out"])


@pytest.mark.parametrize(
    ("text", "hour", "early", "expected"),
    [
        ("P1:F P2:F P3:F", 24, True, OPEN),
        ("P1:F P2:F P3:F", 24, False, PASSED),
        ("M:A P1:F P2:F", 12, True, OPEN),
        ("M:A P1:F P2:F", 12, False, PASSED),  # the Mastermind has voted either way
        ("M:D P1:F P2:F P3:F", 12, False, OPEN),  # which is no vote here
        ("P1:F P2:F P3:A", 24, False, PASSED),  # a quorum of voters, more than half FOR
        ("P1:F P2:F", 24, False, ("failed", ["too-few-votes"])),
        ("P1:F P2:F P3:A author:A", 24, False, ("failed", ["timed-out-against"])),
        ("", 24, False, ("failed", ["too-few-votes", "timed-out-against"])),
        ("P1:F P2:F P3:F@30", 31, False, PASSED),  # votes count until somebody resolves it
    ],
)
def test_a_declaration_needs_its_time_a_quorum_of_voters_and_a_majority(
    text: str, hour: float, early: bool, expected: Any
) -> None:
    assert seen(text, hour, early=early) == expected


def test_an_idle_masterminds_vote_shortens_nothing() -> None:
    assert seen("M:F P1:F P2:F P3:F", 12, idle="M") == OPEN


def test_the_next_check_is_the_time_that_holds_as_the_votes_stand() -> None:
    assert judge_declaration(matter("P1:F", DECLARATION), roster(5), LAW, at(1)).next_check == at(24)
    assert judge_declaration(matter("M:F", DECLARATION), roster(5), LAW, at(1)).next_check == at(12)
    assert judge_declaration(matter("M:F", DECLARATION), roster(5), LAW, at(12)).next_check is None


def test_since_is_when_it_could_first_be_resolved_so() -> None:
    assert declaration_verdict(matter("M:F P1:F P2:F", DECLARATION), roster(5), LAW, at(20)).since == at(12)
    assert declaration_verdict(matter("M:F@15 P1:F P2:F", DECLARATION), roster(5), LAW, at(20)).since == at(15)


def test_absent_dials_and_mechanism() -> None:
    assert seen("P1:F P2:F P3:F", 1, lacking("dov.minimum", "dov.mastermind_minimum")) == PASSED
    assert seen("M:F P1:F P2:F", 12, lacking("dov.mastermind_minimum")) == OPEN
    assert seen("P1:F P2:F P3:F", 24, without("dov.declaring")) == ("pending", ["not-in-the-law"])


def lacks(text: str, hour: float) -> list[tuple[str, Any]]:
    found = declaration_prospects(matter(text, DECLARATION), roster(5), LAW, at(hour))
    return [(each.code, each.facts.get("votes", each.facts.get("at"))) for each in found]


def test_what_is_missing_is_its_time_voters_and_votes_for_it() -> None:
    assert lacks("P1:A", 1) == [
        ("declaration-ripens", at(24)),
        ("declaration-lacks-voters", 2),
        ("declaration-lacks-for", 2),
    ]
    assert lacks("P1:F P2:F M:F", 2) == [("declaration-ripens", at(12))]
    assert lacks("P1:A", 24) == []


def test_it_tells_how_much_sooner_the_masterminds_vote_makes_it_ripe() -> None:
    (waiting, *_), (spoken, *_) = (
        declaration_prospects(matter(text, DECLARATION), roster(5), LAW, at(2)) for text in ("P1:F", "M:A")
    )

    assert (waiting.facts["sooner"], spoken.facts["sooner"]) == (at(12), None)
