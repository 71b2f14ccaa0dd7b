"""The sentences for disclosing, revealing, and for what does not hold of it."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.words import Words
from nomic.core.words_log import Sentence

REVEALING: Words = {
    "not-over": "The Dynasty is not over: everything is revealed once a Declaration of Victory has passed.",
    "all-revealed": "Everything has been revealed: what was played with it is over.",
    "own-secret": "Nobody needs to be told of emself.",
    "keeps-the-secrets": "The {Mastermind} keeps these secrets emself.",
}

REVEALING_LOG: Mapping[str, Sentence] = {
    "spy.opened": "{by} opens a part of what was top secret.",
    "spy.revealed": "{by} reveals everything that was top secret.",
}

# For `verify_log`: each of these is said of a link of the private chain, or of a theatre, and tells nothing else.
FLAW_WORDS: Mapping[str, str] = {
    "secret-gone": "what it committed to is not there any more",
    "secret-elsewhere": "is not what the row that points at it takes it for",
    "secret-unreadable": "unreadable: no key of this server opens what its row keeps",
    "secret-differs": "what its row keeps differs from what was committed to",
    "opened-unrevealed": "was opened without having been revealed: {found}",
    "opened-foreign": "was opened, and is none of what was secret there",
    "opening-differs": "was not opened as committed to: {wanted} was committed, what was opened makes {found}",
    "never-opened": "was never opened, though everything was revealed",
    "digest-differs": "what was opened is not all: {wanted} was told, {found} is there",
    "revealed-unknown": "was revealed, it is said in {found}, and knows nothing of it",
}
