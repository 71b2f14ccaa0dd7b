"""Which version put each passage of a text there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from rulesets.mechanics.alignment import STEPS, edits_between, separates

Key = TypeVar("Key")
# A history of ever so many versions, each rewritten from top to bottom, takes a few seconds at most.
STEPS_IN_ALL = 10 * STEPS


@dataclass(frozen=True, slots=True)
class Passage(Generic[Key]):
    """A stretch of the last text and the key of the version that wrote it; never empty."""

    text: str
    key: Key


def blame(versions: Sequence[tuple[Key, str]]) -> tuple[Passage[Key], ...]:
    """The last text in passages. `versions` are (key, whole text), the oldest first; keys need not differ.

    A word that goes and comes back belongs to the version that brought it back.
    """
    text, writers = "", list[Key]()
    steps = min(STEPS, STEPS_IN_ALL // max(len(versions), 1))
    for key, after in versions:
        writers = _rewritten(writers, text, after, key, steps)
        text = after
    return tuple(_passages(text, writers))


def readable(passages: Sequence[Passage[Key]]) -> tuple[Passage[Key], ...]:
    """The same text in fewer passages: a gap without a word in it belongs to those who wrote on both its sides."""
    joined: list[Passage[Key]] = []
    for place, each in enumerate(passages):
        before = joined[-1] if joined else None
        after = passages[place + 1] if place + 1 < len(passages) else None
        gap = before and after and before.key == after.key and not separates(each.text)
        if before and (gap or before.key == each.key):
            joined[-1] = Passage(before.text + each.text, before.key)
        else:
            joined.append(each)
    return tuple(joined)


def _rewritten(writers: list[Key], before: str, after: str, key: Key, steps: int) -> list[Key]:
    """The writer of each character of `after`, given those of `before`."""
    found, at = list[Key](), 0
    for edit in edits_between(before, after, steps):
        found += writers[at : edit.start] + [key] * len(edit.new)
        at = edit.end
    return found + writers[at:]


def _passages(text: str, writers: Sequence[Key]) -> Iterable[Passage[Key]]:
    at = 0
    for key, run in groupby(writers):
        length = sum(1 for _ in run)
        yield Passage(text[at : at + length], key)
        at += length
