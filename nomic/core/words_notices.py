"""What each kind of notice says, from its facts, in the game's own words; never what was kept from others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nomic.core.mechanics.keywords import Keywords

Facts: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = Callable[[Facts, Keywords], str]

NOTICE_WORDS: Mapping[str, Sentence] = {
    "message": lambda facts, keywords: f"You have a private message from {facts.get('from', 'somebody')}.",
}


def notice_sentence(kind: str, facts: Facts, keywords: Keywords) -> str:
    """A notice in words; a kind that this server does not know any more says only that there is one."""
    say = NOTICE_WORDS.get(kind)
    return say(facts, keywords) if say else "Something has happened."
