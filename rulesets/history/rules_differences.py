"""Differences of two texts word by word, the pieces a reader sees of them, and three-way merges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Literal, TypeAlias

# About a tenth of a second; some 300 words of one passage may change before it counts as rewritten.
MOST_STEPS = 600_000
WORD_PATTERN = re.compile(r"\w+|\n|[^\S\n]+|[^\w\s]")
# For reading, a link of the law is two words: what it says, and what it says it of.
EDIT_KINDS = "dial|mechanism|often|occasionally|trigger"
LINK_PATTERN = re.compile(rf"\[(?P<words>[^\[\]\n]+)\]\((?P<kind>{EDIT_KINDS}):(?P<name>[^()\s]+)\)")
TARGET_PATTERN = rf"\]\((?:{EDIT_KINDS}):[^()\s]+\)"
READABLE_PATTERN = re.compile(rf"\[[^\[\]\n]+(?={TARGET_PATTERN})|{TARGET_PATTERN}|{WORD_PATTERN.pattern}")
LINE_PATTERN = re.compile(r"[^\n]*\n|[^\n]+")

# The matches on the way to a point, newest first: what came before, where in either sequence, how many tokens.
Chain: TypeAlias = tuple["Chain", int, int, int] | None


@dataclass(frozen=True, slots=True)
class TextEdit:
    """The characters `start` to `end` of the text before give way to `new`."""

    start: int
    end: int
    new: str

    @property
    def size(self) -> int:
        return max(self.end - self.start, len(self.new))


def edits_between(
    before: str, after: str, steps: int = MOST_STEPS, word: re.Pattern[str] = WORD_PATTERN
) -> tuple[TextEdit, ...]:
    """The edits, in order and apart, that turn `before` into `after`; whole words at the finest.

    `word` says what a word is: `WORD`, or `READ` where the answer is only looked at.
    """
    changed = tuple(_edits(before, after, LINE_PATTERN, steps // 2))
    total = sum(edit.end - edit.start + len(edit.new) for edit in changed) or 1
    found = []
    for edit in changed:
        share = steps // 2 * (edit.end - edit.start + len(edit.new)) // total
        for inner in _edits(before[edit.start : edit.end], edit.new, word, share):
            found.append(TextEdit(edit.start + inner.start, edit.start + inner.end, inner.new))
    return tuple(found)


def readable_edits(before: str, edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The same change in fewer edits: an island that survives between two larger ones is taken in by them."""
    joined: list[TextEdit] = []
    for edit in edits:
        while joined and _is_island(before[joined[-1].end : edit.start], joined[-1], edit):
            last = joined.pop()
            edit = TextEdit(last.start, edit.end, last.new + before[last.end : edit.start] + edit.new)
        joined.append(edit)
    return tuple(joined)


def separates(gap: str) -> bool:
    """Whether text that stays keeps two edits apart: a word does, or the end of a line; a space or a comma does not."""
    return "\n" in gap or re.search(r"\w", gap) is not None


def _is_island(gap: str, left: TextEdit, right: TextEdit) -> bool:
    return not separates(gap) or ("\n" not in gap and len(gap) <= min(left.size, right.size))


def _edits(before: str, after: str, token: re.Pattern[str], steps: int) -> Iterator[TextEdit]:
    old, new = token.findall(before), token.findall(after)
    at = [0, *accumulate(map(len, old))]
    i = j = 0
    for old_start, new_start, length in [*_matches(old, new, steps), (len(old), len(new), 0)]:
        if i < old_start or j < new_start:
            yield TextEdit(at[i], at[old_start], "".join(new[j:new_start]))
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
            length = _snake_end(old, new, i, i - diagonal)
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


def _snake_end(old: Sequence[str], new: Sequence[str], i: int, j: int) -> int:
    start, width, height = i, len(old), len(new)
    while i < width and j < height and old[i] == new[j]:
        i, j = i + 1, j + 1
    return i - start


# What changed between two texts, word by word, for reading.

