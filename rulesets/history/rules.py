"""Which version put each passage of a text there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from rulesets.mechanics.alignment import LINK, STEPS, edits_between, separates

Key = TypeVar("Key")
# A history of ever so many versions, each rewritten from top to bottom, takes a few seconds at most.
STEPS_IN_ALL = 10 * STEPS
# A sentence or a clause, with what closes it and the space behind it; the number of a list's entry ends none.
SENTENCE = re.compile(r".+?(?:(?<!\d)[.!?;:][\"'”’)*_]*\s+|\n\s*|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Passage(Generic[Key]):
    """A stretch of the last text and the key of the version that wrote it; never empty."""

    text: str
    key: Key


@dataclass(frozen=True, slots=True)
class Sentence(Generic[Key]):
    """Some whole sentences of the last text, in passages. `by`: who wrote most of it."""

    passages: tuple[Passage[Key], ...]
    by: Key

    @property
    def keys(self) -> tuple[Key, ...]:
        """Everybody who wrote in it: first who wrote most, then the others in the order of eir words."""
        return tuple(dict.fromkeys([self.by, *(each.key for each in self.passages)]))


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


def sentences(passages: Sequence[Passage[Key]]) -> tuple[Sentence[Key], ...]:
    """The same text by sentences; neighbours that one version wrote alone stand together.

    A link of the law is whole: whoever altered anything in it counts as the writer of all of it.
    """
    text = "".join(each.text for each in passages)
    writers = [each.key for each in passages for _ in each.text]
    for link in LINK.finditer(text):
        first, *others = dict.fromkeys(writers[link.start() : link.end()])
        writers[link.start() : link.end()] = [*others, first][:1] * (link.end() - link.start())
    found = [_sentence(text[start:end], writers[start:end]) for start, end in _bounds(text)]
    return tuple(_together(found))


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in SENTENCE.finditer(text))


def _sentence(text: str, writers: Sequence[Key]) -> Sentence[Key]:
    return Sentence(tuple(_passages(text, writers)), Counter(writers).most_common(1)[0][0])


def _together(found: Iterable[Sentence[Key]]) -> Iterator[Sentence[Key]]:
    for keys, run in groupby(found, key=lambda each: each.keys):
        some = list(run)
        if len(keys) == 1:
            yield Sentence((Passage("".join(each.passages[0].text for each in some), keys[0]),), keys[0])
        else:
            yield from some


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
