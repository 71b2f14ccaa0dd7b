"""B Nomic in the language of the stories: Proposals are submitted, revised and voted on, and the Clock is turned."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tests.balloting import BallotTable
from tests.storytelling.changes import change_list
from tests.storytelling.phrases import ACTS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
LISTS = "[, which Depends on {needed}][, which Conflicts with {rivals}][, saying {text}]"


def ballot(stage: Stage) -> BallotTable:
    """The table of a case whose PROCEDURE is bnomic."""
    assert isinstance(stage.table, BallotTable), "this case has no PROCEDURE  bnomic"
    return stage.table


def numbers(words: str) -> list[int]:
    """“1, 2 and 4”; “none” is nothing."""
    return [int(each) for each in re.findall(r"\d+", words)]


def at(stage: Stage, words: str) -> datetime | None:
    """“day 8 12:00”; “none” is none."""
    from tests.storytelling.parser import moment

    return moment(words, stage.start)


def later(stage: Stage, words: Words) -> datetime:
    found = at(stage, words["later"])
    assert found is not None
    return found


# -- Proposals ---------------------------------------------------------------------------------------


@ACTS.phrase("{who} submits Proposal {number}[ {title}]" + LISTS, under=True)
def submits(stage: Stage, line: Line, words: Words) -> None:
    """The Number is the one that it gets."""
    changes = change_list(stage, line)
    row = ballot(stage).submits(words["who"], words.get("title", ""), **_paper(words), changes=changes)
    stage.last_number = row.post.number
    assert row.number == int(words["number"]), f"it is Proposal {row.number}"


@ACTS.phrase("{who} revises Proposal {number}[ to {title}]" + LISTS, under=True)
def revises(stage: Stage, line: Line, words: Words) -> None:
    """Its Name and its change list stay, unless others are given; its text and its lists are those that are given."""
    number, table = int(words["number"]), ballot(stage)
    row = table.proposal(number)
    changes = change_list(stage, line) if line.under else row.post.changes
    table.revises(words["who"], number, words.get("title", row.name), **_paper(words), changes=changes)


def _paper(words: Words) -> dict[str, Any]:
    """Every text is another, so that to submit anew is never to submit the same."""
    body = words.get("text", f"It is for {words['who']} to say.")
    return {"body": body, "depends": words.get("needed", ""), "conflicts": words.get("rivals", "")}


@ACTS.phrase("{who} sends the form of Proposal {number} once more")
def sends_again(stage: Stage, line: Line, words: Words) -> None:
    """As if eir button had been pressed twice."""
    row = ballot(stage).proposal(int(words["number"]))
    twin = ballot(stage).submits(words["who"], row.name, row.post.body, changes=row.post.changes, token=row.post.token)
    assert twin.number == row.number, f"that makes another, Proposal {twin.number}"


@ACTS.phrase("{voters} vote[s] {word} on Proposal[s] {numbers}")
def vote(stage: Stage, line: Line, words: Words) -> None:
    for name in re.split(r", | and ", words["voters"]):
        for number in numbers(words["numbers"]):
            ballot(stage).votes(number, **{name: words["word"]})


# -- the Administrator's desk ------------------------------------------------------------------------


@ACTS.phrase("{who} turns the Clock {clock_state}: {why}")
def turns_clock(stage: Stage, line: Line, words: Words) -> None:
    ballot(stage).desk(f"turn_{words['clock_state'].lower()}", words["who"], why=words["why"])


@ACTS.phrase("{who} has the Clock pause until {later}: {why}")
def pauses(stage: Stage, line: Line, words: Words) -> None:
    ballot(stage).desk("pause", words["who"], until=later(stage, words), why=words["why"])


@ACTS.phrase("{who} sets the Clock to nday {number} of nweek {made}: {why}")
def sets_clock(stage: Stage, line: Line, words: Words) -> None:
    place = {"nday": int(words["number"]), "nweek": int(words["made"])}
    ballot(stage).desk("set_clock", words["who"], **place, why=words["why"])


@ACTS.phrase("{who} numbers Proposals from {number}: {why}")
def numbers_from(stage: Stage, line: Line, words: Words) -> None:
    ballot(stage).desk("number_from", words["who"], number=int(words["number"]), why=words["why"])


@ACTS.phrase("{who} carries out Proposal {number}: {why}")
def carries_out(stage: Stage, line: Line, words: Words) -> None:
    ballot(stage).desk("carried_out", words["who"], number=int(words["number"]), why=words["why"])
