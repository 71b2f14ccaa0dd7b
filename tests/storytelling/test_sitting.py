"""A story of the Senate that does not go as it is written breaks, and says how; bills are those that it tells of."""

from __future__ import annotations

import pytest

from dynasties.quorum.bills.rules import bill_json, drawn_bill
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.models import Round
from tests.storytelling.parser import Case, parse
from tests.storytelling.replay import Broken, replay_of, troubles
from tests.storytelling.sitting_bills import is_so, seed_for

HEAD = """CASE  a case
RULE  Rounds
{theme}CAST  Kevan (Mastermind, Admin), Josh, Lulu, Raven
00:00 Josh, Lulu and always-yea begin an Episode of 2 rounds, on an edict (2 1 3) and the repeal of B00
00:00 Lulu says nay, filibusters, vetoes
00:00 Lulu says nay, filibusters, but vote is "no"
00:00 Josh says yea, weighs 1 0 0, chooses A1, writes Lulu "Hello."
"""
THEME = "THEME  quorum\n"

# Each is not so, and what is said of that.
NOT_SO = {
    "expect Episode 1 over": "sitting",
    "expect seat 2 holds the script greedy": "always-yea",
    "expect seat 0 holds the program Josh": "the person Josh",
    "expect seat 0 holds nobody": "the person Josh",
    "expect round 0 is open": "1",
    "expect round 1 is open until 23:59:59": "2026-01-06",
    "expect round 1 waits for the end of the hiatus": "2026",
    "expect seat 0 in the chair": "1",
    "expect the bill is an edict": "repeal",
    "expect the bill is no repeal": "repeal",
    "expect the bill is the repeal of B01": "B00",
    "expect the bill is a repeal (3 2 1)": "repeal",
    "expect round 0 failed": "passed",
    "expect round 0 passed at 0.65": "0.5",
    "expect round 0 passed with 3 of 3": "2 of 3",
    "expect round 1 passed": "1 rounds are closed",
    "expect A2 adopted": "A1",
    "expect nothing adopted": "A1",
    "expect clause 1 goes to seat 2": "[0]",
    "expect clause 1 goes to nobody": "[0]",
    "expect the decision of Josh fell away": "it counted",
    "expect the decision of Lulu counted": "it fell away",
    "expect the veto of Josh counted": "or there was none",
    "expect the veto of Josh fell away": "or there was none",
    "expect capital Josh 1": "1.5",
    "expect influence Josh 1": "1.025",
    "expect capital Josh 1.5 and seat 2 3": "3.5",
    "expect capital Raven 0": "Raven is no senator",
    "expect scores Josh 1.5": "there are none yet",
    "expect Josh reaches 1.51 Capital": "1.5",
    "expect Josh does not reach 1.02 Influence": "1.025",
    "expect statutes none": "B00",
    "expect Josh has 1 laurel": "{}",
    "expect Josh has won by laurels": "e has not",
    "expect Josh has decided": "e has not",
    "expect seat 2 in the chair": "1",
    "expect Josh is told of no-vote": "[]",
    "expect Josh is told of no problem": "e has decided nothing",
    "expect nobody else can tell what Josh decided": "None",
    'expect Lulu reads "Good day." from Josh': "Hello.",
    "expect Lulu reads no note": "Hello.",
    "expect the seed is told, and the replay is true": "not-ended",
    'expect the replay tells of "Hello." from Josh to Lulu': "not-ended",
    "Josh says yea in round 0": "round-closed",
    "Raven says yea": "not-your-seat",
}
# The same, once something more has been done.
NOT_SO_LATER = {
    'Lulu says nay, but vote is "no"': {
        "expect Lulu has not decided": "e has",
        "expect Lulu is told of no problem": "no-vote",
    },
    "Lulu abstains\n00:00 Josh abstains": {"expect the seed is secret": "story"},
    "Josh and Lulu begin an Episode of 2 rounds": {"expect Episodes 1 and 2 have the same bill": "("},
}


def case_with(*lines: str) -> Case:
    (case,) = parse("\n00:00 ".join([HEAD.format(theme=THEME).rstrip(), *lines]) + "\nEND\n")
    return case


def what_is_wrong(*lines: str) -> dict[str, str]:
    """What is wrong with each of the lines that are marked."""
    return {line.text: trouble for line, trouble in troubles(case_with(*lines)).items()}


@pytest.mark.django_db
def test_a_line_that_is_not_so_is_told_by_what_is() -> None:
    found = what_is_wrong(*(f"{line}  [no]" for line in NOT_SO))

    assert not {line: found[line] for line, told in NOT_SO.items() if told not in found[line]}


@pytest.mark.django_db
@pytest.mark.parametrize("acts", NOT_SO_LATER)
def test_so_is_the_contrary_of_what_has_come_to_be(acts: str) -> None:
    told = NOT_SO_LATER[acts]

    found = what_is_wrong(acts, *(f"{line}  [no]" for line in told))

    assert not {line: found[line] for line in told if told[line] not in found[line]}


@pytest.mark.django_db
def test_a_line_that_is_not_so_breaks_the_story() -> None:
    line = "expect Episode 1 over"

    with pytest.raises(Broken, match=f"^case:9: {line}\n    sitting$"), replay_of(case_with(line)):
        pass


@pytest.mark.django_db
def test_a_door_that_stands_open_breaks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def told_to_all(round: Round, seat_id: int) -> object:
        return next(iter(rounds_queries.decisions_in(round).values()), None)

    line = "expect nobody else can tell what Lulu decided  [no]"
    shut = what_is_wrong("Lulu abstains", line)
    monkeypatch.setattr(rounds_queries, "decision_of", told_to_all)

    open_ = what_is_wrong("Lulu abstains", line)

    assert [*shut.values()] == [""]
    assert [*open_.values()] != [""]


@pytest.mark.django_db
def test_a_case_of_the_senate_needs_its_law() -> None:
    (case,) = parse(f"{HEAD.format(theme='')}00:00 expect no hiatus\nEND\n")

    with pytest.raises(Broken, match="this case has no THEME  quorum"), replay_of(case):
        pass


@pytest.mark.parametrize(
    ("words", "kinds", "rewrites"),
    [
        ("an edict (2 1 3) and the repeal of B00", ["edict", "repeal"], [(1, 0, 2), (0, 1, 2)]),
        ("a spending bill, an edict and a repeal", ["spending", "edict", "repeal"], [(0, 1, 2)] * 3),
    ],
)
def test_a_seed_brings_the_bills_that_a_story_tells_of(
    words: str, kinds: list[str], rewrites: list[tuple[int, ...]]
) -> None:
    seed = seed_for(words, len(kinds))

    standing = [f"B{number:02d}" for number in range(len(kinds))]
    found = [drawn_bill(seed, number, standing[:number], True) for number in range(len(kinds))]
    assert [each.kind for each in found] == kinds
    assert [each.rewrites for each in found] == rewrites


def test_where_nothing_is_said_the_first_bills_are_plain() -> None:
    seed = seed_for("", 40)

    found = [drawn_bill(seed, number, ["B00", "B01", "B02"][:number], True) for number in range(4)]
    assert all(is_so("a plain bill (1 2 3)", bill_json(each)) for each in found)


def test_a_bill_is_asked_what_its_amendments_rewrite_only_where_that_is_said() -> None:
    seen = bill_json(drawn_bill(seed_for("an edict (2 1 3)", 1), 0, [], True))

    assert is_so("an edict", seen)
    assert is_so("an edict (2 1 3)", seen)
    assert not is_so("an edict (1 2 3)", seen)