DiffOp: TypeAlias = Literal["same", "added", "removed"]


@dataclass(frozen=True, slots=True)
class DiffSpan:
    """A stretch of text that stays, comes or goes; never empty."""

    op: DiffOp
    text: str


def words_diff(before: str, after: str) -> tuple[DiffSpan, ...]:
    """The spans in reading order: same and removed make up `before`, same and added make up `after`."""
    return tuple(span for span in _spans(before, after) if span.text)


def _spans(before: str, after: str) -> Iterator[DiffSpan]:
    at = 0
    for edit in readable_edits(before, edits_between(before, after, word=READABLE_PATTERN)):
        yield DiffSpan("same", before[at : edit.start])
        yield DiffSpan("removed", before[edit.start : edit.end])
        yield DiffSpan("added", edit.new)
        at = edit.end
    yield DiffSpan("same", before[at:])


# A text in the pieces that a reader sees: its words, and the target of each dial link as a name of its own.
# `[48 hours](dial:enactment.timeout)` reads as “48 hours” and the name “enactment.timeout”, wherever a difference or
# an author cuts the text in two. What the pieces leave out is the brackets alone.

PieceMark: TypeAlias = Literal["", "dial", "mechanism"]
# An act's name or a trigger is marked as a mechanism is.
MARKS: dict[str, PieceMark] = {"dial": "dial"}


@dataclass(frozen=True, slots=True)
class Piece:
    """Words as they stand, or, with a `mark`, the name of the dial or mechanism that the words before it are."""

    text: str
    mark: PieceMark = ""


@dataclass(frozen=True, slots=True)
class PieceCut:
    """A stretch of the source that is shown as something else, or not at all."""

    start: int
    end: int
    shown: Piece | None = None


def cuts_in(text: str) -> tuple[PieceCut, ...]:
    """The brackets and targets of every dial and mechanism link, in order."""
    return tuple(cut for link in LINK_PATTERN.finditer(text) for cut in _cuts_of(link))


def in_words(text: str) -> str:
    """The text with its dial and mechanism links as their words alone."""
    return LINK_PATTERN.sub(lambda link: link["words"], text)


def pieces(text: str, cuts: Sequence[PieceCut], start: int, end: int) -> Iterator[Piece]:
    """What a reader sees of `text` from `start` to `end`. A target that is cut in two is shown as it is written."""
    for cut in cuts:
        if start <= cut.start and cut.end <= end:
            if start < cut.start:
                yield Piece(text[start : cut.start])
            if cut.shown:
                yield cut.shown
            start = cut.end
    if start < end:
        yield Piece(text[start:end])


def in_pieces(diff: Iterable[DiffSpan]) -> Iterator[tuple[DiffOp, tuple[Piece, ...]]]:
    """A difference for reading: each of its spans in pieces, those without any left out."""
    spans = tuple(diff)
    before, after = (_side(spans, op) for op in ("removed", "added"))
    at = {"removed": 0, "added": 0}
    for span in spans:
        side = "removed" if span.op == "removed" else "added"
        text, cuts = before if side == "removed" else after
        found = tuple(pieces(text, cuts, at[side], at[side] + len(span.text)))
        for each in at:
            at[each] += len(span.text) if span.op in {"same", each} else 0
        if found:
            yield span.op, found


def _side(spans: Iterable[DiffSpan], op: DiffOp) -> tuple[str, tuple[PieceCut, ...]]:
    text = "".join(span.text for span in spans if span.op in {"same", op})
    return text, cuts_in(text)


def _cuts_of(link: re.Match[str]) -> tuple[PieceCut, PieceCut]:
    kind, name = link["kind"], link["name"]
    opening = PieceCut(link.start(), link.start() + 1)
    return opening, PieceCut(link.end("words"), link.end(), Piece(name, MARKS.get(kind, "mechanism")))


