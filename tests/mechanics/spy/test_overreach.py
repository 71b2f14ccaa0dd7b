"""No Gadget gives victory, and none alters the Ruleset: what says so outright is not even asked for."""

from __future__ import annotations

import pytest

from dynasties.spy.gadgets.rules_requests import overreaching_words


@pytest.mark.parametrize(
    "words",
    [
        "Its owner achieves victory.",
        "VICTORY\nat last",
        "Whoever uses it wins the game.",
        "Its owner may win this Dynasty at once",
        "Everybody else counts as victorious",
        "When it rings, the owner wins.",
        "Its owner may post a DoV",
        "ｖｉｃｔｏｒｙ",
    ],
)
def test_what_would_give_victory(words: str) -> None:
    assert [code for code, _ in overreaching_words(words)] == ["grants-victory"]


@pytest.mark.parametrize(
    "words",
    [
        "Its owner may edit the Ruleset.",
        "Repeals any one dynastic rule.",
        "The owner can amend the rule Movement as e likes.",
        "Once a day it re-words a law",
        "It enacts a new rule.",
        "With it the rule “Gadgets” does not hold.",
        "Changes one dial.",
        "A rule is repealed when it explodes.",
        "The Gadgets rule does not bind its owner.",
        "Strikes the last sentence of a rule: deletes one rule",
    ],
)
def test_what_would_alter_the_law(words: str) -> None:
    assert [code for code, _ in overreaching_words(words)] == ["edits-the-law"]


@pytest.mark.parametrize(
    "words",
    [
        "Lets its owner cross the Iron Curtain.",
        "Winter boots: they win every race downhill.",
        "Its owner may change eir Location as a rule allows.",
        "Adds one to a roll under the rule Capture.",
        "A ruler, 30 cm long.",
        "Removes a Ticket from another Agent, and the rules of Tickets apply.",
        "Its owner may win a duel against any other Agent.",
        "Its owner may own one Gadget more.",
        "A lawful disguise. It changes colour.",
    ],
)
def test_what_is_for_people_to_judge(words: str) -> None:
    assert not list(overreaching_words(words))


def test_the_words_that_say_so_are_told() -> None:
    assert dict(overreaching_words("It\nREPEALS\n one   rule, and grants Victory")) == {
        "grants-victory": "victory",
        "edits-the-law": "repeals one rule",
    }
