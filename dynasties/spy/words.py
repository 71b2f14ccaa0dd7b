"""The sentences for what the rules of the spy dynasty say; joined in the wiring by the registry."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.words_desk import DESK
from dynasties.spy.words_gadgets import GADGETS, GADGETS_LOG
from dynasties.spy.words_missions import MISSIONS, MISSIONS_LOG
from dynasties.spy.words_moving import MOVING
from dynasties.spy.words_revealing import REVEALING, REVEALING_LOG
from nomic.core.words import Words
from nomic.core.words_log import Sentence

WORDS: Words = {
    **REVEALING,
    **MOVING,
    **GADGETS,
    **MISSIONS,
    **DESK,
    "takes-no-part": "The {Mastermind} takes no part in this on eir own account.",
    "for-the-mastermind": "Only the {Mastermind} may do that.",
    "no-ledger-column": "The tracker keeps no “{name}” that these rules could use.",
}

LOG: Mapping[str, Sentence] = {
    **GADGETS_LOG,
    **REVEALING_LOG,
    "spy.began": "The law of spies is in force.",
    "spy.ended": "The law of spies is gone.",
    **MISSIONS_LOG,
}
