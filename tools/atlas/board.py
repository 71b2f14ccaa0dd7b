"""What the drawing is given: the facts of the board, and how it is to be drawn."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
THEME = HERE.parents[1] / "dynasties" / "spy"

BLANK = 0
NOWHERE = 254  # land that no territory holds
OFF_MAP = 255  # water that no territory holds
UNSETTLED = 253  # land that a nearest point has yet to settle


@dataclass(frozen=True)
class Board:
    """Territories numbered from 1 in the order of their codes."""

    facts: dict[str, Any]
    geometry: dict[str, Any]
    codes: list[str]

    @classmethod
    def read_files(cls) -> Board:
        """The project's own two files."""
        facts = json.loads((THEME / "board.json").read_text("utf-8"))
        geometry = json.loads((HERE / "geometry.json").read_text("utf-8"))
        return cls(facts, geometry, [territory["code"] for territory in facts["territories"]])

    def number(self, code: str) -> int:
        """The number of a code on the grid; `-` is nowhere. `ValueError` if there is no such code."""
        return NOWHERE if code == "-" else self.codes.index(code) + 1

    def code(self, number: int) -> str:
        """The code of a number from 1."""
        return self.codes[number - 1]

    def is_sea(self, number: int) -> bool:
        """Whether this is water."""
        return number in self.water

    @property
    def water(self) -> list[int]:
        """The numbers of all that is water."""
        return [*(self.number(sea["code"]) for sea in self.seas), OFF_MAP]

    @property
    def seas(self) -> list[dict[str, Any]]:
        """The territories at sea."""
        return [territory for territory in self.facts["territories"] if territory["kind"] == "sea"]

    @property
    def borders(self) -> set[tuple[str, str]]:
        """The pairs that touch, each in the order of its codes."""
        return {(first, second) for first, second in self.facts["borders"]}
