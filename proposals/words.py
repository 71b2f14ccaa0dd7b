"""The sentences of the journal: reasons, events of the log, and notices."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.language.rules import Keywords, capitalize
from nomic.core.language.words import Facts, Words, fact_text, quantity
from nomic.core.log.words import Sentence, with_reason
from nomic.core.notifications.rules import DIGEST, Facts as NotificationsFacts, NoticeKind
from nomic.core.notifications.words import moment_of

RESERVED = frozenset(
    {
        "Proposal",
        "Proposals",
        "Quorum",
        "Quorums",
        "Call for Judgment",
        "Calls for Judgment",
        "Declaration of Victory",
        "Declarations of Victory",
        "Anonymous",
    }
)


def _reached_quorum(facts: Facts, keywords: Keywords) -> str:
    if "votes" in facts:
        return f"A quorum has voted: {quantity(facts['votes'], 'vote')}, where quorum is {facts['quorum']}."
    side = "FOR" if "for" in facts else "AGAINST"
    text = f"Quorum is reached: {facts[side.lower()]} {side} of a quorum of {facts['quorum']}"
    return f"{text}, since {fact_text(facts['at'])}." if "at" in facts else f"{text}."


def _timed_out(facts: Facts, keywords: Keywords) -> str:
    return f"Its time is up, and more than half are FOR: {facts['for']} of {quantity(facts['votes'], 'vote')}."


def _timed_out_against(facts: Facts, keywords: Keywords) -> str:
    if facts["votes"] == 0:
        return "Its time is up, and nobody's vote speaks for it."
    return f"Its time is up, and no more than half are FOR: {facts['for']} of {quantity(facts['votes'], 'vote')}."


def _too_few_votes(facts: Facts, keywords: Keywords) -> str:
    return f"Its time is up with {quantity(facts['votes'], 'valid vote')}, where the law asks for {facts['needed']}."


def more_votes(facts: Facts, side: str) -> str:
    return f"One more {side}" if facts["votes"] == 1 else f"{facts['votes']} more {side}"


def verb_for(facts: Facts, verb: str) -> str:
    return f"{verb}s" if facts["votes"] == 1 else verb


def when_text(facts: Facts) -> str:
    if facts["at"] is None:
        return "some time after the hiatus"
    return f"in {fact_text(facts['left'])}, at {fact_text(facts['at'])}"


def _window_closed(facts: Facts, keywords: Keywords) -> str:
    return (
        f"A category may be changed for less than {fact_text(facts['window'])}; that ended at {fact_text(facts['at'])}."
    )


def _resolved_already(facts: Facts, keywords: Keywords) -> str:
    if "by" not in facts:
        return f"That has been resolved already: it is {facts['status']}."
    return f"That has been resolved already: {facts['status']} by {facts['by']}, {fact_text(facts['at'])}."


VERDICTS: Words = {
    "reached-quorum": _reached_quorum,
    "timed-out": _timed_out,
    "timed-out-against": _timed_out_against,
    "too-few-votes": _too_few_votes,
    "still-open": "So far {for} FOR and {against} AGAINST, with a quorum of {quorum}.",
}

REFUSALS: Words = {
    "bears-a-name": "Its author's name stands over it already.",
    "address-stands": "An Ascension Address has had its effect, and stands as posted.",
    "not-a-matter": "Votes are cast on Proposals, Calls for Judgment and Declarations of Victory, and on nothing else.",
    "resolved-already": _resolved_already,
    "edited-meanwhile": "It has been edited, and stands at version {version} now. What you typed is kept below.",
    "pending-already": "It is pending already.",
    "enacted-for-good": "What is {status} is not opened again: the law has moved on. A Call for Judgment may mend it.",
    "not-official": "A plain post has no part that is kept for the {Admins}.",
    "not-pending": "Nobody votes on or alters what is already {status}.",
    "for-or-against-only": "Here one votes FOR or AGAINST; there is no {vote}.",
    "not-the-mastermind": "Only the {Mastermind} may do that.",
    "not-the-author": "Only its author may do that.",
    "withdrawn": "Its author has withdrawn it.",
    "revised-elsewhere": "A Proposal of this kind is revised, while it is Pending, on a page of its own.",
    "commented": "Somebody has commented already, so it stands as posted.",
    "already-official": "An official post keeps its category.",
    "window-closed": _window_closed,
}

CLERK: Words = {
    "prose-waits-for-an-admin": "Its effect is in prose alone, which waits for one of the {Admins}.",
    "changes-wait-for-an-admin": "Its changes no longer fit the text, which waits for one of the {Admins}.",
}

CLOCK: Words = {"clock-runs": "Open, outside hiatus: it counts."}

TRAIL: Words = {
    "explicit": "Counts as cast.",
    "idle": "An idle {Agent} has no vote.",
    "left": "Whoever has left the game has no vote.",
    "before-posting": "Cast before this was posted, so it is no vote on it.",
}

WORDS: Words = {**VERDICTS, **REFUSALS, **CLERK, **CLOCK, **TRAIL}
"""A sentence for every code that the mechanics of this package give, in a verdict, a refusal, a prospect or a trail."""


# Sentences of the log for posts, votes and what becomes of matters.


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


# What people are told of posts: comments, what becomes of a matter, whose vote or hand is missing.


def _post(facts: NotificationsFacts) -> str:
    """“your Proposal #12 “Faster””, without “your”; or as it is called where that tells it from all others."""
    number, title = facts.get("number", "?"), facts.get("title", "")
    return facts.get("called") or f"{facts.get('category', 'post')} #{number} “{title}”"


def _matter_resolved(facts: NotificationsFacts, keywords: Keywords) -> str:
    how, yours = facts.get("how", "decided"), f"your {_post(facts)}"
    done = {"marked-illegal": f"marked {yours} as illegal", "reopened": f"opened {yours} again"}
    why = f": “{facts['why']}”" if facts.get("why") else ""
    return f"{capitalize(facts.get('by', 'somebody'))} has {done.get(how, f'{how} {yours}')}{why}."


def _vote_missing(facts: NotificationsFacts, keywords: Keywords) -> str:
    return f"You have not voted on the {_post(facts)}, which may be decided from {moment_of(facts, 'at')} on."


NOTICES: Mapping[str, NoticeKind] = {
    "matter-resolved": NoticeKind("A matter of yours is decided, or set aside", _matter_resolved),
    "comment": NoticeKind(
        "Somebody comments on a post of yours",
        lambda facts, keywords: f"{facts.get('by', 'Somebody')} comments on your {_post(facts)}.",
        DIGEST,
    ),
    "vote-missing": NoticeKind("A matter will soon be decided, and you have not voted", _vote_missing, idle=False),
}
ADMIN_NOTICES: Mapping[str, NoticeKind] = {
    "admin-work": NoticeKind(
        "A matter may be resolved",
        lambda facts, keywords: f"The {_post(facts)} may be {facts.get('how', 'resolved')}.",
        DIGEST,
        idle=False,
        admins=True,
    )
}
