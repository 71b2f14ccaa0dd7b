"""In which order the vertices of each row stand, so that few lines cross and rivals are neighbours."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from proposals.bnomic.mechanics.graph_rows import Web

# Work is bounded by counting links, never by a clock, so that the same Web is always drawn in the same way.
LINKS_SORTED = 60_000
MOST_SWEEPS = 24
MOST_LINKS_SWAPPED = 800
MOST_ROUNDS = 12


def put_in_order(web: Web) -> None:
    """Sort the rows of a Web: sweeps by barycentres, down and up in turn, then swaps of neighbours. The best stays."""
    links = sum(len(each) for each in web.above.values()) + sum(len(each) for each in web.beside.values()) // 2
    _start(web)
    if links > LINKS_SORTED // 2:
        return
    best, least = _copied(web), _cost(web)
    for sweep in range(min(MOST_SWEEPS, LINKS_SORTED // max(links, 1))):
        _sweep(web, down=sweep % 2 == 0)
        if links <= MOST_LINKS_SWAPPED:
            _swap(web)
        if (cost := _cost(web)) < least:
            best, least = _copied(web), cost
        if not least:
            break
    web.rows[:] = best


def _copied(web: Web) -> list[list[int]]:
    return [list(row) for row in web.rows]


def _start(web: Web) -> None:
    """As a walk in depth comes by, so that what hangs together begins together."""
    seen: dict[int, int] = {}
    for start in (number for row in web.rows for number in row):
        waiting = [start]
        while waiting:
            vertex = waiting.pop()
            if vertex not in seen:
                seen[vertex] = len(seen)
                linked = (*web.below.get(vertex, ()), *web.beside.get(vertex, ()), *web.above.get(vertex, ()))
                waiting += [each for each in reversed(linked) if each not in seen]
    for row in web.rows:
        row.sort(key=seen.__getitem__)


def _places(web: Web) -> dict[int, float]:
    """Where each stands in its row, from 0 at its left end to 1 at its right."""
    return {vertex: (place + 0.5) / len(row) for row in web.rows for place, vertex in enumerate(row)}


def _sweep(web: Web, *, down: bool) -> None:
    """Each goes to the middle of those that it is linked to in the rows already swept."""
    links = web.above if down else web.below
    places = _places(web)
    for row in web.rows if down else reversed(web.rows):
        middle = {vertex: _middle(vertex, links, web.beside, places) for vertex in row}
        row.sort(key=middle.__getitem__)
        places |= {vertex: (place + 0.5) / len(row) for place, vertex in enumerate(row)}


def _middle(
    vertex: int, links: Mapping[int, Sequence[int]], beside: Mapping[int, Sequence[int]], places: Mapping[int, float]
) -> float:
    linked = links.get(vertex) or beside.get(vertex)
    return sum(places[each] for each in linked) / len(linked) if linked else places[vertex]


def _cost(web: Web) -> int:
    """How many lines cross, and how much stands between rivals of one row."""
    at = {vertex: place for row in web.rows for place, vertex in enumerate(row)}
    between = sum(abs(at[each] - at[rival]) - 1 for each, rivals in web.beside.items() for rival in rivals) // 2
    return between + sum(_crossings(row, web.below, at) for row in web.rows)


def _crossings(upper: Iterable[int], below: Mapping[int, Sequence[int]], at: Mapping[int, int]) -> int:
    """How many of the lines that go down from a row cross each other."""
    ends: list[int] = []
    crossed = 0
    for vertex in upper:
        own = sorted(at[each] for each in below.get(vertex, ()))
        crossed += sum(len(ends) - bisect_right(ends, end) for end in own)
        for end in own:
            insort(ends, end)
    return crossed


def _swap(web: Web) -> None:
    """Neighbours change places as long as that makes fewer lines cross, or brings rivals together."""
    at = {vertex: place for row in web.rows for place, vertex in enumerate(row)}
    for _ in range(MOST_ROUNDS):
        better = [_swap_in_row(row, web, at) for row in web.rows]
        if not any(better):
            return


def _swap_in_row(row: list[int], web: Web, at: dict[int, int]) -> bool:
    better = False
    for place in range(len(row) - 1):
        left, right = row[place : place + 2]
        if _gain(left, right, web, at) > 0:
            row[place : place + 2] = right, left
            at[left], at[right] = place + 1, place
            better = True
    return better


def _gain(left: int, right: int, web: Web, at: Mapping[int, int]) -> int:
    """By how much it gets better if these two neighbours change places."""
    gain = 0
    for links in (web.above, web.below):
        for one, other in product(links.get(left, ()), links.get(right, ())):
            gain += (at[one] > at[other]) - (at[one] < at[other])
    # Those to the right of both come nearer to the left one, and get farther from the right one.
    gain += sum(1 if at[rival] > at[right] else -1 for rival in web.beside.get(left, ()) if rival != right)
    gain += sum(1 if at[rival] < at[left] else -1 for rival in web.beside.get(right, ()) if rival != left)
    return gain
