"""The Map: 141 named territories, what borders on what, and what is adjacent besides. (Rule Map)"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from nomic.core.mechanics.law import Law


class Kind(StrEnum):
    LAND = "land"
    SEA = "sea"


@dataclass(frozen=True, slots=True)
class Territory:
    """`code` has three letters; `also` holds other codes and names by which people may call it."""

    code: str
    name: str
    kind: Kind
    supply_centre: bool
    airport: bool
    also: tuple[str, ...] = ()


def _territory(entry: Mapping[str, Any]) -> Territory:
    also, kind = tuple(entry.get("also", ())), Kind(entry["kind"])
    return Territory(entry["code"], entry["name"], kind, entry["supply_center"], entry["airport"], also)


def _both_ways(pairs: Iterable[Iterable[str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {code: frozenset(others) for code, others in found.items()}


_BOARD = json.loads((files("dynasties.spy") / "board.json").read_text("utf-8"))
ATLAS: Mapping[str, Territory] = {entry["code"]: _territory(entry) for entry in _BOARD["territories"]}
LAND = frozenset(code for code, each in ATLAS.items() if each.kind is Kind.LAND)
SEA = frozenset(ATLAS) - LAND
AIRPORTS = frozenset(code for code, each in ATLAS.items() if each.airport)
SUPPLY_CENTRES = frozenset(code for code, each in ATLAS.items() if each.supply_centre)
SHORTCUTS: frozenset[tuple[str, str]] = frozenset((one, other) for one, other in _BOARD["shortcuts"])
_BORDERS, _SHORTCUTS = _both_ways(_BOARD["borders"]), _both_ways(SHORTCUTS)
NOWHERE: frozenset[str] = frozenset()


def known(code: str) -> bool:
    """Whether this is a territory's code, in capitals."""
    return code in ATLAS


def named(code: str, legend: Mapping[str, str] | None = None) -> str:
    """A territory's name: that of the page Legend if it has one, else the board's. Raises `KeyError` for no code."""
    return (legend or {}).get(code) or ATLAS[code].name


def borders(code: str) -> frozenset[str]:
    """What borders on a territory on the Map."""
    return _BORDERS.get(code, NOWHERE)


@cache
def border_ids() -> tuple[tuple[str, str], ...]:
    """Every border once, by the codes of what it parts, in order."""
    return tuple(sorted((one, other) for one, others in _BORDERS.items() for other in others if one < other))


def adjacent(law: Law, code: str) -> frozenset[str]:
    """What is adjacent to a territory: by a border, and as the law says besides. (Rule Map)"""
    return _adjacent(code, law.carries("spy.airlinks"), law.carries("spy.shortcuts"))


@cache
def _adjacent(code: str, airlinks: bool, shortcuts: bool) -> frozenset[str]:
    # Two territories are adjacent if they border on the Map.
    found = borders(code)
    # All airports are adjacent to one another.
    if airlinks and code in AIRPORTS:
        found |= AIRPORTS - {code}
    # Three pairs of seas are adjacent besides.
    return found | _SHORTCUTS.get(code, NOWHERE) if shortcuts else found


def middles(here: str, there: str) -> frozenset[str]:
    """The land territories that border on both: what a hop may lead over. (Reading 36)"""
    # That airports are adjacent to one another adds none: neither end of a hop is an airport.
    return (borders(here) & borders(there) & LAND) - {here, there}
