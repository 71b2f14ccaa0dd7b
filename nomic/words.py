"""The one table of sentences: every package's words for its codes, joined here and nowhere else.

And the one of reserved words: what the packages above the core call their own things, and what stands for any Agent.
"""

from __future__ import annotations

from dynasties import words as dynasties_words
from dynasties.registry import THEMES
from dynasties.words import LOG_WORDS as DYNASTY_EVENTS
from nomic.catalogue import PLUGIN_INFOS
from nomic.core.decision import Reason
from nomic.core.language import words as language_words
from nomic.core.language.rules import Keywords
from nomic.core.language.rules_pronouns import SPIVAK
from nomic.core.log import words as log_words
from proposals import words as proposals_words
from proposals.kinds import KINDS
from proposals.procedures import PROCEDURES
from proposals.words_log import LOG_WORDS as PROPOSAL_EVENTS
from rulesets import words as rulesets_words

WORDS: language_words.Words = {
    **language_words.WORDS,
    **rulesets_words.WORDS,
    **rulesets_words.CHANGE_WORDS,
    **proposals_words.WORDS,
    **dynasties_words.WORDS,
    **{code: said for kind in KINDS.values() for code, said in kind.reasons.items()},
}
WORDS = {**WORDS, **{code: said for part in PLUGIN_INFOS for code, said in part.words.items()}}
RESERVED = rulesets_words.RESERVED | proposals_words.RESERVED | frozenset(SPIVAK)
# The log's sentences, and what it may be sifted by: the events of a procedure or theme begin with its name.
LOG_WORDS = {
    **log_words.LOG_WORDS,
    **PROPOSAL_EVENTS,
    **{event: said for kind in KINDS.values() for event, said in kind.events.items()},
    **DYNASTY_EVENTS,
    **{kind: said for part in PLUGIN_INFOS for kind, said in part.log_words.items()},
}
# The events with which votes end matters, and those by which procedures decide posts.
DECISIONS = (
    *(event for kind in KINDS.values() for event in kind.end_events),
    *(kind for part in PLUGIN_INFOS for kind in part.decisions),
)
# What else than posts, rules and people an event may be about, and the name of the address of its page; empty: none.
SUBJECTS = {kind: page for part in PLUGIN_INFOS for kind, page in part.subjects.items()}
GROUPS = {
    **log_words.GROUPS,
    "decisions": ("Decisions", (*(f"{code}." for code in KINDS), "clerk.")),
    "procedure": ("The ballot", tuple(f"{name}." for name in PROCEDURES)),
    "theme": ("The Dynasty's theme", tuple(f"{name}." for name in THEMES)),
}


def sentence(reason: Reason, keywords: Keywords | None = None) -> str:
    """The reason as a sentence in the game's keywords, whichever package its code belongs to."""
    return language_words.sentence(reason, keywords or Keywords(), WORDS)
