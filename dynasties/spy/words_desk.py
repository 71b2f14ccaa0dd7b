"""The sentences for Affiliations, Locations and captures."""

from __future__ import annotations

from nomic.core.words import Words

DESK: Words = {
    "undeclared": "Counted since {since}, and no Affiliation declared within {within}.",
    "declare-first": "Declare an Affiliation first: it decides in which prison a captive goes.",
    "has-location": "{name} has a Location already.",
    "attempt-waits": "Your attempt on {name} of {at} still waits for the {Mastermind}’s die.",
    "attempt-decided": "That attempt waits for no die.",
}
