"""The Map: 141 territories, what borders on what, where each is on the picture; and the pages Iron Curtain and
Legend. (Rules Map and Iron Curtain)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from dynasties.spy.dials import AIRLINKS, SHORTCUTS, SMUGGLING
from nomic.core.law.rules import Law


class TerritoryKind(StrEnum):
    LAND = "land"
    SEA = "sea"


@dataclass(frozen=True, slots=True)
class Territory:
    """`code` has three letters; `also` holds other codes and names by which people may call it."""

    code: str
    name: str
    kind: TerritoryKind
    supply_centre: bool
    airport: bool
    also: tuple[str, ...] = ()


def _territory(entry: Mapping[str, Any]) -> Territory:
    also, kind = tuple(entry.get("also", ())), TerritoryKind(entry["kind"])
    return Territory(entry["code"], entry["name"], kind, entry["supply_center"], entry["airport"], also)


def _both_ways(pairs: Iterable[Iterable[str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {code: frozenset(others) for code, others in found.items()}


_BOARD = json.loads((files("dynasties.spy") / "board.json").read_text("utf-8"))
ATLAS: Mapping[str, Territory] = {entry["code"]: _territory(entry) for entry in _BOARD["territories"]}
LAND = frozenset(code for code, each in ATLAS.items() if each.kind is TerritoryKind.LAND)
SEA = frozenset(ATLAS) - LAND
AIRPORTS = frozenset(code for code, each in ATLAS.items() if each.airport)
SUPPLY_CENTRES = frozenset(code for code, each in ATLAS.items() if each.supply_centre)
SHORTCUT_PAIRS: frozenset[tuple[str, str]] = frozenset((one, other) for one, other in _BOARD["shortcuts"])
_BORDERS, _SHORTCUTS = _both_ways(_BOARD["borders"]), _both_ways(SHORTCUT_PAIRS)
NOWHERE: frozenset[str] = frozenset()


def is_territory(code: str) -> bool:
    """Whether this is a territory's code, in capitals."""
    return code in ATLAS


def territory_name(code: str, legend: Mapping[str, str] | None = None) -> str:
    """A territory's name: that of the page Legend if it has one, else the board's. Raises `KeyError` for no code."""
    return (legend or {}).get(code) or ATLAS[code].name


def borders(code: str) -> frozenset[str]:
    """What borders on a territory on the Map."""
    return _BORDERS.get(code, NOWHERE)


@cache
def border_ids() -> tuple[tuple[str, str], ...]:
    """Every border once, by the codes of what it parts, in order."""
    return tuple(sorted((one, other) for one, others in _BORDERS.items() for other in others if one < other))


def adjacent_territories(law: Law, code: str) -> frozenset[str]:
    """What is adjacent to a territory: by a border, and as the law says besides. (Rule Map)"""
    return _adjacent_territories(code, law.carries(AIRLINKS), law.carries(SHORTCUTS))


@cache
def _adjacent_territories(code: str, airlinks: bool, shortcuts: bool) -> frozenset[str]:
    # Two territories are adjacent if they border on the Map.
    found = borders(code)
    # All airports are adjacent to one another.
    if airlinks and code in AIRPORTS:
        found |= AIRPORTS - {code}
    # Three pairs of seas are adjacent besides.
    return found | _SHORTCUTS.get(code, NOWHERE) if shortcuts else found


def middle_territories(here: str, there: str) -> frozenset[str]:
    """The land territories that border on both: what a hop may lead over. (Reading 36)"""
    # That airports are adjacent to one another adds none: neither end of a hop is an airport.
    return (borders(here) & borders(there) & LAND) - {here, there}


# Where on the picture of the board everything stands: drawn beforehand, read once. (Rule Map)


@cache
def board_drawing() -> Mapping[str, Any]:
    """`viewbox`, path data of `shortcuts` and `airlinks`, and for each of the `territories` where its label is."""
    found: Mapping[str, Any] = json.loads((files("dynasties.spy") / "drawing.json").read_text("utf-8"))
    return found


