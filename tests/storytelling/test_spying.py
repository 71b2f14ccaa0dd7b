"""A story of spies that does not go as it is written breaks, and says how."""

from __future__ import annotations

import pytest

from tests.storytelling.parser import parse
from tests.storytelling.replay import Broken, replay_of, troubles

HEAD = """CASE  a case
RULE  Movement
{theme}CAST  Kevan (Mastermind, Admin), Josh, Lulu
00:00 Josh is in BER, which e keeps as behind the Curtain
00:00 Josh holds 1 air and 2 land
00:00 Josh declares eir Affiliation: World
00:00 Lulu is a prisoner in ICE
00:00 Kevan opens mission "One"
00:00 Josh requests Gadget "Rope": "It is long."
00:00 Lulu owns a Gadget
00:00 Josh attempts to capture Lulu
"""
THEME = "THEME  spy\n"
# Each is not so, and what is said of that.
NOT_SO = {
    "expect Josh in PAR": "BER",
    "expect Josh in BER, which e keeps as in the Free World": "behind",
    "expect Josh keeps eir place as in the Free World": "behind",
    "expect Josh has no Location": "BER",
    "expect Josh next to PAR": "BER",
    "expect Josh a prisoner in BER": "prison=None",
    "expect Lulu no prisoner": "ICE",
    "expect Josh serves Mastermind": "World",
    "expect Lulu sees the cover of Josh": "it is hidden",
    "expect Kevan does not see the cover of Josh": "it is seen",
    "expect Lulu was told the location of Josh": "[]",
    "expect Josh knows that eir location was disclosed": "[]",
    "expect Josh holds 1 air": "land=2",
    "expect Josh holds from 3 to 5 of each kind": "(1, 0, 2)",
    "expect Josh may move to HAM": "curtain",
    "expect Josh may move to SIL by hop": "land",
    "expect Josh may move to SIL for 1 land": "cost=Tickets(air=0, sea=0, land=0)",
    "expect Josh may not move to SIL because curtain": "SIL",
    "expect Josh may not move to HAM because no-ticket": "['curtain']",
    "expect moves of Lulu lead to NAO": "[]",
    "expect the attempt waits": "not-there",
    "expect everything revealed": "it is secret still",
    "expect Lulu owns 2 Gadgets": "['Gadget 1']",
    'expect Lulu owns Gadget "Rope"': "['Gadget 1']",
    "expect request 1 approved": "pending",
    "expect request 1 pending because request-ripe": "['request-unripe']",
    "expect request 1 may be added": "request-unripe",
    "expect mission 1 closed": "it is open",
    "expect Josh has completed 1 mission": "0",
    "expect Josh ranks as Master Spy": "Beginner Spy",
    "expect Josh has won": "has_won=False",
    "expect a supply roll of 1 brings nothing": "air",
    "expect a capture roll of 90 is in the news": "a draw",
    "expect roll 1 was DICE6": "3",
    "expect roll 99 was DICE6": "there is no such roll",
    "expect nothing public since 00:00": "spy.mission-opened",
    "expect 1 public event since 00:00": "spy.mission-opened",
    'expect the tracker says "LAND MOVE"': "set up",
    "expect 2 posts": "1",
    "expect #1 does not name One": "One",
    "expect Kevan shall post of 1 passage": "[]",
    "Josh exchanges 2 land for 1 land  -> refused no-ticket": "got refused exchange-for-the-same",
    "Lulu claims mission 2": "there is no such mission",
    "Kevan accepts the claim": "nobody has claimed anything",
    'Josh throws Gadget "Rope" away': "there is no such Gadget",
}


@pytest.mark.django_db
def test_a_line_that_is_not_so_is_told_by_what_is() -> None:
    (case,) = parse(HEAD.format(theme=THEME) + "".join(f"00:00 {line}  [no]\n" for line in NOT_SO) + "END\n")

    found = troubles(case)

    told = zip(found, NOT_SO.values(), strict=True)
    assert not {line.text: found[line] for line, why in told if why not in found[line]}


@pytest.mark.django_db
def test_it_breaks_the_story() -> None:
    (case,) = parse(f"{HEAD.format(theme=THEME)}00:00 expect Josh in PAR\nEND\n")

    with pytest.raises(Broken, match=r"^case:13: expect Josh in PAR\n.*BER"), replay_of(case):
        pass


@pytest.mark.django_db
def test_a_case_of_spies_needs_their_law() -> None:
    (case,) = parse(f"{HEAD.format(theme='')}00:00 expect no hiatus\nEND\n")

    with pytest.raises(Broken, match="this case has no THEME  spy"), replay_of(case):
        pass
