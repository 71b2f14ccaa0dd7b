"""The lines of secret logs in words, for whom they are no secret: the Mastermind, or the one whom they are about."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.mechanics.atlas import ATLAS
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.queries.covers import Entry
from dynasties.spy.words_desk import OUTCOMES
from dynasties.spy.words_story import SIDES, told
from nomic.core.mechanics.keywords import Keywords


def place_of(code: str | None, legend: Mapping[str, str]) -> str:
    """“Berlin (BER)”, by the Legend of the game; “nowhere yet”."""
    if code is None:
        return "nowhere yet"
    return f"{legend.get(code) or ATLAS[code].name} ({code})" if code in ATLAS else code


def side_of(cover: Cover) -> str:
    return SIDES.get(cover.side or "", "")


def said(entry: Entry, names: Mapping[int, str], keywords: Keywords) -> str:
    """What became of a cover, in a sentence."""
    data = {**entry.cover.kept, "why": entry.why, "facts": entry.facts}
    return told({"kind": "spy.cover", "data": data}, names, keywords)


def row_of(row: int | None) -> str:
    """What a row of the table of captures does."""
    return OUTCOMES[row or 0]
