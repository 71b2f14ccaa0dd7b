"""The words for Affiliations, Locations and captures."""

from __future__ import annotations

from dynasties.spy.theatre.rules_map import ATLAS
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Words

THEATRE_WORDS: Words = {
    "undeclared": "Counted since {since}, and no Affiliation declared within {within}.",
    "declare-first": "Declare an Affiliation first: it decides to which prison a captive goes.",
    "has-location": "{name} has a Location already.",
    "attempt-waits": "Your attempt on {name} of {at} still waits for the {Mastermind}’s die.",
    "attempt-decided": "That attempt waits for no die.",
}

# What a roll for a capture did, by the row of the table; 0 where no row has the number.
CAPTURE_OUTCOMES = (
    "nothing came of it",
    "the target went to prison",
    "the captor went to prison",
    "a draw: both got away",
    "a draw in the news: both got away",
)
# How a record changed, for whoever sifts the trail.
TRAIL_CAUSES = (
    ("declared", "declared"),
    ("dealt", "assigned a Location"),
    ("moved", "moved"),
    ("captured", "put in prison"),
    ("scattered", "got away"),
    ("rescued", "rescued"),
    ("turned", "turned"),
    ("corrected", "put right"),
)


SIDE_WORDS = {"free": "the Free World", "behind": "behind the Iron Curtain"}


def place_name(code: object) -> str:
    """A territory by its name and code, or what it is instead."""
    territory = ATLAS.get(str(code))
    return f"{territory.name} ({territory.code})" if territory else str(code or "nowhere")


def affiliation_words(affiliation: str | None, keywords: Keywords) -> str:
    """An Affiliation in the game's own words, as “Double Agent (World)”; nothing for none."""
    if affiliation is None:
        return ""
    named = affiliation.replace("Double Agent", "Double @").replace("Mastermind", keywords.mastermind)
    return named.replace("@", keywords.agent)
