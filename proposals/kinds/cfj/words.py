"""The sentences of Calls for Judgment: for the codes of their reasons, and for the log."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text
from nomic.core.log.words import Sentence
from proposals.words import more_votes, verb_for


def _call_deadline(facts: Facts, keywords: Keywords) -> str:
    if facts["at"] is None:
        return "It has no deadline: only a quorum ends it."
    why = "because a hiatus is on" if facts["hiatus"] else "because no hiatus is on"
    then = "passes" if facts["passes"] else "fails"
    when = f"Its deadline is {fact_text(facts['at'])}, in {fact_text(facts['left'])}"
    return f"{when}: {fact_text(facts['wait'])} after posting, {why}. As the votes stand, it then {then}."


def _call_passes_now(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'FOR')} {'passes' if facts['votes'] == 1 else 'pass'} this now."


def _call_fails_now(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'AGAINST')} {verb_for(facts, 'fail')} this now."


REASONS: Words = {
    "call-passes-now": _call_passes_now,
    "call-fails-now": _call_fails_now,
    "call-deadline": _call_deadline,
    "only-a-call-is-anonymous": "Only a Call for Judgment may go without its author's name.",
    "voting-closed": "Voting on this Call for Judgment is over.",
    "clock-runs-shorter": "Hiatus: it counts, and the shorter deadline holds as long as it lasts.",
}

EVENTS: Mapping[str, Sentence] = {
    "cfj.opened": "{subject} is open for judgment.",
    "cfj.passed": "{by} passes the Call for Judgment {subject}.",
    "cfj.failed": "{by} fails the Call for Judgment {subject}.",
}
