"""What changed between two texts, word by word, for reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulesets.mechanics.alignment import READ, edits_between, readable

Op: TypeAlias = Literal["same", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text that stays, comes or goes; never empty."""

    op: Op
    text: str


def words_diff(before: str, after: str) -> tuple[Span, ...]:
    """The spans in reading order: same and removed make up `before`, same and added make up `after`."""
    return tuple(span for span in _spans(before, after) if span.text)


def _spans(before: str, after: str) -> Iterator[Span]:
    at = 0
    for edit in readable(before, edits_between(before, after, word=READ)):
        yield Span("same", before[at : edit.start])
        yield Span("removed", before[edit.start : edit.end])
        yield Span("added", edit.new)
        at = edit.end
    yield Span("same", before[at:])
