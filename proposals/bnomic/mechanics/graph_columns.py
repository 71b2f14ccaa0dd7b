"""How far to the right each vertex stands, so that lines are straight and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from proposals.bnomic.mechanics.graph_rows import Web

Apart: TypeAlias = Callable[[int, int], float]

MOST_SWEEPS = 16
LINKS_MOVED = 120_000
# What pulls a vertex: a line between two bends is to be straight before all others, and then one that ends in a bend.
PULL = (1.0, 2.0, 8.0)
UNLINKED = 0.05


def columns(web: Web, apart: Apart) -> dict[int, float]:
    """The middle of each vertex. `apart`: how far the middles of two neighbours of a row are apart at least.

    Row by row, down and up in turn, each is drawn to those that it is linked to, and the row is laid out as near to
    that as the distances let it, by least squares.
    """
    x = {vertex: at for row in web.rows for vertex, at in zip(row, _from_left(row, apart), strict=True)}
    links = sum(len(each) for each in web.above.values())
    for sweep in range(max(2, min(MOST_SWEEPS, LINKS_MOVED // max(links, 1)))):
        last = sweep >= MOST_SWEEPS - 2
        down = sweep % 2 == 0
        sides = (web.beside, web.above, web.below) if last else (web.beside, web.above if down else web.below)
        for row in web.rows if down else reversed(web.rows):
            _lay_out(row, sides, x, apart)
    least = min(x.values())
    return {vertex: at - least for vertex, at in x.items()}


def _from_left(row: Sequence[int], apart: Apart) -> Iterator[float]:
    """Where each stands if all stand as near to each other as may be."""
    at = 0.0
    for place, vertex in enumerate(row):
        at += apart(row[place - 1], vertex) if place else 0.0
        yield at


def _lay_out(
    row: Sequence[int], sides: Sequence[Mapping[int, Sequence[int]]], x: dict[int, float], apart: Apart
) -> None:
    near = list(_from_left(row, apart))
    wanted = [_wanted(vertex, sides, x) for vertex in row]
    # Less what lies to its left, no place may be less than the one before it.
    places = _never_less([(at - near[place], weight) for place, (at, weight) in enumerate(wanted)])
    x.update({vertex: at + near[place] for place, (vertex, at) in enumerate(zip(row, places, strict=True))})


def _wanted(vertex: int, sides: Sequence[Mapping[int, Sequence[int]]], x: Mapping[int, float]) -> tuple[float, float]:
    """Where a vertex is drawn to, and how strongly."""
    pulls = [(x[each], PULL[(vertex < 0) + (each < 0)]) for links in sides for each in links.get(vertex, ())]
    weight = sum(pull for _, pull in pulls)
    return (sum(at * pull for at, pull in pulls) / weight, weight) if pulls else (x[vertex], UNLINKED)


def _never_less(wanted: Sequence[tuple[float, float]]) -> list[float]:
    """The rising values that are nearest to those wanted, by weighted least squares: neighbours that come the wrong
    way round are pooled."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in wanted:
        pool = (value, weight, 1)
        while pools and pools[-1][0] >= pool[0]:
            before, heavy, count = pools.pop()
            total = heavy + pool[1]
            pool = ((before * heavy + pool[0] * pool[1]) / total, total, count + pool[2])
        pools.append(pool)
    return [value for value, _, count in pools for _ in range(count)]
