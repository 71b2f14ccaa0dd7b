"""Case files are read strictly: what is not understood is an error with its line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.storytelling.parser import START, Seat, parse
from tests.storytelling.phrases import StoryError

HEAD = "CASE  a case\nRULE  Voting\nCAST  Kevan (Mastermind, Admin), Josh, Lulu\n"


def test_a_case_is_read_with_its_cast_its_pins_and_its_lines() -> None:
    text = """# a remark
CASE  a case
RULE  Voting; Reading 6
DIAL  idle.after idle.by
CAST  Kevan (Mastermind, Admin), Josh (Admin), Lulu; Zack, Hix idle

00:00 Josh proposes "Is #1 here?"      # the newest
        repeals "Voting"
30:00:05 Lulu votes FOR on #1  -> refused is-idle, hiatus  [no]
END
"""

    (case,) = parse(text, "some.txt")

    assert str(case) == "some.txt:a case"
    assert case.pins == ["Voting", "Reading 6"]
    assert case.dials == ["idle.after", "idle.by"]
    assert case.cast == (
        Seat("Kevan", admin=True, mastermind=True),
        Seat("Josh", admin=True),
        Seat("Lulu"),
        Seat("Zack", idle=True),
        Seat("Hix", idle=True),
    )
    first, second = case.lines
    assert (first.number, first.at, first.text) == (7, START, 'Josh proposes "Is #1 here?"')
    assert first.under == ((8, 'repeals "Voting"'),)
    assert second.at == START + timedelta(hours=30, seconds=5)
    assert (second.text, second.answer, second.mark) == ("Lulu votes FOR on #1", "refused is-idle, hiatus", "no")


def test_a_case_may_start_on_a_day_and_go_by_the_calendar() -> None:
    head = HEAD.replace("CAST", "START 2026-03-14 23:00\nCAST")

    (case,) = parse(head + "00:30 expect hiatus\n2026-03-15 00:00 expect hiatus\nEND\n")

    assert [line.at for line in case.lines] == [
        datetime(2026, 3, 14, 23, 30, tzinfo=UTC),
        datetime(2026, 3, 15, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("00:00 Josh sings\n00:00 expect hiatus\nEND", "case:4: not understood: “Josh sings”"),
        ("00:00 expect rain\nEND", "case:4: not understood: “expect rain”"),
        ("00:00 expect may-dance\nEND", "case:4: not understood"),
        ("00:00 josh leaves\nEND", "case:4: not understood"),
        ("00:00 Josh votes PERHAPS\nEND", "case:4: not understood"),
        ("Josh leaves\nEND", "case:4: a line begins with a time"),
        ("0:00 Josh leaves\nEND", "case:4: a line begins with a time"),
        ("00:60 Josh leaves\nEND", "case:4: a line begins with a time"),
        ("2026-02-30 00:00 Josh leaves\nEND", "case:4: day"),
        ("01:00 expect hiatus\n00:59 expect hiatus\nEND", "case:5: time does not run backwards"),
        ("2025-01-01 00:00 expect hiatus\nEND", "case:4: time does not run backwards"),
        ("00:00 Josh leaves\nEND", "case:5: the case “a case” expects nothing"),
        ("00:00 expect hiatus", "case:4: the case “a case” has no END"),
        ("00:00 expect hiatus  -> refused hiatus\nEND", "case:4: an expectation is never refused"),
        ("00:00 expect hiatus [perhaps]\nEND", "case:4: not understood"),
        ("00:00 Josh leaves -> refused\nEND", "case:4: not understood"),
        ('        repeals "Voting"\n00:00 expect hiatus\nEND', "case:4: nothing stands above"),
        ('00:00 Josh leaves\n        repeals "Voting"\nEND', "case:5: nothing belongs under “Josh leaves”"),
        ('00:00 Josh proposes "X"\n        eats "Voting"\nEND', "case:5: no change that a Proposal makes"),
        ("00:00 expect hiatus\nRULE  Agents\nEND", "case:5: RULE comes before the first line"),
        ("RULE\n00:00 expect hiatus\nEND", "case:4: RULE says nothing"),
        ("START tomorrow\n00:00 expect hiatus\nEND", "case:4: START is a day and a time"),
        ("THEME  pirates\nEND", "case:4: there is no theme “pirates”"),
        ("START 12:00\n00:00 expect hiatus\nEND", "case:4: START is a day and a time"),
        ("CAST  Josh, Kevan\nEND", "case:4: the first of the cast"),
        ("CAST  Kevan (Mastermind, Admin), Josh (Mastermind)\nEND", "case:4: the first of the cast"),
        ("CAST  Kevan (Mastermind, Admin), Josh (King)\nEND", "case:4: no seat: “Josh (King)”"),
        ("CAST  Kevan (Mastermind, Admin); Josh\nEND", "case:4: after the semicolon"),
        ("CAST  Kevan (Mastermind, Admin); josh idle\nEND", "case:4: no name: “josh”"),
    ],
)
def test_a_slip_of_the_pen_is_an_error_with_its_line(lines: str, wrong: str) -> None:
    with pytest.raises(StoryError) as error:
        parse(HEAD + lines)

    assert str(error.value).startswith(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("RULE  Voting\n", "case:1: a case begins with CASE"),
        ("CASE\n", "case:1: a case begins with CASE"),
        ("CASE  x\nRULE  Voting\n00:00 expect hiatus\nEND\n", "case:3: the CAST comes before the first line"),
        ("CASE  x\nCAST  Kevan (Mastermind, Admin)\n00:00 expect hiatus\nEND\n", "case:4: the case “x” pins no rule"),
    ],
)
def test_a_case_without_its_head_is_an_error(text: str, wrong: str) -> None:
    with pytest.raises(StoryError) as error:
        parse(text)

    assert str(error.value).startswith(wrong)
