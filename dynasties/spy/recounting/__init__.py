"""What a recount works out anew of the spy dynasty."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.recounting import gadgets, missions, theatres
from proposals.recounting.differences import Check

CHECKS: Mapping[str, Check] = {
    "theatres": theatres.theatres,
    "spies": theatres.spies,
    "missions": missions.missions,
    "completions of missions": missions.completions,
    "gadget requests": gadgets.requests,
    "votes on gadget requests": gadgets.votes,
    "gadgets": gadgets.kinds,
    "owners of gadgets": gadgets.holdings,
}
