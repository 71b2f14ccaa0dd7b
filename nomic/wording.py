"""The one table of sentences: every package's words for its codes, joined here and nowhere else.

And the one of reserved words: what the packages above the core call their own things, and what stands for any Agent.
"""

from __future__ import annotations

import dynasties.words as dynasties
import nomic.core.words as core
import proposals.words as proposals
import rulesets.change_words as changes
import rulesets.words as rulesets
from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.pronouns import SPIVAK

WORDS: core.Words = {**core.WORDS, **rulesets.WORDS, **changes.CHANGE_WORDS, **proposals.WORDS, **dynasties.WORDS}
RESERVED = rulesets.RESERVED | proposals.RESERVED | frozenset(SPIVAK)


def sentence(reason: Reason, keywords: Keywords | None = None) -> str:
    """The reason as a sentence in the game's keywords, whichever package its code belongs to."""
    return core.sentence(reason, keywords or Keywords(), WORDS)