@cache
def drawn_borders() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The borders by what they part: `land` from land, `sea` from sea; a coast is in neither."""
    land = tuple(pair for pair in border_ids() if set(pair) <= LAND)
    return {"land": land, "sea": tuple(pair for pair in border_ids() if set(pair) <= SEA)}


def border_id(pair: tuple[str, str]) -> str:
    """What the sprite calls a border."""
    return f"b-{'-'.join(pair)}"


# The Iron Curtain: which territories are behind it, which lie on both sides, and the page that says so.

BEHIND_TITLE, SMUGGLING_TITLE = "Behind the Iron Curtain", "Smuggling territories"
HEADING = re.compile(r" {0,3}#{1,6}\s(?P<title>.+)")
BULLET = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s(?P<text>.+)")
CODE = re.compile(r"\b[A-Z]{3}\b")


class Side(StrEnum):
    FREE = "free"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Curtain:
    """The territories behind the Iron Curtain, and those on both sides. One in both lists lies on both sides."""

    behind: frozenset[str] = frozenset()
    smuggling: frozenset[str] = frozenset()

    def side(self, code: str, kept: Side | None = None) -> Side | None:
        """On which side a territory is for an Agent who keeps a side; None on neither yet. (Readings 19, 38)"""
        # Smuggling territories lie on both sides: for each Agent, on the one that e keeps.
        if code in self.smuggling:
            return kept
        # All others, seas among them, are the Free World.
        return Side.BEHIND if code in self.behind else Side.FREE

    def curtain_under_law(self, law: Law) -> Curtain:
        """The same as far as the law goes: without its rule, no territory lies on both sides."""
        return self if law.carries(SMUGGLING) else Curtain(self.behind)


def write_curtain_page(curtain: Curtain) -> str:
    """The page called Iron Curtain: two sections, a bullet for each territory, in the order of the codes."""
    sections = ((BEHIND_TITLE, curtain.behind), (SMUGGLING_TITLE, curtain.smuggling))
    return "\n\n".join(f"## {title}\n\n{_bullets(codes)}".rstrip() for title, codes in sections) + "\n"


def _bullets(codes: Iterable[str]) -> str:
    return "\n".join(f"- {code} ({territory_name(code)})" for code in sorted(codes))


@lru_cache(maxsize=64)
def read_curtain_page(text: str) -> Curtain:
    """What the page lists. A bullet may say code or name, among other words; what it does not know it passes over."""
    found: dict[str, set[str]] = {BEHIND_TITLE: set(), SMUGGLING_TITLE: set()}
    for section, said in _bullet_entries(text):
        if section in found:
            found[section] |= _territories_in_words(said)
    return Curtain(frozenset(found[BEHIND_TITLE]), frozenset(found[SMUGGLING_TITLE]))


def _bullet_entries(text: str) -> Iterator[tuple[str, str]]:
    """Each bullet with the section under whose heading it stands; an empty one if it is neither of the two."""
    section = ""
    for line in text.splitlines():
        if heading := HEADING.fullmatch(line):
            section = _section_of_title(heading["title"])
        elif bullet := BULLET.fullmatch(line):
            yield section, bullet["text"].strip()


def _section_of_title(title: str) -> str:
    words = title.casefold()
    if "smuggling" in words:
        return SMUGGLING_TITLE
    return BEHIND_TITLE if "behind" in words else ""


def _territories_in_words(said: str) -> set[str]:
    """The territories that a bullet names."""
    if said.upper() in ATLAS:
        return {said.upper()}
    # A name may hold another one, as “Gulf of Lyon” does: each word is read once, and for the longest name.
    by_name = {_CODE_BY_NAME[name.casefold()] for name in _NAMES.findall(said)}
    words = CODE.findall(_NAMES.sub(" ", said))
    by_code = {_CODE_BY_ANY_NAME[word] for word in words if word in _CODE_BY_ANY_NAME}
    return by_name | by_code


def _codes_by_name() -> Iterator[tuple[str, str]]:
    """Every name with its code; the board's own names come last, and so prevail."""
    yield from ((name.casefold(), code) for code, each in ATLAS.items() for name in each.also if not CODE.match(name))
    yield from ((each.name.casefold(), code) for code, each in ATLAS.items())


_CODE_BY_NAME = dict(_codes_by_name())
_CODE_BY_ANY_NAME = {name: code for code, each in ATLAS.items() for name in each.also if CODE.fullmatch(name)}
_CODE_BY_ANY_NAME |= {code: code for code in ATLAS}
_NAMES = re.compile(
    r"(?<!\w)(?:" + "|".join(re.escape(name) for name in sorted(_CODE_BY_NAME, key=len, reverse=True)) + r")(?!\w)",
    re.IGNORECASE,
)

# The Warsaw Pact and Albania, with the waters that are theirs alone.
PACT = (
    "ALB ARM AZE BER BIE BUL CAU CEN CZE DON EST GDA GEO GOR HUN KAZ KHA KIE KRA LAT LIT MOL MOS MUR ODE POD PRU "
    "ROS RUM SAX SEV SIB SIL SLO STP URA VOL WAR CAS EBS WBS WHI"
)
# The neutral and the non-aligned, and two harbours of every trade.
BETWEEN = "AUS CRO FIN IRN IST SER"
CURTAIN_PAGE = write_curtain_page(Curtain(frozenset(PACT.split()), frozenset(BETWEEN.split())))


# The page called Legend: the names of those territories that a drawing marks by their code alone. (Rule Map)

LEGEND_ENTRY = re.compile(r"\s*[-*+]\W+(?P<code>[A-Z]{3})\b\W*(?P<name>\w[^*_(]*).*")
LONGEST_LEGEND_NAME = 60
# Too small for their names on a drawing of the whole board.
LEGEND_CODES = (
    "ADR ANA APU AUV BAR BEL BOS BRI CLY CZE EDI FRA GIB HAM HEL HOL ISR LIV LON MAC MAR MIL MOL MON MUN NAP PIC PIE "
    "POR PRU ROM SAX SKA TUS VEN WAL YOR"
)
LEGEND_PAGE = "\n".join(f"- {code}: {ATLAS[code].name}" for code in LEGEND_CODES.split()) + "\n"


@lru_cache(maxsize=64)
def read_legend(text: str) -> Mapping[str, str]:
    """The name for each code that the page gives, one a bullet: “- BOR: Bordeaux”. What is no code it passes over."""
    found = (LEGEND_ENTRY.fullmatch(line) for line in text.splitlines())
    named = {entry["code"]: entry["name"][:LONGEST_LEGEND_NAME].rstrip() for entry in found if entry}
    return {code: name for code, name in named.items() if is_territory(code)}
