"""Bills, as they follow from the seed of an Episode. (Rule Rounds)

What a bill is, in round r, comes from the stream of draws (see `draws.py`) that belongs to four texts: `quorum-bills-1`,
the seed, `facts`, and r in decimal digits.

    1. below(5): 0 and 1 are a spending bill, 2 and 3 an edict, 4 is the repeal of a statute.
    2. If that is 4, but no statute stands or the law has no repeals: below(2), 0 is a spending bill, 1 an edict.
    3. For a repeal: pick(the statutes that stand, in the order in which they passed) is the one to be repealed.
    4. pick(012, 021, 102, 120, 201, 210): which clause A1, A2 and A3 rewrite, in this order.

The bill's id is B and the round in digits, two at least. A repeal never becomes a statute, so that what a statute is, and
what it says, follows from the seed and its id. How the words of a bill are drawn is told in `billtext.py`; they decide
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from dynasties.quorum.mechanics.billtext import Words, composed, repealing
from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES, CLAUSES
from dynasties.quorum.mechanics.draws import Draws
from nomic.core.mechanics.fields import Field

__all__ = ["BILLS", "KINDS", "Amendment", "Bill", "Draws", "bill", "bill_json", "read_bill", "title_of"]

BILLS = "quorum-bills-1"
SPENDING, EDICT, REPEAL = KINDS = ("spending", "edict", "repeal")
BY_DRAW = (SPENDING, SPENDING, EDICT, EDICT, REPEAL)
REWRITES = tuple(permutations(range(CLAUSES)))


class Amendment(NamedTuple):
    """Which clause it rewrites, from 0, and the clause as it would then read."""

    clause: int
    text: str


class Bill(NamedTuple):
    """A bill before the Senate. `rewrites`: which clauses, from 0, A1, A2 and A3 rewrite. `target`: the id of the statute
    that a repeal repeals. Its words are given, or are made when they are asked for, from the seed and the round."""

    id: str
    kind: str
    rewrites: tuple[int, ...]
    target: str | None
    source: Words | tuple[str, int]

    @property
    def words(self) -> Words:
        if isinstance(self.source, Words):
            return self.source
        return _words(self)

    @property
    def title(self) -> str:
        return self.words.title

    @property
    def preamble(self) -> str:
        return self.words.preamble

    @property
    def clauses(self) -> tuple[str, ...]:
        return self.words.clauses

    @property
    def amendments(self) -> tuple[Amendment, ...]:
        return tuple(map(Amendment, self.rewrites, self.words.amended))


def bill(seed: str, round: int, standing: Sequence[str], repeals: bool) -> Bill:
    """The bill of a round, from 0. `standing`: the ids of the statutes, in the order in which they passed; `repeals`:
    whether the law has any."""
    draws = Draws(BILLS, seed, "facts", str(round))
    kind = BY_DRAW[draws.below(len(BY_DRAW))]
    if kind == REPEAL and not (standing and repeals):
        kind = KINDS[draws.below(2)]
    target = draws.pick(standing) if kind == REPEAL else None
    return Bill(id_of(round), kind, draws.pick(REWRITES), target, (seed, round))
