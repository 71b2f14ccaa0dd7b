"""All that a game's law may carry beyond the core: the procedures and the themes, in one table. Pure.

What they do with tables and pages is in `nomic.workings`.
"""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.registry import THEMES
from nomic.core.mechanics.parts import Part
from proposals.procedures import PROCEDURES

PARTS: tuple[Part, ...] = (*PROCEDURES.values(), *THEMES.values())


def readings() -> list[tuple[str, Mapping[str, str]]]:
    """How the laws of all of them are read, by the numbers of the readings."""
    return [entry for part in PARTS for entry in part.readings.items()]
