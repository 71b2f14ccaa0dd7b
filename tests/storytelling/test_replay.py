"""A story that does not go as it is written breaks, and says where and how."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proposals.deciding import actions as deciding_actions
from tests.storytelling.parser import parse
from tests.storytelling.replay import Broken, replay

HEAD = """CASE  a case
RULE  Voting
CAST  Kevan (Mastermind, Admin), Josh, Lulu; Zack idle
00:00 Josh proposes "Reductio"
00:01 Lulu votes FOR
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("00:02 Lulu votes VETO", "wanted it done, got refused not-the-mastermind"),
        ("00:02 Lulu votes AGAINST  -> refused is-idle", "wanted refused is-idle, got it done"),
        ("00:02 Zack votes FOR  -> refused hiatus", "wanted refused hiatus, got refused is-idle"),
        ('00:02 Josh posts ":"  -> refused empty-subject', "wanted refused empty-subject, got invalid empty-subject"),
        ("00:02 expect may-enact", "pending still-open for 2 against 0"),
        ("00:02 expect pending timed-out", "pending still-open for 2"),
        ("00:02 expect pending still-open hiatus", "pending still-open for 2"),
        ("00:02 expect pending for 3", "pending still-open for 2"),
        ("00:02 expect pending votes 2", "“votes” is no count"),
        ("00:02 expect pending quorum", "“quorum” is no count"),
        ("00:02 expect blocked", "still-open"),
        ("00:02 expect next check none", "next check 2026-01-05 12:00"),
        ("00:02 expect next check 12:01", "next check 2026-01-05 12:00"),
        ("00:02 expect Lulu counts AGAINST", "Lulu counts ['FOR'] because ['explicit']"),
        ("00:02 expect Lulu counts FOR because implied", "Lulu counts ['FOR'] because ['explicit']"),
        ("00:02 expect queue empty", "[1]"),
        ("00:02 expect queue #1 #2", "[1]"),
        ("00:02 expect slots of Josh 1 of 2 pending, 1 of any today", "(1, 2, 1, 3)"),
        ("00:02 expect #1 resolved by Kevan", "resolved by the Clerk"),
        ("00:02 expect #1 resolved by the Clerk", "it is pending"),
        ('00:02 expect #1 titled "Absurdum"', "Reductio"),
        ("00:02 expect #1 in version 2", "version 1, 1 kept"),
        ('00:02 expect dial enactment.timeout "36 hours"', "2 days, 0:00:00"),
        ("00:02 expect dial enactment.timeout absent", "48 hours"),
        ("00:02 expect mechanism voting.votes gone", "something carries voting.votes"),
        ('00:02 expect rule "Voting" says "bananas"', "An Agent may"),
        ('00:02 expect rule "Voting" does not say "FOR or AGAINST"', "An Agent may"),
        ('00:02 expect rule "Voting" is gone', "it stands"),
        ('00:02 expect rule "Bananas" stands', "no such rule"),
        ('00:02 expect rule "Voting" is rule 1.5', "1.4"),
        ('00:02 expect rule "Voting" is void', "it is in force"),
        ('00:02 expect rule "Voting" was "merged"', "plain"),
        ("00:02 expect quorum 3", "2"),
        ("00:02 expect Zack plays", "idle"),
        ("00:02 expect Josh idle", "active"),
        ("00:02 expect Josh is no Agent", "e is in the game"),
        ("00:02 expect Josh an Admin", "e is none"),
        ("00:02 expect Kevan no Admin", "e is one"),
        ("00:02 expect Josh the Mastermind", "Kevan"),
        ("00:02 expect no Mastermind", "Kevan"),
        ("00:02 expect hiatus", "there is none"),
        ("00:02 Hix votes FOR  -> refused not-an-agent", "DoesNotExist"),
        ('00:02 Josh proposes "X"\n        repeals "Bananas"\n00:02 expect hiatus', "LookupError"),
    ],
)
def test_a_line_that_is_not_so_breaks_the_story(line: str, told: str) -> None:
    (case,) = parse(f"{HEAD}{line}\n00:02 expect pending\nEND\n")

    with pytest.raises(Broken) as broken:
        replay(case)

    where, _, why = str(broken.value).partition("\n")
    assert where == f"case:6: {case.lines[2].text}"
    assert told in why


@pytest.mark.django_db
def test_what_breaks_in_a_sweep_breaks_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(**_: object) -> Callable[[], None]:
        raise ValueError("a bug")

    monkeypatch.setattr(deciding_actions, "check_matter", break_down)
    (case,) = parse(f"{HEAD}48:00 the Clerk sweeps\n48:00 expect may-enact\nEND\n")

    with pytest.raises(Broken, match="a bug"):
        replay(case)
