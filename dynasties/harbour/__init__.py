"""The Harbour: a market by the sea, whose prices turn with the tide. A theme to begin a Dynasty with."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from dynasties.themes import Theme


def columns(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """What the tracker keeps of a harbour, each column carried by the rule that speaks of it."""
    quay, tide, lighthouse = (rules[title] for title in ("The Quay", "The Tide", "The Lighthouse"))
    number = {"kind": "make-column", "column_kind": "number", "least": 0}
    return [
        number | {"name": "Gold", "rule": quay, "standard": 10},
        number | {"name": "Cargo", "rule": quay, "standard": 0, "most": 12},
        number | {"name": "Tide", "rule": tide, "scope": "game", "standard": 3, "least": 1, "most": 6},
        number | {"name": "Storeys", "rule": lighthouse, "scope": "game", "standard": 0},
    ]


THEME = Theme(
    name="harbour",
    title="The Harbour",
    summary="Merchants fill their holds and sell when the tide is right. Whoever builds the lighthouse wins.",
    law=(files("dynasties.harbour") / "law.md").read_text("utf-8"),
    keywords={"agent": "Merchant", "mastermind": "Harbourmaster"},
    accent=205,
    emblem="⚓",
    more=columns,
)
