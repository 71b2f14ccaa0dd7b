"""Bills, as they follow from the seed of an Episode. (Rule Rounds)

What a bill is, in round r, comes from the stream of draws (see `draws.py`) that belongs to four texts:
`quorum-bills-1`, the seed, `facts`, and r in decimal digits.

    1. below(5): 0 and 1 are a spending bill, 2 and 3 an edict, 4 is the repeal of a statute.
    2. If that is 4, but no statute stands or the law has no repeals: below(2), 0 is a spending bill, 1 an edict.
    3. For a repeal: pick(the statutes that stand, in the order in which they passed) is the one to be repealed.
    4. pick(012, 021, 102, 120, 201, 210): which clause A1, A2 and A3 rewrite, in this order.

The bill's id is B and the round in digits, two at least. A repeal never becomes a statute, so that what a statute is,
and what it says, follows from the seed and its id. How the words of a bill are drawn is told in `billtext.py`; they
decide nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from dynasties.quorum.mechanics.billtext import Filling, Words, composed, repealing, topic
from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES, CLAUSES
from dynasties.quorum.mechanics.draws import Draws
from nomic.core.mechanics.fields import Field

BILLS = "quorum-bills-1"
SPENDING, EDICT, REPEAL = KINDS = ("spending", "edict", "repeal")
BY_DRAW = (SPENDING, SPENDING, EDICT, EDICT, REPEAL)
REWRITES = tuple(permutations(range(CLAUSES)))


class Amendment(NamedTuple):
    """Which clause it rewrites, from 0, and the clause as it would then read."""

    clause: int
    text: str


class Origin(NamedTuple):
    """Where a drawn bill comes from: the seed of the Episode, and the round from 0."""

    seed: str
    round: int


class Bill(NamedTuple):
    """A bill before the Senate. `rewrites`: which clauses, from 0, A1, A2 and A3 rewrite. `target`: the id of the
    statute that a repeal repeals. The words are given, or are made when they are asked for."""

    id: str
    kind: str
    rewrites: tuple[int, ...]
    target: str | None
    source: Words | Origin

    @property
    def words(self) -> Words:
        return self.source if isinstance(self.source, Words) else _composed(self, self.source)

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
    draws = _draws(seed, "facts", round)
    kind = BY_DRAW[draws.below(len(BY_DRAW))]
    if kind == REPEAL and not (standing and repeals):
        kind = KINDS[draws.below(2)]
    target = draws.pick(standing) if kind == REPEAL else None
    return Bill(f"B{round:02d}", kind, draws.pick(REWRITES), target, Origin(seed, round))


def statute(seed: str, id: str) -> Bill:
    """The bill that became this statute. Raises `ValueError` for an id that no bill has."""
    # As it was no repeal, it does not matter what stood then.
    return bill(seed, round_of(id), (), False)


def round_of(id: str) -> int:
    """The number of the round of a bill that follows from a seed."""
    return int(id.removeprefix("B"))


def bill_json(bill: Bill) -> dict[str, object]:
    """A bill as JSON, its clauses counted from 0."""
    amendments = zip(AMENDMENT_NAMES, bill.amendments, strict=True)
    return {
        "id": bill.id,
        "kind": bill.kind,
        "title": bill.title,
        "preamble": bill.preamble,
        "clauses": list(bill.clauses),
        "amendments": {name: {"clause": each.clause, "text": each.text} for name, each in amendments},
        "target_statute": bill.target,
    }


def read_bill(field: Field) -> Bill:
    """A bill in a JSON object; its title, preamble and what amendments say may be left out. Raises `Invalid`."""
    id, kind = field["id"].text(), field["kind"].one_of(KINDS)
    amendments = [field["amendments"][name] for name in AMENDMENT_NAMES]
    rewrites = tuple(map(_rewritten, amendments))
    return Bill(id, kind, rewrites, _target(field["target_statute"], kind), _given_words(field, id, amendments))


def _rewritten(amendment: Field) -> int:
    """Which clause an amendment rewrites; it may be given as nothing but that number."""
    field = amendment["clause"] if isinstance(amendment.value, dict) else amendment
    clause = field.count()
    if clause >= CLAUSES:
        raise field.invalid("must be the number of a clause, from 0 to 2")
    return clause


def _target(field: Field, kind: str) -> str | None:
    if kind == REPEAL:
        return field.text()
    if field.given and field.value is not None:
        raise field.invalid("is for the repeal of a statute alone")
    return None


def _given_words(field: Field, id: str, amendments: Sequence[Field]) -> Words:
    clauses = [clause.text() for clause in field["clauses"].items()]
    if len(clauses) != CLAUSES:
        raise field["clauses"].invalid("must be three clauses")
    amended = [_text(each["text"], "") if isinstance(each.value, dict) else "" for each in amendments]
    return Words(_text(field["title"], id), _text(field["preamble"], ""), tuple(clauses), tuple(amended))


def _text(field: Field, otherwise: str) -> str:
    return field.text() if field.given else otherwise


def _draws(seed: str, of: str, round: int) -> Draws:
    return Draws(BILLS, seed, of, str(round))


@lru_cache(maxsize=1024)
def _composed(bill: Bill, origin: Origin) -> Words:
    draws = _draws(origin.seed, "words", origin.round)
    return composed(bill.kind, _about(bill, origin.seed, draws), bill.rewrites, draws)


def _about(bill: Bill, seed: str, draws: Draws) -> Filling:
    if bill.target is None:
        return topic(draws)
    # A repeal is about what the statute was about.
    repealed = statute(seed, bill.target)
    return repealing(repealed.title, topic(_draws(seed, "words", round_of(bill.target))))
