"""Which words of one text became which words of another: the ground of diff, merge and blame.

The shortest script of edits (Myers 1986), first over lines, then over the words of the lines that changed. Work is
bounded by counting steps, never by a clock, so that the same two texts always align in the same way: a stretch
that would cost more than its share counts as rewritten as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

# About a tenth of a second; some 300 words of one passage may change before it counts as rewritten.
STEPS = 600_000
WORD = re.compile(r"\w+|\n|[^\S\n]+|[^\w\s]")
# For reading, a link of the law is two words: what it says, and what it says it of.
KINDS = "dial|mechanism|often|occasionally|trigger"
LINK = re.compile(rf"\[(?P<words>[^\[\]\n]+)\]\((?P<kind>{KINDS}):(?P<name>[^()\s]+)\)")
TARGET = rf"\]\((?:{KINDS}):[^()\s]+\)"
READ = re.compile(rf"\[[^\[\]\n]+(?={TARGET})|{TARGET}|{WORD.pattern}")
LINE = re.compile(r"[^\n]*\n|[^\n]+")

# The matches on the way to a point, newest first: what came before, where in either sequence, how many tokens.
Chain: TypeAlias = tuple["Chain", int, int, int] | None


@dataclass(frozen=True, slots=True)
class Edit:
    """The characters `start` to `end` of the text before give way to `new`."""

    start: int
    end: int
    new: str

    @property
    def size(self) -> int:
        return max(self.end - self.start, len(self.new))


def edits_between(before: str, after: str, steps: int = STEPS, word: re.Pattern[str] = WORD) -> tuple[Edit, ...]:
    """The edits, in order and apart, that turn `before` into `after`; whole words at the finest.

    `word` says what a word is: `WORD`, or `READ` where the answer is only looked at.
    """
    changed = tuple(_edits(before, after, LINE, steps // 2))
    total = sum(edit.end - edit.start + len(edit.new) for edit in changed) or 1
    found = []
    for edit in changed:
        share = steps // 2 * (edit.end - edit.start + len(edit.new)) // total
        for inner in _edits(before[edit.start : edit.end], edit.new, word, share):
            found.append(Edit(edit.start + inner.start, edit.start + inner.end, inner.new))
    return tuple(found)


def readable(before: str, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The same change in fewer edits: an island that survives between two larger ones is taken in by them."""
    joined: list[Edit] = []
    for edit in edits:
        while joined and _is_island(before[joined[-1].end : edit.start], joined[-1], edit):
            last = joined.pop()
            edit = Edit(last.start, edit.end, last.new + before[last.end : edit.start] + edit.new)
        joined.append(edit)
    return tuple(joined)


def separates(gap: str) -> bool:
    """Whether text that stays keeps two edits apart: a word does, or the end of a line; a space or a comma does not."""
    return "\n" in gap or re.search(r"\w", gap) is not None


def _is_island(gap: str, left: Edit, right: Edit) -> bool:
    return not separates(gap) or ("\n" not in gap and len(gap) <= min(left.size, right.size))


def _edits(before: str, after: str, token: re.Pattern[str], steps: int) -> Iterator[Edit]:
    old, new = token.findall(before), token.findall(after)
    at = [0, *accumulate(map(len, old))]
    i = j = 0
    for old_start, new_start, length in [*_matches(old, new, steps), (len(old), len(new), 0)]:
        if i < old_start or j < new_start:
            yield Edit(at[i], at[old_start], "".join(new[j:new_start]))
        i, j = old_start + length, new_start + length


def _matches(old: list[str], new: list[str], steps: int) -> Iterator[tuple[int, int, int]]:
    """Runs of tokens that stay, as (place in old, place in new, length), in order."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    yield 0, 0, head
    chain = _shortest(old[head : len(old) - tail], new[head : len(new) - tail], steps)
    inner = []
    while chain:
        chain, i, j, length = chain
        inner.append((head + i, head + j, length))
    yield from reversed(inner)
    yield len(old) - tail, len(new) - tail, tail


def _shortest(old: Sequence[str], new: Sequence[str], steps: int) -> Chain:
    """The matches on the shortest way from one sequence to the other; none when it takes more than `steps`.

    On each diagonal (place in old minus place in new) stands the furthest point that a number of edits reaches.
    """
    width, height = len(old), len(new)
    furthest: dict[int, tuple[int, Chain]] = {1: (0, None)}
    for edits in range(width + height + 1):
        lowest, highest = -edits + 2 * max(0, edits - height), edits - 2 * max(0, edits - width)
        for diagonal in range(lowest, highest + 1, 2):
            i, chain = _step(furthest.get(diagonal - 1), furthest.get(diagonal + 1))
            length = _run(old, new, i, i - diagonal)
            furthest[diagonal] = i + length, (chain, i, i - diagonal, length) if length else chain
            steps -= 1 + length
            if i + length >= width and i + length - diagonal >= height:
                return furthest[diagonal][1]
            if steps < 0:
                return None
    return None


def _step(left: tuple[int, Chain] | None, above: tuple[int, Chain] | None) -> tuple[int, Chain]:
    """One edit further: drop a token of old (from the diagonal to the left), or add one of new (from above)."""
    if above is not None and (left is None or left[0] < above[0]):
        return above
    assert left is not None
    return left[0] + 1, left[1]


def _run(old: Sequence[str], new: Sequence[str], i: int, j: int) -> int:
    start, width, height = i, len(old), len(new)
    while i < width and j < height and old[i] == new[j]:
        i, j = i + 1, j + 1
    return i - start
