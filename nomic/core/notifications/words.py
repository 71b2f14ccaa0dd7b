"""The core's own kinds of notices. Each says its facts in the game's own words, and never what was kept from others.

Packages above bring their own kinds; `nomic.words` joins them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from nomic.core.language import words as language_words
from nomic.core.language.rules import Keywords
from nomic.core.notifications.rules import DIGEST, INBOX, Facts, NoticeKind


def moment_of(facts: Facts, name: str) -> str:
    """A moment among the facts, which are plain JSON."""
    value = facts.get(name)
    return language_words.moment(datetime.fromisoformat(value)) if value else ""


def _duty(facts: Facts, keywords: Keywords) -> str:
    whose = f"One of the {keywords.plural('admin')} shall" if facts.get("admins") else "You shall"
    if facts.get("overdue"):
        return f"Overdue since {moment_of(facts, 'due_at')}: {facts.get('text', '')} ({facts.get('rule', 'the law')})."
    until = f", by {moment_of(facts, 'due_at')}" if facts.get("due_at") else ""
    return f"{whose}: {facts.get('text', '')}{until} ({facts.get('rule', 'the law')})."


def _standing(facts: Facts, keywords: Keywords) -> str:
    by = facts.get("by", "somebody")
    how = {
        "idled": f"You are idle now, by {by}.",
        "unidled": f"You are {keywords.a('agent')} again: {by} has brought you back from idleness.",
        "removed": f"You are no longer in the game: {by} has removed you.",
        "barred": "The game is shut to you.",
    }
    return how.get(str(facts.get("how")), "You stand otherwise in the game.")


def _hiatus(facts: Facts, keywords: Keywords) -> str:
    because = f": {facts['because']}" if facts.get("because") else ""
    return f"The hiatus ends{because}." if facts.get("ended") else f"The game goes into hiatus{because}."


def _arrival(facts: Facts, keywords: Keywords) -> str:
    if facts.get("admitted"):
        return f"You are admitted, as {facts.get('name')}: you are {keywords.a('agent')} of this game now."
    return f"You are not admitted: “{facts.get('why', '')}” ({facts.get('by', 'somebody')})."


NOTICES: Mapping[str, NoticeKind] = {
    "duty": NoticeKind("You owe something", _duty),
    "standing": NoticeKind("You are idled, brought back or removed", _standing, outside=True),
    "unidled": NoticeKind(
        "Somebody else comes back from idleness",
        lambda facts, keywords: f"{facts.get('name', 'Somebody')} comes back from idleness.",
        INBOX,
        idle=False,
    ),
    "hiatus": NoticeKind("A hiatus begins or ends", _hiatus, DIGEST, idle=False),
    # The sender's name, for the recipient alone; neither the subject nor a word of the text.
    "message": NoticeKind(
        "You have a private message",
        lambda facts, keywords: f"You have a private message from {facts.get('from', 'somebody')}.",
    ),
    "arrival": NoticeKind("Your arrival is answered", _arrival, outside=True),
}
ADMIN_NOTICES: Mapping[str, NoticeKind] = {
    "application": NoticeKind(
        "Somebody asks to be admitted",
        lambda facts, keywords: f"{facts.get('name', 'Somebody')} asks to be admitted.",
        DIGEST,
        idle=False,
        admins=True,
    )
}
