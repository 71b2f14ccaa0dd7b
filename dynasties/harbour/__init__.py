"""The Harbour: a market by the sea, whose prices turn with the tide. A theme to begin a Dynasty with."""

from __future__ import annotations

from importlib.resources import files

from dynasties.mechanics.themes import Theme

THEME = Theme(
    name="harbour",
    title="The Harbour",
    summary="Merchants fill their holds and sell when the tide is right. Whoever builds the lighthouse wins.",
    law=(files("dynasties.harbour") / "law.md").read_text("utf-8"),
    keywords={"agent": "Merchant", "mastermind": "Harbourmaster"},
    accent=205,
    emblem="⚓",
)
