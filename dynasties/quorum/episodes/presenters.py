"""What every page of Episodes shows of one: its terms, and which round of how many it is in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from nomic.core.law.rules_wordings import Duration

Shown = dict[str, Any]


def episode_terms(config: Mapping[str, Any], seconds: int, convener: str, *, seed_given: bool) -> Shown:
    """What its convener said of an Episode."""
    orders = config["orders"]
    return {
        "seats": config["num_seats"],
        "rounds": config["num_rounds"],
        "threshold": config["pass_threshold"],
        "veto": config["veto_enabled"] and orders["veto"],
        "caucus": config["caucus_enabled"] and orders["caucus"],
        "time": Duration().words(timedelta(seconds=seconds)),
        "convener": convener,
        "seed_given": seed_given,
    }


def round_place(round: int, rounds: int) -> str:
    """“5th of 10”, of the round that is called 4."""
    return f"{ordinal(round + 1)} of {rounds}"


def ordinal(number: int) -> str:
    """“1st”, “22nd”, “13th”."""
    teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
