"""The sentences for what the rules of Dynasties, the tracker and its pages say; joined in `nomic.wording`."""

from __future__ import annotations

from dynasties.words_ascending import ASCENDING
from dynasties.words_tracker import TRACKER
from nomic.core.words import Words

RESERVED = frozenset({
    "Dynasty", "Dynasties", "Metadynasty", "Hiatus", "Ascension Address", "Ascension Addresses",
})  # fmt: skip

WORDS: Words = {
    **ASCENDING,
    **TRACKER,
    # Why a gamestate page is not edited.
    "no-page": "There is no such page.",
    "page-dropped": "This page is no part of the Gamestate any more.",
    "page-closed": "The rule that carried this page gives no licence any more: it can be read, not edited.",
    "page-in-hiatus": "The game is in hiatus, and what a dynastic rule provides for waits until it ends.",
    "page-for-admins": "The rule lets only the {Admins} edit this page.",
    "page-for-mastermind": "The rule lets only the {Mastermind} edit this page.",
    "page-for-nobody": "The rule lets nobody edit this page: it changes when an enactment changes it.",
    # What a change list does to the pages, and why it cannot.
    "make-page-agents": "Make a page, “{title}”, carried by “{rule}”, for every one of the {Agents} to edit.",
    "make-page-admins": "Make a page, “{title}”, carried by “{rule}”, for the {Admins} to edit.",
    "make-page-mastermind": "Make a page, “{title}”, carried by “{rule}”, for the {Mastermind} to edit.",
    "make-page-nobody": "Make a page, “{title}”, carried by “{rule}”, for enactments alone to write.",
    "write-page": "Write the page “{page}” anew.",
    "drop-page": "Do away with the page “{page}”.",
    "page-missing": "Change {number}: there is no such page.",
    "page-rule-missing": "Change {number}: the rule that would carry the page ({rule}) is not in force.",
    "page-title-taken": "Change {number}: there is already a page called “{title}”.",
    "bad-page-text": "Change {number}: this cannot stand in a page: {said}",
}
