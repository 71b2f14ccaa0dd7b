"""The bills of a story: they follow from a seed, so a seed is looked for that brings what the story tells of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from dynasties.quorum.bills.rules import REPEAL, Bill, drawn_bill

WRITTEN = re.compile(
    r"(an?|the|no) (plain bill|spending bill|edict|repeal)(?: of (B\d\d))?(?: \(([123]) ([123]) ([123])\))?"
)
PLAIN = "a plain bill"
SOON = 4  # so many plain bills come first where a story says nothing of them: more take long to find


class Wanted(NamedTuple):
    """What a story says of a bill: its words, which statute it repeals, and which clauses, from 0, A1 to A3 rewrite."""

    words: str
    target: str | None
    rewrites: tuple[int, ...]

    def is_met_by(self, kind: str, target: str | None, rewrites: Sequence[int]) -> bool:
        return self._is_of(kind) and self.target in {None, target} and tuple(rewrites) == self.rewrites

    def _is_of(self, kind: str) -> bool:
        if self.words in {PLAIN, "no repeal"}:
            return kind != REPEAL
        return self.words.split()[1] == kind


def wanted(words: str) -> tuple[Wanted, ...]:
    """“an edict and the repeal of B00”, each with “(2 1 3)” where the amendments do not go with the clauses."""
    return tuple(map(_wanted, WRITTEN.finditer(words)))


def _wanted(match: re.Match[str]) -> Wanted:
    article, kind, target, *places = match.groups()
    return Wanted(f"{article} {kind}", target, tuple(int(each or n) - 1 for n, each in enumerate(places, 1)))


def is_so(words: str, seen: Mapping[str, Any]) -> bool:
    """Whether a bill, as everybody sees it, is what a story says; which clauses are rewritten, only if it is said."""
    (asked,) = wanted(words)
    rewrites = [each["clause"] for each in seen["amendments"].values()]
    return asked.is_met_by(seen["kind"], seen["target_statute"], rewrites if "(" in words else asked.rewrites)


@cache
def seed_for(words: str, rounds: int) -> str:
    """The first of the seeds that are called “story 0” and so on that brings these bills, as long as all of them pass.

    Where nothing is said, plain ones come first, each with A1 to clause 1, A2 to clause 2 and A3 to clause 3.
    """
    asked = wanted(words or " and ".join([PLAIN] * min(rounds, SOON)))
    return next(seed for number in count() if _brings(seed := f"story {number}", asked))


def _brings(seed: str, asked: Sequence[Wanted]) -> bool:
    standing: list[str] = []
    for number, each in enumerate(asked):
        found = drawn_bill(seed, number, standing, True)
        if not each.is_met_by(found.kind, found.target, found.rewrites):
            return False
        _passes(found, standing)
    return True


def _passes(found: Bill, standing: list[str]) -> None:
    if found.target is None:
        standing.append(found.id)
    else:
        standing.remove(found.target)
