"""What every page of Episodes shows of one: its terms, and which round of how many it is in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from nomic.core.law.rules_wordings import Duration


@dataclass(frozen=True, slots=True)
class EpisodeTerms:
    """What its convener said of an Episode."""

    seats: int
    rounds: int
    threshold: str
    veto: bool
    caucus: bool
    time: str
    convener: str
    seed_given: bool


def episode_terms(config: Mapping[str, Any], seconds: int, convener: str, *, seed_given: bool) -> EpisodeTerms:
    veto, caucus = (config[f"{each}_enabled"] and config["orders"][each] for each in ("veto", "caucus"))
    seats, rounds, threshold = config["num_seats"], config["num_rounds"], config["pass_threshold"]
    time = Duration().words(timedelta(seconds=seconds))
    return EpisodeTerms(seats, rounds, threshold, veto, caucus, time, convener, seed_given)


def round_place(round: int, rounds: int) -> str:
    """“5th of 10”, of the round that is called 4."""
    return f"{ordinal(round + 1)} of {rounds}"


def ordinal(number: int) -> str:
    """“1st”, “22nd”, “13th”."""
    teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
