"""The sentences of Declarations of Victory: for the codes of their reasons, and for the log."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text
from nomic.core.log.words import Sentence
from proposals.words import more_votes, verb_for, when_text


def _declaration_ripens(facts: Facts, keywords: Keywords) -> str:
    then = "pass" if facts["passes"] else "be failed"
    sooner = f"; at {fact_text(facts['sooner'])} once the {keywords.mastermind} has voted" if facts["sooner"] else ""
    return f"As the votes stand, it may {then} {when_text(facts)}{sooner}."


def _lacks_voters(facts: Facts, keywords: Keywords) -> str:
    who = f"One more {keywords.agent}" if facts["votes"] == 1 else f"{facts['votes']} more {keywords.plural('agent')}"
    return f"{who} must vote on it, either way, to make a quorum."


def _lacks_for(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'FOR')} {verb_for(facts, 'make')} more than half of the votes."


REASONS: Words = {
    "declaration-ripens": _declaration_ripens,
    "declaration-lacks-voters": _lacks_voters,
    "declaration-lacks-for": _lacks_for,
    "mastermind-declares": "The {Mastermind} has nothing to win, and declares no victory.",
    "dynasty-over": "The Dynasty that it wanted to end is over.",
    "clock-runs-on": "Hiatus, which the Declaration itself brings: it counts.",
}

EVENTS: Mapping[str, Sentence] = {
    "dov.opened": "{by} declares victory: {subject}.",
    "dov.passed": "{by} passes the Declaration of Victory {subject}.",
    "dov.failed": "{by} fails the Declaration of Victory {subject}.",
}
