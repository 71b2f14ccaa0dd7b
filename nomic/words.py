"""The one table of sentences: every package's words for its codes, joined here and nowhere else.

And the one of reserved words: what the packages above the core call their own things, and what stands for any Agent.
"""

from __future__ import annotations

import dynasties.words as dynasties
import nomic.core.words as core
import nomic.core.words_log as log
import proposals.words as proposals
import rulesets.change_words as changes
import rulesets.words as rulesets
from dynasties.registry import THEMES
from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.pronouns import SPIVAK
from nomic.parts import PARTS
from proposals.procedures import PROCEDURES

WORDS: core.Words = {**core.WORDS, **rulesets.WORDS, **changes.CHANGE_WORDS, **proposals.WORDS, **dynasties.WORDS}
WORDS = {**WORDS, **{code: said for part in PARTS for code, said in part.words.items()}}
RESERVED = rulesets.RESERVED | proposals.RESERVED | frozenset(SPIVAK)
# The log's sentences, and what it may be sifted by: the events of a procedure or theme begin with its name.
LOG_WORDS = {**log.LOG_WORDS, **{kind: said for part in PARTS for kind, said in part.log_words.items()}}
# The events by which procedures decide posts, beside those of matters.
DECISIONS = tuple(kind for part in PARTS for kind in part.decisions)
# What else than posts, rules and people an event may be about, and the name of the address of its page; empty: none.
SUBJECTS = {kind: page for part in PARTS for kind, page in part.subjects.items()}
GROUPS = {
    **log.GROUPS,
    "procedure": ("The ballot", tuple(f"{name}." for name in PROCEDURES)),
    "theme": ("The Dynasty's theme", tuple(f"{name}." for name in THEMES)),
}


def sentence(reason: Reason, keywords: Keywords | None = None) -> str:
    """The reason as a sentence in the game's keywords, whichever package its code belongs to."""
    return core.sentence(reason, keywords or Keywords(), WORDS)
