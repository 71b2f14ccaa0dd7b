"""What a recount works out anew of the spy dynasty."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.recounting import missions
from proposals.recounting.differences import Check

CHECKS: Mapping[str, Check] = {
    "missions": missions.missions,
    "completions of missions": missions.completions,
}
