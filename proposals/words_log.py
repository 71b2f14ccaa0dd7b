"""Sentences of the log for posts, votes and what becomes of matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nomic.core.language.rules import Keywords
from nomic.core.log.words import Facts, Sentence, with_reason


def _with_citation(sentence: str) -> Sentence:
    """A finding, with the rule that it rests on."""
    return lambda facts, keywords: with_reason(sentence + (" under {citation}" if facts.get("citation") else ""), facts)


def _proposal_enacted(facts: Facts, keywords: Keywords) -> str:
    """Also what whoever enacted it settled emself: declared to do nothing, or written together by hand."""
    by_hand = facts.get("by_hand") or {}
    settled = [
        f"{_changes(places)} {how}"
        for places, how in (
            (by_hand.get("skipped", ()), "declared to do nothing"),
            (by_hand.get("resolutions", ()), "written by hand"),
        )
        if places
    ]
    return "{by} enacts {subject}" + "".join(f", {each}" for each in settled) + "."


def _changes(places: Iterable[int | str]) -> str:
    """“change 2”, “changes 2 and 4”: places are counted from 0, changes from 1."""
    *others, last = (str(place + 1) for place in sorted(map(int, places)))
    return f"changes {', '.join(others)} and {last}" if others else f"change {last}"


LOG_WORDS: Mapping[str, Sentence] = {
    "post.made": "{by} posts {subject}.",
    "post.edited": "{by} edits {subject}: version {version}.",
    "post.owned": "{by} tells that {subject} is eirs.",
    "post.withdrawn": "{by} withdraws {subject}.",
    "post.marked-illegal": _with_citation("{by} marks {subject} as illegal"),
    "post.reopened": _with_citation("{by} opens {subject} again"),
    "post.noted": "{by} notes on {subject}: “{text}”.",
    "comment.made": "{by} comments on {subject}.",
    "vote.cast": "{by} votes {vote} on {subject}.",
    "proposal.opened": "{subject} is open for voting.",
    "proposal.enacted": _proposal_enacted,
    "proposal.failed": "{by} fails {subject}.",
    "clerk.stumbled": "The Clerk cannot resolve {subject}, for a fault of the server; it waits for somebody to act.",
    "cfj.opened": "{subject} is open for judgment.",
    "cfj.passed": "{by} passes the Call for Judgment {subject}.",
    "cfj.failed": "{by} fails the Call for Judgment {subject}.",
    "dov.opened": "{by} declares victory: {subject}.",
    "dov.passed": "{by} passes the Declaration of Victory {subject}.",
    "dov.failed": "{by} fails the Declaration of Victory {subject}.",
}

# How matters end, or begin again.
DECISIONS = (
    "proposal.enacted",
    "proposal.failed",
    "cfj.passed",
    "cfj.failed",
    "dov.passed",
    "dov.failed",
    "post.marked-illegal",
    "post.reopened",
)
