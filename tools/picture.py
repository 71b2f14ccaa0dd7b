"""`make picture`: docs/house.svg, drawn from what imports what. (`python -m tools.picture`)

A box for each package, a room for each noun in it: what needs most stands on top, and an arrow leads to what a room
needs. What it needs through another room has no arrow of its own. Nouns and wiring are those of pyproject's contracts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "house.svg"

# Each band of boxes needs what is below it; the houses inside a package stand beside it.
BANDS = (
    ("dynasties.spy", "dynasties", "dynasties.quorum"),
    ("proposals", "proposals.bnomic"),
    ("rulesets",),
    ("nomic.core",),
)
ABOUT = {
    "dynasties": "who rules, and what is tracked",
    "dynasties.spy": "a theme: rules of spies",
    "dynasties.quorum": "a theme: a Senate",
    "proposals": "what is put to the players",
    "proposals.bnomic": "a procedure: ballots by nweeks",
    "rulesets": "the law",
    "nomic.core": "games, people, the log",
}
SINGLE_FILES = ("floor", "chain", "vault")  # rooms of one file; other files of a package belong to all its rooms
NO_ROOM = ("management",)  # Django's folder for commands

WIDTH, MARGIN, GAP = 960, 16, 30
WIRING_HEIGHT, ROOM_HEIGHT, FLOOR, HEAD, FOOT = 50, 26, 50, 46, 16
LETTER = 7.2  # about as wide as a letter of a room's name

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #333; text-anchor: middle }
.head { font-weight: 600; text-anchor: start }
.about { font-size: 12px; fill: #666; text-anchor: start }
.box { fill: #f6f6f4; stroke: #bbb }
.room { fill: #fff; stroke: #888 }
.need { fill: none; stroke: #888; marker-end: url(#tip) }
.band { fill: none; stroke: #555; stroke-width: 2.5; marker-end: url(#tip) }
#tip path { fill: #777 }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd }
  .about { fill: #aaa }
  .box { fill: #222426; stroke: #555 }
  .room { fill: #2f3235; stroke: #888 }
  .band { stroke: #aaa }
  #tip path { fill: #999 }
}
"""


@dataclass(frozen=True)
class House:
    """A package: its rooms, floor by floor from the top, and what each of them needs."""

    name: str
    floors: tuple[tuple[str, ...], ...]
    needs: Mapping[str, frozenset[str]]

    @property
    def height(self) -> int:
        return HEAD + FLOOR * (len(self.floors) - 1) + ROOM_HEIGHT + FOOT

    @property
    def breadth(self) -> float:
        """What its widest floor takes, of the room that a band has."""
        return max(sum(room_width(room) + 14 for room in floor) for floor in self.floors) + 90


def main() -> None:
    PICTURE.write_text(draw_house(), "utf-8")


def draw_house() -> str:
    """The whole picture, as SVG."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    plan = read_plan(settings)
    parts = list(_draw_wiring(settings["contracts"][0]["layers"][0]))
    top = MARGIN + WIRING_HEIGHT + GAP
    for place, band in enumerate(BANDS):
        houses = [plan[name] for name in band]
        height = max(house.height for house in houses)
        parts += _draw_band(houses, top, height)
        if place + 1 < len(BANDS):
            parts.append(_arrow("band", WIDTH / 2, top + height, WIDTH / 2, top + height + GAP - 3))
        top += height + GAP
    size = f'viewBox="0 0 {WIDTH} {top - GAP + MARGIN}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title">',
            '<title id="title">The packages, one above another, and the nouns in each of them</title>',
            f"<style>{STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
            *parts,
            "</svg>\n",
        ]
    )


def read_plan(settings: Mapping[str, Any]) -> dict[str, House]:
    """Every package that is drawn, by name. `settings`: import-linter's."""
    order = dict(_ordered_rooms(settings["contracts"]))
    graph = grimp.build_graph(
        *settings["root_packages"],
        include_external_packages=False,
        exclude_type_checking_imports=settings["exclude_type_checking_imports"],
        cache_dir=None,
    )
    imports = [(here, there) for here in graph.modules for there in graph.find_modules_directly_imported_by(here)]
    return {name: _house(name, order[name], imports) for band in BANDS for name in band}


def room_width(room: str) -> float:
    return len(room) * LETTER + 20


