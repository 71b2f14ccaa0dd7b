"""The sentences of the tracker: why it is not changed, and what a change list does to it. (Joined in `words`.)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.tracker.rules import NOTHING
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Words

HOLDS = {"number": "a number", "text": "a text", "choice": "one of {choices}", "switch": "yes or no"}
DEEDS = {
    "set": "“{column}” of {whose} becomes {value}.",
    "gain": "“{column}” of {whose} goes up by {value}.",
    "lose": "“{column}” of {whose} goes down by {value}, at most to its least.",
    "spend": "“{column}” of {whose}: {value} is spent.",
}


def _made_text(facts: Mapping[str, Any], keywords: Keywords) -> str:
    """“Make a column, “Gold”: a number from 0 to 10, for each of the Agents, 3 to begin with; carried by “Gold”.”"""
    holds = HOLDS[facts["column_kind"]].format(choices=facts["choices"])
    bounds = f" from {facts['least']}" + (f" to {facts['most']}" if facts["most"] else "") if facts["least"] else ""
    whose = f"for each of the {keywords.plural('agent')}" if facts["scope"] == "agent" else "for the game"
    begins = "nothing" if facts["standard"] == NOTHING else facts["standard"]
    parts = [holds + bounds, whose, f"{begins} to begin with", *(["secret"] if facts["secret"] else [])]
    return f"Make a column, “{facts['name']}”: {', '.join(parts)}; carried by “{facts['rule']}”."


def _deed_text(op: str, facts: Mapping[str, Any], keywords: Keywords) -> str:
    everybody = f"every {keywords.agent}" if facts["all"] else "the game"
    value = facts["value"] or "nothing"
    return DEEDS[op].format(column=facts["column"], whose=facts["agent"] or everybody, value=value)


TRACKER_WORDS: Words = {
    # Why a cell is not changed.
    "not-enough": "“{column}” stands at {has}, and {asked} cannot be spent of it.",
    "column-out-of-use": "“{column}” is no column of the tracker any more.",
    "column-secret": "“{column}” is secret: only who sees a value may change it.",
    "secret-and-public": "What is secret and what is public are changed in two acts.",
    "row-idle": "{name} is idle, and finds everything as e left it.",
    "rule-not-in-force": "The rule that you cite is not in force.",
    # Why a change is not undone.
    "no-update": "There is no change of the tracker with the number {number}.",
    "undone-already": "That has been undone already.",
    "rule-not-of-then": "The rule that you cite was not in force when that was done.",
    "nothing-to-undo": "That changed no value.",
    "undo-in-the-way": "“{column}” of {name} has been changed since, and cannot be put back as it was.",
    # What a change list does.
    "make-column": _made_text,
    "drop-column": "Do away with the column “{column}”.",
    "set-value": lambda facts, keywords: _deed_text("set", facts, keywords),
    "gain-value": lambda facts, keywords: _deed_text("gain", facts, keywords),
    "lose-value": lambda facts, keywords: _deed_text("lose", facts, keywords),
    "spend-value": lambda facts, keywords: _deed_text("spend", facts, keywords),
    # Why it cannot.
    "column-missing": "Change {number}: there is no column “{column}”.",
    "column-rule-missing": "Change {number}: the rule that would carry the column ({rule}) is not in force.",
    "column-name-taken": "Change {number}: there is already a column called “{name}”.",
    "column-name-reserved": "Change {number}: “{name}” means something in the law already.",
    "column-is-secret": "Change {number}: “{column}” is secret, and a list that everybody reads cannot set it.",
    "value-of-whom": "Change {number}: “{column}” has one value for the game, or one for each {Agent}; not both.",
    "bad-value": "Change {number}: {said}",
    "cannot-spend": "Change {number}: “{column}” stands at {has}, and {asked} cannot be spent of it.",
}
