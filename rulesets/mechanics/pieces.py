"""A text in the pieces that a reader sees: its words, and the target of each dial link as a name of its own.

`[48 hours](dial:enactment.timeout)` reads as “48 hours” and the name “enactment.timeout”, wherever a difference or an
author cuts the text in two. What the pieces leave out is the brackets alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulesets.mechanics.alignment import LINK
from rulesets.mechanics.diff import Op, Span

Mark: TypeAlias = Literal["", "dial", "mechanism"]
# An act's name or a trigger is marked as a mechanism is.
MARKS: dict[str, Mark] = {"dial": "dial"}


@dataclass(frozen=True, slots=True)
class Piece:
    """Words as they stand, or, with a `mark`, the name of the dial or mechanism that the words before it are."""

    text: str
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of the source that is shown as something else, or not at all."""

    start: int
    end: int
    shown: Piece | None = None


def cuts_in(text: str) -> tuple[Cut, ...]:
    """The brackets and targets of every dial and mechanism link, in order."""
    return tuple(cut for link in LINK.finditer(text) for cut in _cuts_of(link))


def in_words(text: str) -> str:
    """The text with its dial and mechanism links as their words alone."""
    return LINK.sub(lambda link: link["words"], text)


def pieces(text: str, cuts: Sequence[Cut], start: int, end: int) -> Iterator[Piece]:
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


def in_pieces(diff: Iterable[Span]) -> Iterator[tuple[Op, tuple[Piece, ...]]]:
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


def _side(spans: Iterable[Span], op: Op) -> tuple[str, tuple[Cut, ...]]:
    text = "".join(span.text for span in spans if span.op in {"same", op})
    return text, cuts_in(text)


def _cuts_of(link: re.Match[str]) -> tuple[Cut, Cut]:
    kind, name = link["kind"], link["name"]
    opening = Cut(link.start(), link.start() + 1)
    return opening, Cut(link.end("words"), link.end(), Piece(name, MARKS.get(kind, "mechanism")))
