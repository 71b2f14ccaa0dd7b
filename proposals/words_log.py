"""Sentences of the log for posts, votes and what becomes of matters."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.log.words import Sentence, with_reason


def _with_citation(sentence: str) -> Sentence:
    """A finding, with the rule that it rests on."""
    return lambda facts, keywords: with_reason(sentence + (" under {citation}" if facts.get("citation") else ""), facts)


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
    "clerk.stumbled": "The Clerk cannot resolve {subject}, for a fault of the server; it waits for somebody to act.",
}

# How an Admin ends a matter, or begins it again.
FINDINGS = ("post.marked-illegal", "post.reopened")
