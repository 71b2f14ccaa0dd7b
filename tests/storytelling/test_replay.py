"""A story that does not go as it is written breaks, and says where and how."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from proposals.deciding import actions as deciding_actions
from tests.storytelling.parser import parse
from tests.storytelling.replay import Broken, replay_of, troubles

HEAD = """CASE  a case
RULE  Voting
CAST  Kevan (Mastermind, Admin), Josh, Lulu; Zack idle
00:00 Josh proposes "Reductio"
00:01 Lulu votes FOR
"""
# Each is not so, and what is said of that.
NOT_SO = {
    "Lulu votes VETO": "wanted it done, got refused not-the-mastermind",
    "Lulu votes AGAINST  -> refused is-idle": "wanted refused is-idle, got it done",
    "Zack votes FOR  -> refused hiatus": "wanted refused hiatus, got refused is-idle",
    'Josh posts ":"  -> refused empty-subject': "wanted refused empty-subject, got invalid empty-subject",
    "expect may-enact": "pending still-open for 2 against 0",
    "expect pending timed-out": "pending still-open for 2",
    "expect pending still-open hiatus": "pending still-open for 2",
    "expect pending for 3": "pending still-open for 2",
    "expect pending votes 2": "“votes” is no count",
    "expect pending quorum": "“quorum” is no count",
    "expect blocked": "still-open",
    "expect next check none": "next check 2026-01-05 12:00",
    "expect next check 12:01": "next check 2026-01-05 12:00",
    "expect Lulu counts AGAINST": "Lulu counts ['FOR'] because ['explicit']",
    "expect Lulu counts FOR because implied": "Lulu counts ['FOR'] because ['explicit']",
    "expect queue empty": "[1]",
    "expect queue #1 #2": "[1]",
    "expect slots of Josh 1 of 2 pending, 1 of any today": "(1, 2, 1, 3)",
    "expect #1 resolved by Kevan": "resolved by the Clerk",
    "expect #1 resolved by the Clerk": "it is pending",
    'expect #1 titled "Absurdum"': "Reductio",
    "expect #1 in version 2": "version 1, 1 kept",
    'expect dial enactment.timeout "36 hours"': "2 days, 0:00:00",
    "expect dial enactment.timeout absent": "48 hours",
    "expect mechanism voting.votes gone": "something carries voting.votes",
    'expect rule "Voting" says "bananas"': "An Agent may",
    'expect rule "Voting" does not say "FOR or AGAINST"': "An Agent may",
    'expect rule "Voting" is gone': "it stands",
    'expect rule "Bananas" stands': "no such rule",
    'expect rule "Voting" is rule 1.5': "1.4",
    'expect rule "Voting" is void': "it is in force",
    'expect rule "Voting" was "merged"': "plain",
    "expect quorum 3": "2",
    "expect Zack plays": "idle",
    "expect Josh idle": "active",
    "expect Josh is no Agent": "e is in the game",
    "expect Josh an Admin": "e is none",
    "expect Kevan no Admin": "e is one",
    "expect Josh the Mastermind": "Kevan",
    "expect no Mastermind": "Kevan",
    "expect hiatus": "there is none",
    "Hix votes FOR  -> refused not-an-agent": "DoesNotExist",
    'Josh proposes "X"\n        repeals "Bananas"': "LookupError",
}


@pytest.mark.django_db
def test_a_line_that_is_not_so_is_told_by_what_is() -> None:
    lines = (re.sub("(?m)$", "  [no]", line, count=1) for line in NOT_SO)
    (case,) = parse(HEAD + "".join(f"00:02 {line}\n" for line in lines) + "END\n")

    found = troubles(case)

    told = zip(found, NOT_SO.values(), strict=True)
    assert not {line.text: found[line] for line, why in told if why not in found[line]}


@pytest.mark.django_db
def test_it_breaks_the_story() -> None:
    (case,) = parse(f"{HEAD}00:02 expect queue empty\n00:02 expect pending\nEND\n")

    with pytest.raises(Broken, match=r"^case:6: expect queue empty\n    \[1\]$"), replay_of(case):
        pass


@pytest.mark.django_db
def test_what_breaks_in_a_sweep_breaks_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(**_: object) -> Callable[[], None]:
        raise ValueError("a bug")

    monkeypatch.setattr(deciding_actions, "check_matter", break_down)
    (case,) = parse(f"{HEAD}48:00 the Clerk sweeps\n48:00 expect may-enact\nEND\n")

    with pytest.raises(Broken, match="a bug"), replay_of(case):
        pass
