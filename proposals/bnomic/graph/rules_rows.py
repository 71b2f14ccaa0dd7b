"""In which row of the drawing each Proposal is, below all that it Depends on and beside its rivals; and in which
order within the row, so that few lines cross.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise, product
from typing import NamedTuple, TypeAlias

Needs: TypeAlias = Mapping[int, Sequence[int]]

MOST_BENDS = 3_000  # beyond, nobody could follow the lines one by one: they run straight on


class GraphLine(NamedTuple):
    """One line of the drawing: `a` Depends on `b`, or the two Conflict."""

    a: int
    b: int
    conflict: bool


@dataclass(frozen=True, slots=True)
class GraphRows:
    """What hangs together, in rows from the top. A bend is a vertex like a Proposal, with a number below zero.

    `above`, `below`: whom each vertex is linked to in other rows; `beside`: its rivals in its own row; `chains`: the
    vertices of each line that leaves its row, from the top; `level`: the lines that do not.
    """

    rows: list[list[int]]
    above: Mapping[int, Sequence[int]]
    below: Mapping[int, Sequence[int]]
    beside: Mapping[int, Sequence[int]]
    chains: Mapping[GraphLine, tuple[int, ...]]
    level: Sequence[GraphLine]


def arrange_rows(numbers: Collection[int], lines: Sequence[GraphLine], room: int) -> GraphRows:
    """The rows and links of Proposals that hang together; Numbers are 1 or more. `room`: how many stand in a row at
    most."""
    row = _assign_rows(sorted(numbers), lines, room)
    rows: list[list[int]] = [[] for _ in range(max(row.values()) + 1)]
    for number in sorted(row):
        rows[row[number]].append(number)
    leaving = _mix_lines([line for line in lines if row[line.a] != row[line.b]], row)
    bending = sum(abs(row[line.a] - row[line.b]) - 1 for line in leaving) <= MOST_BENDS
    names = count(-1, -1)
    chains = {line: _chain(line, row, rows if bending else [], names) for line in leaving}
    return _link_rows(rows, chains, [line for line in lines if row[line.a] == row[line.b]])


def _mix_lines(leaving: Sequence[GraphLine], row: Mapping[int, int]) -> list[GraphLine]:
    """The lines in such an order that of those that hang from one box, those to different rows are mixed. So a row
    has gaps all along, through which lines reach the rows below it, and not all of them at its end."""
    hanging: dict[tuple[int, int], list[GraphLine]] = defaultdict(list)
    for line in leaving:
        high, low = sorted((line.a, line.b), key=row.__getitem__)
        hanging[high, row[low]].append(line)
    order = {
        line: (high, (place + 0.5) / len(group))
        for (high, _), group in hanging.items()
        for place, line in enumerate(group)
    }
    return sorted(leaving, key=lambda line: (*order[line], line))


def _chain(line: GraphLine, row: Mapping[int, int], rows: list[list[int]], names: Iterator[int]) -> tuple[int, ...]:
    """A line from the top, with a bend in each of the rows that it passes by."""
    high, low = sorted((line.a, line.b), key=row.__getitem__)
    bends = [(next(names), each) for each in rows[row[high] + 1 : row[low]]]
    for bend, passed in bends:
        passed.append(bend)
    return high, *(bend for bend, _ in bends), low


def _link_rows(
    rows: list[list[int]], chains: Mapping[GraphLine, tuple[int, ...]], level: Sequence[GraphLine]
) -> GraphRows:
    above, below, beside = (defaultdict[int, list[int]](list) for _ in range(3))
    for chain in chains.values():
        for high, low in pairwise(chain):
            above[low].append(high)
            below[high].append(low)
    for line in level:
        beside[line.a].append(line.b)
        beside[line.b].append(line.a)
    return GraphRows(rows, above, below, beside, chains, level)


class _Places:
    """Who stands in which row, and how many may still come. `parties`: who brings rivals along, and whom."""

    def __init__(self, room: int, parties: Mapping[int, Sequence[int]]) -> None:
        self.room, self.parties = room, parties
        self.row: dict[int, int] = {}
        self.taken: Counter[int] = Counter()

    def place_number(self, number: int, place: int) -> None:
        self.row[number] = place
        self.taken[place] += self._size(number)

    def sink_number(self, number: int, lowest: int) -> None:
        """Move a number down to the lowest row, to this one at most, that has room."""
        old = self.row[number]
        self.taken[old] -= self._size(number)
        self.place_number(number, next((at for at in range(lowest, old, -1) if self._fits(number, at)), old))

    def free_from(self, number: int, place: int) -> int:
        while not self._fits(number, place):
            place += 1
        return place

    def nearest(self, number: int, place: int) -> int:
        """The nearest row with room, the lower one of two."""
        free = self.free_from(number, place)
        higher = range(place - 1, max(2 * place - free, -1), -1)
        return next((each for each in higher if self._fits(number, each)), free)

    def _size(self, number: int) -> int:
        return 1 + len(self.parties.get(number, ()))

    def _fits(self, number: int, place: int) -> bool:
        # Whoever brings along more than there ever is room for has a row of eir own.
        return not self.taken[place] or self.taken[place] + self._size(number) <= self.room


def _assign_rows(numbers: Sequence[int], lines: Sequence[GraphLine], room: int) -> dict[int, int]:
    """The row of each, counted from 0."""
    needs, needed_by = _open_circles(numbers, [line for line in lines if not line.conflict])
    standing = [number for number in numbers if needs[number] or needed_by[number]]
    rivals = _rivals(lines)
    places = _Places(room, _parties(set(standing), rivals))
    for number in _in_rank_order(standing, needs, needed_by):
        top = max((places.row[each] + 1 for each in needs[number]), default=0)
        places.place_number(number, places.free_from(number, top))
    # Whoever is needed more than it needs goes down to those who need it, which makes its lines short.
    for number in sorted(places.row, key=lambda each: (-places.row[each], each)):
        if len(needed_by[number]) > len(needs[number]):
            places.sink_number(number, min(places.row[each] for each in needed_by[number]) - 1)
    _place_companions(numbers, rivals, places)
    return _close_gaps(places.row)


def _rivals(lines: Iterable[GraphLine]) -> dict[int, list[int]]:
    rivals: dict[int, list[int]] = defaultdict(list)
    for line in lines:
        if line.conflict:
            rivals[line.a].append(line.b)
            rivals[line.b].append(line.a)
    return rivals


def _parties(standing: Collection[int], rivals: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    """Who has rivals alone goes along with one of them: the one that has the fewest with it so far."""
    parties: dict[int, list[int]] = {}
    for number in sorted(rivals):
        hosts = [] if number in standing else [each for each in rivals[number] if each in standing]
        if hosts:
            host = min(hosts, key=lambda each: (len(parties.get(each, ())), each))
            parties.setdefault(host, []).append(number)
    return parties


def _place_companions(numbers: Sequence[int], rivals: Mapping[int, Sequence[int]], places: _Places) -> None:
    """Those who go along stand in that row; and others that have rivals alone, as near to one as there is room."""
    for host, party in places.parties.items():
        places.row |= dict.fromkeys(party, places.row[host])
    if not places.row:
        places.place_number(numbers[0], 0)
    waiting = sorted(places.row)
    for number in waiting:
        for each in sorted(rivals.get(number, ())):
            if each not in places.row:
                places.place_number(each, places.nearest(each, places.row[number]))
                waiting.append(each)


def _open_circles(numbers: Sequence[int], depends: Sequence[GraphLine]) -> tuple[Needs, Needs]:
    """Who stands above each, and who below, after the last step of each circle has been turned round."""
    wanted: dict[int, list[int]] = defaultdict(list)
    for line in sorted(depends):
        wanted[line.a].append(line.b)
    needs, needed_by = (defaultdict[int, list[int]](list) for _ in range(2))
    for low, high in _downward(numbers, wanted):
        needs[low].append(high)
        needed_by[high].append(low)
    return needs, needed_by


def _downward(numbers: Sequence[int], wanted: Needs) -> Iterator[tuple[int, int]]:
    """Pairs of the lower and the higher one, in which there is no circle: a walk in depth turns what leads back to
    where it came from."""
    walking, done = set[int](), set[int]()
    for start in numbers:
        trail = [] if start in done else [(start, iter(wanted.get(start, ())))]
        while trail:
            number, rest = trail[-1]
            walking.add(number)
            for each in rest:
                yield (each, number) if each in walking else (number, each)
                if each not in walking and each not in done:
                    trail.append((each, iter(wanted.get(each, ()))))
                    break
            else:
                walking.discard(number)
                done.add(number)
                trail.pop()


def _in_rank_order(numbers: Iterable[int], needs: Needs, needed_by: Needs) -> Iterator[int]:
    """Whoever is needed comes first: rank by rank, and by number within a rank."""
    missing = {number: len(needs[number]) for number in numbers}
    rank = sorted(number for number, lacking in missing.items() if not lacking)
    while rank:
        yield from rank
        following: list[int] = []
        for number in rank:
            for each in needed_by[number]:
                missing[each] -= 1
                if not missing[each]:
                    following.append(each)
        rank = sorted(following)


def _close_gaps(row: Mapping[int, int]) -> dict[int, int]:
    """No row is empty."""
    places = {old: new for new, old in enumerate(sorted(set(row.values())))}
    return {number: places[place] for number, place in row.items()}


# In which order the vertices of each row stand, so that few lines cross and rivals are neighbours.

# Work is bounded by counting links, never by a clock, so that the same Web is always drawn in the same way.
LINKS_SORTED = 60_000
MOST_SWEEPS = 24
MOST_LINKS_SWAPPED = 800
MOST_ROUNDS = 12


def put_in_order(web: GraphRows) -> None:
    """Sort the rows of a Web: sweeps by barycentres, down and up in turn, then swaps of neighbours. The best stays."""
    links = sum(len(each) for each in web.above.values()) + sum(len(each) for each in web.beside.values()) // 2
    _walk_in_depth(web)
    if links > LINKS_SORTED // 2:
        return
    best, least = _copy_rows(web), _crossing_cost(web)
    for sweep in range(min(MOST_SWEEPS, LINKS_SORTED // max(links, 1))):
        _sweep_rows(web, down=sweep % 2 == 0)
        if links <= MOST_LINKS_SWAPPED:
            _swap_neighbours(web)
        if (cost := _crossing_cost(web)) < least:
            best, least = _copy_rows(web), cost
        if not least:
            break
    web.rows[:] = best


def _copy_rows(web: GraphRows) -> list[list[int]]:
    return [list(row) for row in web.rows]


def _walk_in_depth(web: GraphRows) -> None:
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


def _places(web: GraphRows) -> dict[int, float]:
    """Where each stands in its row, from 0 at its left end to 1 at its right."""
    return {vertex: (place + 0.5) / len(row) for row in web.rows for place, vertex in enumerate(row)}


def _sweep_rows(web: GraphRows, *, down: bool) -> None:
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


def _crossing_cost(web: GraphRows) -> int:
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


def _swap_neighbours(web: GraphRows) -> None:
    """Neighbours change places as long as that makes fewer lines cross, or brings rivals together."""
    at = {vertex: place for row in web.rows for place, vertex in enumerate(row)}
    for _ in range(MOST_ROUNDS):
        better = [_swap_in_row(row, web, at) for row in web.rows]
        if not any(better):
            return


def _swap_in_row(row: list[int], web: GraphRows, at: dict[int, int]) -> bool:
    better = False
    for place in range(len(row) - 1):
        left, right = row[place : place + 2]
        if _gain(left, right, web, at) > 0:
            row[place : place + 2] = right, left
            at[left], at[right] = place + 1, place
            better = True
    return better


def _gain(left: int, right: int, web: GraphRows, at: Mapping[int, int]) -> int:
    """By how much it gets better if these two neighbours change places."""
    gain = 0
    for links in (web.above, web.below):
        for one, other in product(links.get(left, ()), links.get(right, ())):
            gain += (at[one] > at[other]) - (at[one] < at[other])
    # Those to the right of both come nearer to the left one, and get farther from the right one.
    gain += sum(1 if at[rival] > at[right] else -1 for rival in web.beside.get(left, ()) if rival != right)
    gain += sum(1 if at[rival] < at[left] else -1 for rival in web.beside.get(right, ()) if rival != left)
    return gain
