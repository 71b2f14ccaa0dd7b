"""In which row of the drawing each Proposal stands: below all that it Depends on, and beside its rivals.

The first steps of the layered drawing of Sugiyama, Tagawa and Toda (1981): circles are opened, rows are given out, and
a line that passes rows by gets a bend in each of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import NamedTuple, TypeAlias

Needs: TypeAlias = Mapping[int, Sequence[int]]

MOST_BENDS = 3_000  # beyond, nobody could follow the lines one by one: they run straight on


class Line(NamedTuple):
    """One line of the drawing: `a` Depends on `b`, or the two Conflict."""

    a: int
    b: int
    conflict: bool


@dataclass(frozen=True, slots=True)
class Web:
    """What hangs together, in rows from the top. A bend is a vertex like a Proposal, with a number below zero.

    `above`, `below`: whom each vertex is linked to in other rows; `beside`: its rivals in its own row; `chains`: the
    vertices of each line that leaves its row, from the top; `level`: the lines that do not.
    """

    rows: list[list[int]]
    above: Mapping[int, Sequence[int]]
    below: Mapping[int, Sequence[int]]
    beside: Mapping[int, Sequence[int]]
    chains: Mapping[Line, tuple[int, ...]]
    level: Sequence[Line]


def web(numbers: Collection[int], lines: Sequence[Line], room: int) -> Web:
    """The rows and links of Proposals that hang together; Numbers are 1 or more. `room`: how many stand in a row at
    most."""
    row = _rows(sorted(numbers), lines, room)
    rows: list[list[int]] = [[] for _ in range(max(row.values()) + 1)]
    for number in sorted(row):
        rows[row[number]].append(number)
    leaving = _evenly([line for line in lines if row[line.a] != row[line.b]], row)
    bending = sum(abs(row[line.a] - row[line.b]) - 1 for line in leaving) <= MOST_BENDS
    names = count(-1, -1)
    chains = {line: _chain(line, row, rows if bending else [], names) for line in leaving}
    return _linked(rows, chains, [line for line in lines if row[line.a] == row[line.b]])


def _evenly(leaving: Sequence[Line], row: Mapping[int, int]) -> list[Line]:
    """The lines in such an order that of those that hang from one box, those to different rows are mixed. So a row
    has gaps all along, through which lines reach the rows below it, and not all of them at its end."""
    hanging: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in leaving:
        high, low = sorted((line.a, line.b), key=row.__getitem__)
        hanging[high, row[low]].append(line)
    order = {
        line: (high, (place + 0.5) / len(group))
        for (high, _), group in hanging.items()
        for place, line in enumerate(group)
    }
    return sorted(leaving, key=lambda line: (*order[line], line))


def _chain(line: Line, row: Mapping[int, int], rows: list[list[int]], names: Iterator[int]) -> tuple[int, ...]:
    """A line from the top, with a bend in each of the rows that it passes by."""
    high, low = sorted((line.a, line.b), key=row.__getitem__)
    bends = [(next(names), each) for each in rows[row[high] + 1 : row[low]]]
    for bend, passed in bends:
        passed.append(bend)
    return high, *(bend for bend, _ in bends), low


def _linked(rows: list[list[int]], chains: Mapping[Line, tuple[int, ...]], level: Sequence[Line]) -> Web:
    above, below, beside = (defaultdict[int, list[int]](list) for _ in range(3))
    for chain in chains.values():
        for high, low in pairwise(chain):
            above[low].append(high)
            below[high].append(low)
    for line in level:
        beside[line.a].append(line.b)
        beside[line.b].append(line.a)
    return Web(rows, above, below, beside, chains, level)


class _Places:
    """Who stands in which row, and how many may still come. `parties`: who brings rivals along, and whom."""

    def __init__(self, room: int, parties: Mapping[int, Sequence[int]]) -> None:
        self.room, self.parties = room, parties
        self.row: dict[int, int] = {}
        self.taken: Counter[int] = Counter()

    def stand(self, number: int, place: int) -> None:
        self.row[number] = place
        self.taken[place] += self._size(number)

    def sink(self, number: int, lowest: int) -> None:
        """Move a number down to the lowest row, to this one at most, that has room."""
        old = self.row[number]
        self.taken[old] -= self._size(number)
        self.stand(number, next((at for at in range(lowest, old, -1) if self._fits(number, at)), old))

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


def _rows(numbers: Sequence[int], lines: Sequence[Line], room: int) -> dict[int, int]:
    """The row of each, counted from 0."""
    needs, needed_by = _opened(numbers, [line for line in lines if not line.conflict])
    standing = [number for number in numbers if needs[number] or needed_by[number]]
    rivals = _rivals(lines)
    places = _Places(room, _parties(set(standing), rivals))
    for number in _in_order(standing, needs, needed_by):
        top = max((places.row[each] + 1 for each in needs[number]), default=0)
        places.stand(number, places.free_from(number, top))
    # Whoever is needed more than it needs goes down to those who need it, which makes its lines short.
    for number in sorted(places.row, key=lambda each: (-places.row[each], each)):
        if len(needed_by[number]) > len(needs[number]):
            places.sink(number, min(places.row[each] for each in needed_by[number]) - 1)
    _join(numbers, rivals, places)
    return _closed_up(places.row)


def _rivals(lines: Iterable[Line]) -> dict[int, list[int]]:
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


def _join(numbers: Sequence[int], rivals: Mapping[int, Sequence[int]], places: _Places) -> None:
    """Those who go along stand in that row; and others that have rivals alone, as near to one as there is room."""
    for host, party in places.parties.items():
        places.row |= dict.fromkeys(party, places.row[host])
    if not places.row:
        places.stand(numbers[0], 0)
    waiting = sorted(places.row)
    for number in waiting:
        for each in sorted(rivals.get(number, ())):
            if each not in places.row:
                places.stand(each, places.nearest(each, places.row[number]))
                waiting.append(each)


def _opened(numbers: Sequence[int], depends: Sequence[Line]) -> tuple[Needs, Needs]:
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


def _in_order(numbers: Iterable[int], needs: Needs, needed_by: Needs) -> Iterator[int]:
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


def _closed_up(row: Mapping[int, int]) -> dict[int, int]:
    """No row is empty."""
    places = {old: new for new, old in enumerate(sorted(set(row.values())))}
    return {number: places[place] for number, place in row.items()}
