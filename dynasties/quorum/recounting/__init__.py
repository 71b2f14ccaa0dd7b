"""What a recount works out anew of Episodes."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.quorum.recounting import episodes, rounds, seats
from proposals.recounting.differences import Check

CHECKS: Mapping[str, Check] = {
    "Episodes": episodes.episodes,
    "seats in Episodes": seats.seats,
    "rounds of Episodes": rounds.rounds,
}
