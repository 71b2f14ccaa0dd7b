"""No dial and no mechanism without a story: the text of the law is what the server obeys, for each of them.

A story that claims a dial (`DIAL enactment.timeout`) must enact a Proposal that moves it, and then come to a no and to
a yes under the new law, marked `[no]` and `[yes]`. One that claims a mechanism (`MECHANISM voting.votes`) must enact a
Proposal that takes its text away, and then find the act refused or its effect gone, marked `[gone]`. Each is then
played once more with that Proposal changing nothing: unless some marked line fails there, it has shown nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nomic.core.law import queries as law_queries
from tests.storytelling.parser import Case, cases_in, parse
from tests.storytelling.phrases import Line
from tests.storytelling.replay import Replay, replay

CASES = cases_in(Path(__file__).parent / "stories")
YES = re.compile(
    r"expect (?:may-enact|may-pass|enacted|passed|#\d+ resolved by|\w+ may move to|\w+ has won|request \d+ may be added"
    r"|a supply roll of \d+ brings (?:an? |news)|a capture roll of \d+ is (?:a |in the news)"
    r"|\w+ shall post of [1-9]|roll \d+ was "
    r"|Proposal \d+ Won|round \d+ passed|\w+ reaches |\w+ reads a note )"
)


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(law_queries.catalogue().dials))
def test_every_dial_has_a_story_that_moves_it_and_sees_both_sides_of_the_new_bound(name: str) -> None:
    claims = [case for case in CASES if name in case.dials]

    assert claims, f"no story says DIAL {name}"
    for case in claims:
        shortcomings = what_a_story_lacks(case, name, marks=("no", "yes"))
        assert not shortcomings, f"{case}: {shortcomings}"


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(law_queries.catalogue().mechanisms))
def test_every_mechanism_has_a_story_that_repeals_it_and_sees_it_gone(name: str) -> None:
    claims = [case for case in CASES if name in case.mechanisms]

    assert claims, f"no story says MECHANISM {name}"
    for case in claims:
        shortcomings = what_a_story_lacks(case, name, marks=("gone",))
        assert not shortcomings, f"{case}: {shortcomings}"


def test_what_stories_claim_is_in_the_catalogue() -> None:
    catalogue = law_queries.catalogue()
    known = catalogue.dials.keys() | catalogue.mechanisms.keys()

    assert not {str(case): claims for case in CASES if (claims := {*case.dials, *case.mechanisms} - known)}


def what_a_story_lacks(case: Case, name: str, marks: tuple[str, ...]) -> str:
    """Why the case proves nothing about that dial or mechanism; empty if it does."""
    told = replay(case)
    moves = told.moved.get(name)
    if not moves:
        return f"no enacted Proposal moves {name}"
    marked = [line for line in told.held if line.mark in marks and told.played_after[line] >= min(moves)]
    if missing := set(marks) - {line.mark for line in marked}:
        return f"after the enactment no line is marked {sorted(missing)}"
    if askew := [line.text for line in marked if line.mark != "gone" and (line.mark == "yes") != _says_yes(line)]:
        return f"marked as what they are not: {askew}"
    return _would_be_so_anyway(case, marked, told, frozenset(moves.values()))


def _says_yes(line: Line) -> bool:
    """An act that is done, or an expectation of what may be done or has been done."""
    if line.text.startswith("expect "):
        return bool(YES.match(line.text)) or line.text.endswith(" idle")
    return not line.answer


def _would_be_so_anyway(case: Case, marked: list[Line], told: Replay, silenced: frozenset[int]) -> str:
    otherwise = replay(case, silenced)
    if all(otherwise.held[line] for line in marked):
        return "every marked line would hold had the Proposal changed nothing"
    return ""


CLAIM = """CASE  a claim
RULE  Enactment
DIAL  enactment.timeout
CAST  Kevan (Mastermind, Admin), Josh, Lulu
00:00 Josh proposes "Shorter"
        {change}
00:01 Lulu votes FOR
12:00 Kevan enacts #1
12:00 Lulu proposes "Next"
{checks}
END
"""
MOVES = 'sets enactment.timeout: "48 hours" -> "36 hours"'
OTHER = 'sets idle.after: "7 days" -> "six days"'
BELOW = "47:59:59 expect pending #2 still-open  [no]"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "checks", "lack"),
    [
        (OTHER, f"{BELOW}\n60:00 Kevan fails #2  [yes]", "no enacted Proposal moves enactment.timeout"),
        (MOVES, f"{BELOW}\n48:00 Kevan fails #2", "after the enactment no line is marked ['yes']"),
        (MOVES, "13:00 expect pending #2  [no]\n60:00 Kevan fails #2  [yes]", "every marked line would hold"),
        (MOVES, "13:00 expect pending #2  [yes]\n13:00 Lulu comments  [no]", "marked as what they are not"),
        (MOVES, f"{BELOW}\n48:00 Kevan fails #2  [yes]", ""),
    ],
)
def test_the_guard_sees_through_a_story_that_shows_nothing(change: str, checks: str, lack: str) -> None:
    (case,) = parse(CLAIM.format(change=change, checks=checks))

    found = what_a_story_lacks(case, "enactment.timeout", ("no", "yes"))

    assert found.startswith(lack) if lack else not found
