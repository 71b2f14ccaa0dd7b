"""A story of B Nomic that does not go as it is written breaks, and says how."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.storytelling.parser import START, Case, Seat, moment, parse
from tests.storytelling.phrases import StoryError
from tests.storytelling.replay import Broken, replay_of, troubles

PROCEDURE, THERE = "PROCEDURE  bnomic\n", "Kevan (Administrator), Josh, Lulu"
HEAD = """CASE  a case
RULE  The Count
{procedure}CAST  {cast}
"""
ACTS = """day 1 12:00 Josh submits Proposal 1 "Cats", saying "Cats are green."
day 1 12:00 Lulu submits Proposal 2 "Dogs", which Depends on "Cats"
day 1 12:00 Lulu submits Proposal 3, which Conflicts with "#2"
        amends "Opening": "[8]" -> "[7]"
day 1 12:00 Lulu submits Proposal 4
day 9 12:00 Josh votes FOR on Proposals 1, 2 and 3
day 9 12:00 Lulu votes FOR on Proposal 3
day 13 00:00 the Clerk sweeps
day 13 12:00 Josh submits Proposal 5 "Fish"
day 13 12:00 Kevan has the Clock pause until day 20 12:00: "A holiday."
"""
# Each is not so, and what is said of that.
NOT_SO = {
    "expect nday 1 of nweek 1": "nweek=2",
    "expect nday 2 of nweek 2": "nday=1",
    "expect the Clock On": "running=False",
    "expect the Clock Off": "resumes_at=",
    "expect the Clock Off until day 20 12:01": "resumes_at=",
    "expect the Clock stands by law": "running=False",
    "expect the next opening day 27 00:00": "00:00",
    "expect the next count day 31 00:00": "00:00",
    'expect the log says why: "An illness."': "A holiday.",
    "expect the log bears the name of Josh": "by Kevan",
    "expect the log ends with clock-paused, submitted": "['submitted', 'clock-paused']",
    "expect Proposals 1 and 2 Won": "{1: 'Won', 2: 'Lost'}",
    "expect Proposal 5 Open": "Pending",
    "expect Proposal 5 to be counted": "{5: 'Pending'}",
    "expect Proposal 7 Lost": "there is no Proposal 7",
    "expect no Proposal 5": "it is there",
    "expect Proposal 1 is Lulu's": "Josh",
    'expect Proposal 1 bears the Name "Dogs"': "Cats",
    "expect Proposal 1 bears no Name": "Cats",
    'expect Proposal 1 says "Cats are red."': "Cats are green.",
    "expect Proposal 1 in 2 versions": "1",
    "expect Proposal 2 Depends on none": "[1]",
    "expect Proposal 2 Conflicts with 3": "[]",
    "expect the Final Vote of Josh on Proposal 1 AGAINST": "FOR",
    "expect the Final Vote of Lulu on Proposal 1 FOR": "e has none",
    "expect no Final Vote of Josh on Proposal 1": "FOR",
    "expect Strength 1 of Proposal 3": "2",
    "expect Proposal 2 Lost by its Strength": "['conflict with Proposal 3']",
    "expect Proposal 2 Lost by Dependency on Proposal 1": "['conflict with Proposal 3']",
    "expect Proposal 4 Lost by conflict with Proposal 3": "['its Strength']",
    "expect Proposal 5 Lost by its Strength": "Pending",
    "expect the count of nweek 1 to go: 1 Historical": "'2 Lost in conflict with 3'",
    "expect the count of nweek 2 to go: 1 Historical": "it has not been counted",
    "expect nweek 1 counted at day 13 12:00": "00:00:00",
    "expect nweek 1 counted at day 13 00:00, which was due at day 12 00:00": "2026-01-17",
    "expect nweek 2 counted at day 13 12:00": "counted 0 times",
    "expect nweek 1 not counted": "it has been",
    "expect Proposals 3 and 1 passed": "[1]",
    "expect Proposal 1 passed without effect": "[3]",
    "expect Proposal 1 carried out": "None",
    'Josh submits Proposal 7 "Birds"': "it is Proposal 6",
    "Josh votes FOR on Proposal 5": "not-open-yet",
    'Josh turns the Clock On: "I can."': "not-an-admin",
}


def case_with(*lines: str, procedure: str = PROCEDURE, cast: str = THERE, acts: str = ACTS) -> Case:
    told = "".join(f"day 13 12:00 {line}\n" for line in [*lines, "expect no hiatus"])
    (case,) = parse(HEAD.format(procedure=procedure, cast=cast) + acts + told + "END\n")
    return case


@pytest.mark.django_db
def test_a_line_that_is_not_so_is_told_by_what_is() -> None:
    case = case_with(*(f"{line}  [no]" for line in NOT_SO))

    found = {line.text: trouble for line, trouble in troubles(case).items()}

    assert not {line: found[line] for line, told in NOT_SO.items() if told not in (found[line] or "it is so")}


@pytest.mark.django_db
def test_a_line_that_is_not_so_breaks_the_story() -> None:
    case = case_with("expect Proposal 5 Open")

    with pytest.raises(Broken, match=r"^case:15: expect Proposal 5 Open\n    \{5: 'Pending'\}$"), replay_of(case):
        pass


@pytest.mark.django_db
def test_a_proposal_that_cannot_pass_for_a_bug_breaks_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("proposals.bnomic.ballot.actions._make_changes", broken)

    with pytest.raises(Broken, match=r"the Clerk sweeps\n.*could not pass.*"), replay_of(case_with()):
        pass


@pytest.mark.django_db
def test_a_case_of_b_nomic_needs_its_law() -> None:
    case = case_with(procedure="", cast="Kevan (Mastermind, Admin), Josh, Lulu")

    with pytest.raises(Broken, match="this case has no PROCEDURE  bnomic"), replay_of(case):
        pass


def test_who_founds_such_a_game_is_its_administrator_and_nobodys_mastermind() -> None:
    case = case_with(cast="Kevan (Administrator), Josh (Administrator), Lulu; Zack idle")

    assert case.procedure == "bnomic"
    assert case.cast == (Seat("Kevan", admin=True), Seat("Josh", admin=True), Seat("Lulu"), Seat("Zack", idle=True))


@pytest.mark.parametrize(
    ("head", "wrong"),
    [
        ("PROCEDURE  cnomic\nCAST  Kevan (Administrator), Josh\n", "no procedure “cnomic”"),
        ("CAST  Kevan (Mastermind, Admin), Josh\nPROCEDURE  bnomic\n", "comes after the CAST"),
        ("PROCEDURE  bnomic\nCAST  Kevan (Mastermind, Admin), Josh\n", r"founds the game: \(Administrator\)"),
        ("PROCEDURE  bnomic\nCAST  Kevan, Josh (Administrator)\n", r"founds the game: \(Administrator\)"),
        ("PROCEDURE  bnomic\nCAST  Kevan (Mastermind, Administrator), Josh\n", r"founds the game: \(Administrator\)"),
        ("CAST  Kevan (Administrator), Josh\n", r"founds the game: \(Mastermind, Admin\)"),
    ],
)
def test_a_cast_that_cannot_be_is_an_error(head: str, wrong: str) -> None:
    with pytest.raises(StoryError, match=wrong):
        parse(f"CASE  a case\nRULE  Opening\n{head}day 1 12:00 expect no hiatus\nEND\n")


@pytest.mark.parametrize(
    ("words", "start", "found"),
    [
        ("day 1 00:00", START, START),
        ("day 9 23:59:59", START, START + timedelta(days=8, hours=23, minutes=59, seconds=59)),
        # The first day is the one on which the case starts, whatever the hour.
        ("day 2 00:30", START.replace(hour=15, minute=20), START + timedelta(days=1, minutes=30)),
        ("day 2 24:00", START, None),
        ("36:00", START, START + timedelta(hours=36)),
    ],
)
def test_a_moment_may_be_told_by_the_day(words: str, start: datetime, found: datetime | None) -> None:
    assert moment(words, start) == found
