"""Sentences about missions and Ranks: why something may not be, and what happened. (Joined in `words`.)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text
from nomic.core.log.words import Sentence
from nomic.core.notifications.rules import DIGEST, NoticeKind


def _age_words(facts: Facts, keywords: Keywords) -> str:
    if facts["most"] is None:
        return "That a mission is young is no ground to cancel it."
    age, most = fact_text(facts["age"]), fact_text(facts["most"])
    return f"It is {age} old, and only one of no more than {most} may be cancelled."


def _abort_words(facts: Facts, keywords: Keywords) -> str:
    if facts["needs"] is None:
        return "No number of comments is a ground to cancel a mission."
    return (
        f"{facts['have']} of the {facts['needs']} different {keywords.plural('agent')} that it takes have commented"
        " “Abort the Mission!”."
    )


def _completed_before_words(facts: Facts, keywords: Keywords) -> str:
    names = facts["names"]
    assert isinstance(names, list | tuple)
    those = ", ".join(map(str, names))
    return f"A mission is completed once by each {keywords.agent}, and in this group it has been before: {those}."


MISSION_WORDS: Words = {
    "missions-enough": lambda facts, keywords: (
        f"Of the open missions, {facts['open']} are completed by nobody; there must be fewer than {facts['most']}."
    ),
    "mission-closed": "That mission is closed.",
    "mission-not-young": _age_words,
    "mission-few-aborts": _abort_words,
    "mission-completed": "You have completed this mission, and nobody completes one twice.",
    "group-completed": _completed_before_words,
    "claim-waiting": "The {Mastermind} has been told already, for you, and has not ruled on it yet.",
    "claim-ruled": "That claim has been ruled on already.",
    "nobody-to-list": "Nobody of that group is {an_agent} now who has not completed the mission already.",
    "in-a-team": "You are in another group for this mission: leave it first.",
    "no-gadgets-more": "The law of this game raises the number of Gadgets by nothing.",
}


def _names(facts: Mapping[str, Any]) -> str:
    """“Josh”, “Josh and Rodney”, “Josh, Rodney and Kevan”: names hold no braces that would be filled in."""
    *others, last = [str(each).replace("{", "{{").replace("}", "}}") for each in facts.get("names") or ["nobody"]]
    return f"{', '.join(others)} and {last}" if others else last


def _completion_sentence(facts: Mapping[str, Any], keywords: Keywords) -> str:
    those = facts.get("names") or ()
    have = "have" if len(those) > 1 else "has"
    return f"{_names(facts)} {have} completed the mission “{{subject}}”; {{by}} rules so."


def _closing_sentence(facts: Mapping[str, Any], keywords: Keywords) -> str:
    deed = {
        "young": "{by} cancels the mission “{subject}”, which is young still",
        "aborted": "{by} cancels the mission “{subject}”, as was asked",
    }.get(str(facts.get("ending")), "{by} closes the mission “{subject}”")
    return deed + (": {why}" if facts.get("why") else ".")


MISSION_LOG_WORDS: Mapping[str, Sentence] = {
    "spy.mission-opened": "{by} opens the mission “{subject}”.",
    "spy.mission-completed": _completion_sentence,
    "spy.mission-closed": _closing_sentence,
}

# Mere words, for pages.
ENDING_WORDS = {"done": "closed", "young": "cancelled while it was young", "aborted": "cancelled, as was asked"}


def _mission_word(facts: Facts, keywords: Keywords) -> str:
    """No more than that there is something to see: with whom one attempts what, is under seal."""
    what = {
        "invited": "You are asked to join a group for a mission.",
        "claimed": "A claim that a mission is completed waits for your ruling.",
        "ruled": f"The {keywords.mastermind} has ruled on a claim that you have a part in.",
    }
    return what.get(str(facts.get("what")), "There is word for you about a mission.")


MISSION_NOTICES: Mapping[str, NoticeKind] = {
    "mission": NoticeKind(
        "A mission opens",
        lambda facts, keywords: f"A new mission is on the board: “{facts.get('name', '')}”.",
        DIGEST,
        idle=False,
    ),
    "mission-word": NoticeKind("There is word for you about a mission", _mission_word, idle=False),
}
