"""What everybody may see of the board: its territories, the Iron Curtain, and who was last known to be where. (Map)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dynasties.spy.mechanics.allegiance import NAMES
from dynasties.spy.mechanics.atlas import ATLAS, SHORTCUTS, Territory, adjacent, border_ids, named
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.ledger import LKL
from dynasties.spy.mechanics.passing import CHECKPOINT
from dynasties.spy.mechanics.prison import pri
from dynasties.spy.queries.theatres import Public
from nomic.core.mechanics.law import Law

BOTH = "both"


@dataclass(frozen=True, slots=True)
class Seen:
    """An Agent who was last known to be somewhere. `imprisoned`: in a prison there."""

    agent: int
    name: str
    imprisoned: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A territory as it stands. `side`: “free”, “behind”, “both”; `prison`: the side whose prison is there, or none."""

    territory: Territory
    name: str
    side: str
    neighbours: tuple[str, ...]
    prison: str
    seen: tuple[Seen, ...]

    @property
    def code(self) -> str:
        return self.territory.code


@dataclass(frozen=True, slots=True)
class Board:
    """All of it. Of borders, the pairs of codes that they part: `curtain` where the Iron Curtain stands, `porous` where
    one side of it lies on both, `checkpoint` where it is open. `links`: pairs that are adjacent besides.
    """

    places: Mapping[str, Place]
    curtain: tuple[tuple[str, str], ...]
    porous: tuple[tuple[str, str], ...]
    checkpoint: tuple[tuple[str, str], ...]
    shortcuts: tuple[tuple[str, str], ...]
    airlinks: bool


def board(public: Public, law: Law) -> Board:
    """The board under the law, as the tracker and the pages have it."""
    curtain, names, seen = public.papers.curtain.under(law), public.papers.legend, _seen(public)
    places = {code: _place(code, curtain, names, seen.get(code, ()), law) for code in ATLAS}
    walls = border_ids() if law.carries("spy.curtain") else ()
    open_at = tuple(pair for pair in walls if set(pair) == CHECKPOINT and law.carries("spy.checkpoint"))
    apart = [pair for pair in walls if pair not in open_at and places[pair[0]].side != places[pair[1]].side]
    return Board(
        places,
        tuple(pair for pair in apart if BOTH not in _sides(places, pair)),
        tuple(pair for pair in apart if BOTH in _sides(places, pair)),
        tuple(pair for pair in open_at if places[pair[0]].side != places[pair[1]].side),
        tuple(sorted(SHORTCUTS)) if law.carries("spy.shortcuts") else (),
        law.carries("spy.airlinks"),
    )


def _sides(places: Mapping[str, Place], pair: tuple[str, str]) -> set[str]:
    return {places[code].side for code in pair}


def _place(code: str, curtain: Curtain, names: Mapping[str, str], seen: tuple[Seen, ...], law: Law) -> Place:
    side = BOTH if code in curtain.smuggling else str(curtain.side(code) or Side.FREE)
    prison = NAMES[code].value if code in NAMES and law.carries("spy.prisons") else ""
    return Place(ATLAS[code], named(code, names), side, tuple(sorted(adjacent(law, code))), prison, seen)


def _seen(public: Public) -> Mapping[str, tuple[Seen, ...]]:
    """Who was last known to be in each territory, as the tracker has it; what it says in other words is left out."""
    found = dict[str, tuple[Seen, ...]]()
    for each in public.spies:
        said = str(public.ledger.of(each.agent_id, LKL) or "").strip().upper()
        code = said[:3]
        if each.agent.in_game and code in ATLAS and said in (code, pri(code)):
            found[code] = (*found.get(code, ()), Seen(each.agent_id, each.agent.name, said != code))
    return found
