"""The log's sentences for what happens in nweeks and ballots; joined in the wiring by the registry."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from nomic.core import words
from nomic.core.mechanics.keywords import Keywords
from nomic.core.words_log import Sentence, with_reason

Facts = Mapping[str, Any]


def _called(facts: Facts) -> str:
    return "Proposal {number}" + (" “{name}”" if facts.get("name") else "")


def _submitted(deed: str) -> Sentence:
    return lambda facts, keywords: f"{{by}} {deed} {_called(facts)}."


def _revised(facts: Facts, keywords: Keywords) -> str:
    return f"{{by}} revises {_called(facts)}: version {{version}}."


def _due(facts: Facts) -> str:
    """When it was due: what is told late says so."""
    due = facts.get("due_at")
    return f" (due {words.moment(datetime.fromisoformat(due))})" if due else ""


def _nday(facts: Facts, keywords: Keywords) -> str:
    which = "Nweek" if facts.get("nday") == 1 else "Nday {nday} of nweek"
    return f"{which} {{nweek}} begins{_due(facts)}."


def _opened(facts: Facts, keywords: Keywords) -> str:
    numbers = facts.get("numbers", [])
    if not numbers:
        return "No Proposal was Pending, so that none is Open in nweek {nweek}" + _due(facts) + "."
    listed = ", ".join(map(str, numbers))
    return f"{_proposals(len(numbers))} Open: {listed}{_due(facts)}."


def _proposals(count: int) -> str:
    return "1 Proposal is" if count == 1 else f"{count} Proposals are"


def _counted(facts: Facts, keywords: Keywords) -> str:
    counted, won = len(facts.get("strength", {})), len(facts.get("passed", []))
    if not counted:
        return f"The ballot of nweek {{nweek}} is counted: nothing was Open{_due(facts)}."
    return f"The ballot of nweek {{nweek}} is counted: {won} Won, {counted - won} Lost{_due(facts)}."


def _on(facts: Facts, keywords: Keywords) -> str:
    if facts.get("why"):
        return with_reason("{by} turns the Clock On", facts)
    return "The Clock is On, at nday {nday} of nweek {nweek}" + _due(facts) + "."


def _paused(facts: Facts, keywords: Keywords) -> str:
    until = words.moment(datetime.fromisoformat(facts["until"]))
    return with_reason(f"{{by}} has the Clock pause until {until}", facts)


def _done(deed: str) -> Sentence:
    """An act at the desk, with its reason."""
    return lambda facts, keywords: with_reason(f"{{by}} {deed}", facts)


LOST = {
    "strength": "has too little Strength, and is Lost",
    "conflict": "is Lost by its Conflict with Proposal {through}",
    "dependency": "is Lost, for it Depends on Proposal {through}",
}


LOG: Mapping[str, Sentence] = {
    "bnomic.submitted": _submitted("submits"),
    "bnomic.revised": _revised,
    "bnomic.voted": "{by} votes {vote} on Proposal {number}.",
    "bnomic.nday": _nday,
    "bnomic.opened": _opened,
    "bnomic.counted": _counted,
    "bnomic.lost": lambda facts, keywords: f"{_called(facts)} {LOST[facts.get('step', 'strength')]}.",
    "bnomic.passed": lambda facts, keywords: f"{_called(facts)} passes.",
    "bnomic.passed-without-effect": lambda facts, keywords: (
        f"{_called(facts)} passes without effect: not all of its changes could be made."
    ),
    "bnomic.stumbled": "The Clerk could not make Proposal {number} pass: the server's log says why.",
    "bnomic.carried-out": _done("has carried out what Proposal {number} says"),
    "bnomic.clock-on": _on,
    "bnomic.clock-off": _done("turns the Clock Off"),
    "bnomic.clock-paused": _paused,
    "bnomic.clock-set": _done("sets the Clock to nday {nday} of nweek {nweek}"),
    "bnomic.numbered-from": _done("has Proposals numbered from {number} on"),
}
