"""What people are told of posts: comments, what becomes of a matter, whose vote or hand is missing."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.language.rules import Keywords
from nomic.core.notifications.rules import DIGEST, Facts, NoticeKind
from nomic.core.notifications.words import moment_of


def _post(facts: Facts) -> str:
    """“your Proposal #12 “Faster””, without “your”; or as it is called where that tells it from all others."""
    number, title = facts.get("number", "?"), facts.get("title", "")
    return facts.get("called") or f"{facts.get('category', 'post')} #{number} “{title}”"


def _matter_resolved(facts: Facts, keywords: Keywords) -> str:
    how, yours = facts.get("how", "decided"), f"your {_post(facts)}"
    done = {"marked-illegal": f"marked {yours} as illegal", "reopened": f"opened {yours} again"}
    why = f": “{facts['why']}”" if facts.get("why") else ""
    return f"{_with_capital(facts.get('by', 'somebody'))} has {done.get(how, f'{how} {yours}')}{why}."


def _with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _vote_missing(facts: Facts, keywords: Keywords) -> str:
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