def _ordered_rooms(contracts: Iterable[dict[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """Package and nouns of each contract about the nouns of a package, in the order of the contract."""
    for contract in contracts:
        for package in contract.get("containers", ()):
            folder = ROOT.joinpath(*package.split("."))
            names = [name.strip() for layer in contract["layers"] for name in layer.split("|")]
            yield package, [name for name in names if _is_room(folder, name)]


def _is_room(folder: Path, name: str) -> bool:
    return name in SINGLE_FILES or ((folder / name / "__init__.py").exists() and name not in NO_ROOM)


def _house(package: str, rooms: list[str], imports: list[tuple[str, str]]) -> House:
    depth = package.count(".") + 1
    needs: dict[str, set[str]] = {room: set() for room in rooms}
    for here, there in imports:
        if here.startswith(f"{package}.") and there.startswith(f"{package}."):
            room, needed = here.split(".")[depth], there.split(".")[depth]
            if room != needed and room in needs and needed in needs:
                needs[room].add(needed)

    @cache
    def below(room: str) -> frozenset[str]:
        return frozenset(needs[room].union(*(below(each) for each in needs[room])))

    @cache
    def level(room: str) -> int:
        return 1 + max((level(each) for each in needs[room]), default=-1)

    direct = {room: frozenset(all_ - frozenset().union(*map(below, all_))) for room, all_ in needs.items()}
    return House(package, tuple(_floors(rooms, level, direct)), direct)


def _floors(
    rooms: list[str], level: Callable[[str], int], needs: Mapping[str, frozenset[str]]
) -> list[tuple[str, ...]]:
    """The rooms of each floor from the top, each as near as may be to above what it needs."""
    across: dict[str, float] = {}
    floors: list[tuple[str, ...]] = []
    for number in range(1 + max(map(level, rooms))):
        here = [room for room in rooms if level(room) == number]
        here.sort(key=lambda room: fmean([across[each] for each in needs[room]] or [0.5]))
        across |= {room: (place + 0.5) / len(here) for place, room in enumerate(here)}
        floors.insert(0, tuple(here))
    return floors


def _draw_wiring(layer: str) -> Iterator[str]:
    """What stands above all packages: the modules of the contract's first layer."""
    names = dict.fromkeys(name.strip().removeprefix("nomic.").partition("_")[0] for name in layer.split(":"))
    yield f'<rect class="box" x="{MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" height="{WIRING_HEIGHT}" rx="6"/>'
    yield _text("head", MARGIN + 14, MARGIN + 20, "nomic")
    yield _text("about", MARGIN + 66, MARGIN + 20, "the wiring: joins what is below it")
    yield _text("about", MARGIN + 14, MARGIN + 38, " · ".join(names))
    yield _arrow("band", WIDTH / 2, MARGIN + WIRING_HEIGHT, WIDTH / 2, MARGIN + WIRING_HEIGHT + GAP - 3)


def _draw_band(houses: list[House], top: float, height: float) -> Iterator[str]:
    """Boxes side by side, as broad as what is in them asks for; a house inside a package leads to it."""
    share = (WIDTH - 2 * MARGIN - GAP * (len(houses) - 1)) / sum(house.breadth for house in houses)
    whole = min(houses, key=lambda house: len(house.name))
    left, side = float(MARGIN), top + height / 2
    for place, house in enumerate(houses):
        breadth = house.breadth * share
        yield from _draw_box(house, left, top, breadth, height)
        if place < houses.index(whole):
            yield _arrow("band", left + breadth, side, left + breadth + GAP - 3, side)
        elif house is not whole:
            yield _arrow("band", left, side, left - GAP + 3, side)
        left += breadth + GAP


def _draw_box(house: House, left: float, top: float, breadth: float, height: float) -> Iterator[str]:
    ground = top + height - FOOT - ROOM_HEIGHT
    places = {
        room: (x, ground - FLOOR * (len(house.floors) - 1 - number))
        for number, floor in enumerate(house.floors)
        for room, x in _spread_over(floor, left, breadth)
    }
    yield f'<rect class="box" x="{left:.0f}" y="{top:.0f}" width="{breadth:.0f}" height="{height:.0f}" rx="6"/>'
    yield _text("head", left + 14, top + 20, house.name)
    yield _text("about", left + 14, top + 36, ABOUT[house.name])
    for room, (x, y) in places.items():
        for needed in sorted(house.needs[room]):
            yield _arrow("need", x, y + ROOM_HEIGHT, places[needed][0], places[needed][1] - 1)
    for room, (x, y) in places.items():
        size = f'width="{room_width(room):.0f}" height="{ROOM_HEIGHT}"'
        yield f'<rect class="room" x="{x - room_width(room) / 2:.0f}" y="{y:.0f}" {size} rx="4"/>'
        yield _text("", x, y + 18, room)


def _spread_over(floor: tuple[str, ...], left: float, breadth: float) -> Iterator[tuple[str, float]]:
    """The middle of each room of a floor."""
    share = breadth / len(floor)
    return ((room, left + share * (place + 0.5)) for place, room in enumerate(floor))


def _text(style: str, x: float, y: float, words: str) -> str:
    kind = f' class="{style}"' if style else ""
    return f'<text{kind} x="{x:.0f}" y="{y:.0f}">{escape(words)}</text>'


def _arrow(style: str, x: float, y: float, to_x: float, to_y: float) -> str:
    """A line that leaves downwards and arrives downwards; straight where it leads to the side."""
    if y == to_y:
        return f'<path class="{style}" d="M{x:.0f} {y:.0f}H{to_x:.0f}"/>'
    half = (y + to_y) / 2
    bend = f"{x:.0f} {half:.0f} {to_x:.0f} {half:.0f} {to_x:.0f} {to_y:.0f}"
    return f'<path class="{style}" d="M{x:.0f} {y:.0f}C{bend}"/>'


if __name__ == "__main__":
    main()
