"""The secret story and the board, in a game that calls its people otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from dynasties.spy.disclosure.words import link_sentence
from dynasties.spy.theatre.words import affiliation_words
from nomic.core.language.rules import Keywords

WIZARDS = Keywords("Wizard", "Archmage", "Warden")
NAMES = {1: "Josh", 2: "Lulu"}
COVER = {
    "agent": 1,
    "affiliation": "Double Agent (Mastermind)",
    "location": None,
    "side": None,
    "prison": None,
    "walked_in": False,
    "facts": {},
}
CORRECTED = {"field": "affiliation", "was": "Mastermind", "text": "The Mastermind erred."}


@pytest.mark.parametrize(
    ("affiliation", "words"),
    [
        ("World", "World"),
        ("Mastermind", "Archmage"),
        ("Double Agent (World)", "Double Wizard (World)"),
        ("Double Agent (Mastermind)", "Double Wizard (Archmage)"),
        (None, ""),
    ],
)
def test_an_affiliation_is_told_in_the_games_own_words(affiliation: str | None, words: str) -> None:
    assert affiliation_words(affiliation, WIZARDS) == words


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("spy.cover", {**COVER, "why": "declared"}, "Josh declares eir Affiliation: Double Wizard (Archmage)."),
        ("spy.cover", {**COVER, "why": "turned"}, "Josh turns: eir Affiliation is Double Wizard (Archmage)."),
        (
            "spy.cover",
            {**COVER, "why": "corrected", "facts": CORRECTED},
            "The record of Josh is put right, Affiliation: Archmage, now Double Wizard (Archmage)."
            " “The Mastermind erred.”",
        ),
        (
            "spy.disclosure",
            {"owner": 1, "to": 2, "what": "affiliation", "value": "Mastermind"},
            "Lulu is told the Affiliation of Josh: Archmage.",
        ),
    ],
)
def test_the_story_names_affiliations_in_the_games_words_and_quotes_what_was_written(
    kind: str, data: dict[str, Any], sentence: str
) -> None:
    assert link_sentence({"kind": kind, "data": data}, NAMES, WIZARDS) == sentence
