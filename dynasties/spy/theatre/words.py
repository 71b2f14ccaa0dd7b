"""The words for Affiliations, Locations and captures."""

from __future__ import annotations

from nomic.core.words import Words

DESK: Words = {
    "undeclared": "Counted since {since}, and no Affiliation declared within {within}.",
    "declare-first": "Declare an Affiliation first: it decides to which prison a captive goes.",
    "has-location": "{name} has a Location already.",
    "attempt-waits": "Your attempt on {name} of {at} still waits for the {Mastermind}’s die.",
    "attempt-decided": "That attempt waits for no die.",
}

# What a roll for a capture did, by the row of the table; 0 where no row has the number.
OUTCOMES = (
    "nothing came of it",
    "the target went to prison",
    "the captor went to prison",
    "a draw: both got away",
    "a draw in the news: both got away",
)
# How a record changed, for whoever sifts the trail.
HOWS = (
    ("declared", "declared"),
    ("dealt", "assigned a Location"),
    ("moved", "moved"),
    ("captured", "put in prison"),
    ("scattered", "got away"),
    ("rescued", "rescued"),
    ("turned", "turned"),
    ("corrected", "put right"),
)
