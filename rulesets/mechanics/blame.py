"""Which version put each passage of a text there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from rulesets.mechanics.alignment import edits_between

Key = TypeVar("Key")


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
    for key, after in versions:
        writers = _rewritten(writers, text, after, key)
        text = after
    return tuple(_passages(text, writers))


def _rewritten(writers: list[Key], before: str, after: str, key: Key) -> list[Key]:
    """The writer of each character of `after`, given those of `before`."""
    found, at = list[Key](), 0
    for edit in edits_between(before, after):
        found += writers[at : edit.start] + [key] * len(edit.new)
        at = edit.end
    return found + writers[at:]


def _passages(text: str, writers: Sequence[Key]) -> Iterable[Passage[Key]]:
    at = 0
    for key, run in groupby(writers):
        length = sum(1 for _ in run)
        yield Passage(text[at : at + length], key)
        at += length
