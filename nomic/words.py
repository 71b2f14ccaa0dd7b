"""The one table of sentences: every package's words for its codes, joined here and nowhere else.

And the one of reserved words: what the packages above the core call their own things, and what stands for any Agent.
"""

from __future__ import annotations

from collections.abc import Mapping

from dynasties import words as dynasties_words
from dynasties.registry import THEMES
from nomic.catalogue import PLUGIN_INFOS
from nomic.core.decision import Reason
from nomic.core.language import words as language_words
from nomic.core.language.rules import Keywords
from nomic.core.language.rules_pronouns import SPIVAK
from nomic.core.log import words as log_words
from nomic.core.notifications import words as notifications_words
from nomic.core.notifications.rules import NoticeKind
from proposals import words as proposals_words
from proposals.kinds import KINDS
from proposals.procedures import PROCEDURES
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
LOG_WORDS = {
    **log_words.LOG_WORDS,
    **rulesets_words.LOG_WORDS,
    **proposals_words.LOG_WORDS,
    **{event: said for kind in KINDS.values() for event, said in kind.events.items()},
    **dynasties_words.LOG_WORDS,
    **{kind: said for part in PLUGIN_INFOS for kind, said in part.log_words.items()},
}
# The events by which posts are decided: votes end matters, Admins find something of them, and procedures decide theirs.
DECISIONS = (
    *(event for kind in KINDS.values() for event in kind.end_events),
    *proposals_words.FINDINGS,
    *(kind for part in PLUGIN_INFOS for kind in part.decisions),
)
# What else than posts, rules and people an event may be about, and the name of the address of its page; empty: none.
SUBJECTS = {kind: page for part in PLUGIN_INFOS for kind, page in part.subjects.items()}
# What the log may be sifted by: a name for the address, a label, and the beginnings of the kinds. The events of a
# procedure or theme begin with its name.
GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "posts": ("Posts and comments", ("post.", "comment.")),
    "votes": ("Votes", ("vote.",)),
    "decisions": ("Decisions", (*(f"{code}." for code in KINDS), "clerk.")),
    "law": ("The law", ("rule.", "law.")),
    "people": ("People", ("agent.", "mastermind.")),
    "tracker": ("The tracker and its pages", ("tracker.", "column.", "page.")),
    "duties": ("Duties", ("duty.",)),
    "game": ("The game", ("game.", "hiatus.", "dynasty.")),
    "dice": ("Dice and days", ("dice.", "day.", "seed.")),
    "procedure": ("The ballot", tuple(f"{name}." for name in PROCEDURES)),
    "theme": ("The Dynasty's theme", tuple(f"{name}." for name in THEMES)),
}

# In the order of the page on which a reader chooses how far each shall reach; what Admins alone are told of comes last.
NOTICES: Mapping[str, NoticeKind] = {
    **proposals_words.NOTICES,
    **notifications_words.NOTICES,
    **dynasties_words.NOTICES,
    **{kind: notice for part in (*THEMES.values(), *PROCEDURES.values()) for kind, notice in part.notices.items()},
    **notifications_words.ADMIN_NOTICES,
    **proposals_words.ADMIN_NOTICES,
}


def sentence(reason: Reason, keywords: Keywords | None = None) -> str:
    """The reason as a sentence in the game's keywords, whichever package its code belongs to."""
    return language_words.sentence(reason, keywords or Keywords(), WORDS)