# Two amendments drafted on the same text: where both may stand, and where they contradict each other.
# A three-way merge. Both sides' edits of the base are laid over each other; those that touch, or that only spaces and
# punctuation keep apart, form one stretch. A stretch that one side changed goes that side's way; one that both
# changed alike goes that way too; one that they changed differently is a conflict, for a person to resolve.

# How a conflict stands in the text that is offered for resolving by hand; `marked_in` finds what was left over.
NOW, PROPOSED, CLOSE = "⟦now: ", "⟦proposed: ", "⟧"


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """One stretch as drafted on (`base`), as it stands now (`ours`), and as proposed (`theirs`)."""

    base: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class MergedText:
    """`text` is None when anything conflicts. `marked` is the whole text, each conflict standing both ways in marks."""

    text: str | None
    conflicts: tuple[MergeConflict, ...]
    marked: str


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int
    end: int
    ours: tuple[TextEdit, ...]
    theirs: tuple[TextEdit, ...]


# A dry run behind many older lists merges the same three texts again and again.
@lru_cache(maxsize=64)
def merge_texts(base: str, ours: str, theirs: str) -> MergedText:
    """Bring what `theirs` changes of `base` into `ours`. Nothing is lost silently: what contradicts is a conflict."""
    conflicts: list[MergeConflict] = []
    plain, marked, at = "", "", 0
    for stretch in _stretches(base, _merge_edits(base, ours), _merge_edits(base, theirs)):
        sides = MergeConflict(*(_merge_side(base, stretch, edits) for edits in ((), stretch.ours, stretch.theirs)))
        settled = _settle_stretch(sides)
        if settled is None:
            conflicts.append(sides)
        kept = base[at : stretch.start]
        plain += kept + (settled or "")
        marked += kept + (_marks(sides) if settled is None else settled)
        at = stretch.end
    return MergedText(None if conflicts else plain + base[at:], tuple(conflicts), marked + base[at:])


def marked_in(text: str) -> bool:
    """Whether a mark of a conflict is left in a text."""
    return NOW in text or PROPOSED in text


def _merge_edits(base: str, text: str) -> tuple[TextEdit, ...]:
    return readable_edits(base, edits_between(base, text))


def _settle_stretch(sides: MergeConflict) -> str | None:
    # Only one side touched it, or both did the same.
    if sides.ours in (sides.base, sides.theirs):
        return sides.theirs
    if sides.theirs == sides.base:
        return sides.ours
    return None


def _marks(sides: MergeConflict) -> str:
    return f"{NOW}{sides.ours}{CLOSE}{PROPOSED}{sides.theirs}{CLOSE}"


def _stretches(base: str, ours: Sequence[TextEdit], theirs: Sequence[TextEdit]) -> Iterator[_Stretch]:
    """Both sides' edits in the order of the base, those that are not kept apart taken together."""
    both = sorted([*((edit, True) for edit in ours), *((edit, False) for edit in theirs)], key=_place)
    open_: _Stretch | None = None
    for edit, is_ours in both:
        single = _Stretch(edit.start, edit.end, (edit,) if is_ours else (), () if is_ours else (edit,))
        if open_ is not None and _apart(base, open_, edit):
            yield open_
            open_ = None
        open_ = single if open_ is None else _join_stretches(open_, single)
    if open_ is not None:
        yield open_


def _place(entry: tuple[TextEdit, bool]) -> tuple[int, int]:
    return entry[0].start, entry[0].end


def _apart(base: str, stretch: _Stretch, edit: TextEdit) -> bool:
    return separates(base[stretch.end : edit.start])


def _join_stretches(left: _Stretch, right: _Stretch) -> _Stretch:
    return _Stretch(left.start, max(left.end, right.end), left.ours + right.ours, left.theirs + right.theirs)


def _merge_side(base: str, stretch: _Stretch, edits: Sequence[TextEdit]) -> str:
    """The stretch as one side has it."""
    text, at = "", stretch.start
    for edit in edits:
        text += base[at : edit.start] + edit.new
        at = edit.end
    return text + base[at : stretch.end]
