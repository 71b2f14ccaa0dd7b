"""Bills, as they follow from the seed of an Episode: the draws, what a bill is, and what it says. (Rule Rounds)

**The draws**, which anybody can make again, are a stream of whole numbers that belongs to a list of texts. The
generator, whole, so that it can be written in any language:

    1. The prefix is, for each of the texts in turn, its length in bytes as 4 bytes, the highest first, and then the
       text itself in UTF-8.
    2. Block number n, from 0, is the SHA-256 of the prefix followed by n as 8 bytes, the highest first.
    3. Each block of 32 bytes is four words of 8 bytes, one after the other, each read as a whole number w, the highest
       byte first.
    4. below(k): the next word w, if it is less than 2^64 − (2^64 mod k), gives w mod k; if it is not, it is passed over
       and the one after it is tried. This leaves out the few highest words, which would favour low numbers.
    5. pick(list) is the member number below(length of the list), counted from 0.

**What a bill is**, in round r, comes from the draws that belong to four texts: `quorum-bills-1`, the seed, `facts`, and
r in decimal digits.

    1. below(5): 0 and 1 are a spending bill, 2 and 3 an edict, 4 is the repeal of a statute.
    2. If that is 4, but no statute stands or the law has no repeals: below(2), 0 is a spending bill, 1 an edict.
    3. For a repeal: pick(the statutes that stand, in the order in which they passed) is the one to be repealed.
    4. pick(012, 021, 102, 120, 201, 210): which clause A1, A2 and A3 rewrite, in this order.

The bill's id is B and the round in digits, two at least. A repeal never becomes a statute, so that what a statute is,
and what it says, follows from the seed and its id.

**What a bill says** is made of the words in `bills.toml`, and decides nothing. The words of the bill of round r come
from the draws that belong to four texts: `quorum-bills-1`, the seed, `words`, and r in decimal digits. Every choice is
a pick from a list of the file, in this order:

    1. What it is about: a subject, then a province. For a repeal they are those of the statute, and nothing is drawn.
    2. The templates of its kind for the title, the preamble and clauses 1 to 3. The slots of each template are filled,
       in the order in which they stand in it, before the next template is picked.
    3. For A1, A2 and A3 in turn, in the clause that it rewrites: which of its drawn slots; another word for it, from
       its list without the one that stands there; then below(2), where 1 means a rider: a sentence that is added.

The slots subject, province and target (the title of the statute, which then begins with “the”) are not drawn again, and
a slot that stands twice in a template is drawn once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import permutations
from struct import Struct
from typing import Any, NamedTuple, TypeAlias, TypeVar

from nomic.core.input import Field
from nomic.core.language.rules import capitalize

WORD_RANGE = 2**64
BLOCK, COUNTER, LENGTH = Struct(">4Q"), Struct(">Q"), Struct(">I")

Picked = TypeVar("Picked")


class Draws:
    """The stream that belongs to these texts, from its beginning. Raises `UnicodeEncodeError` for half a character."""

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, *parts: str) -> None:
        self._prefix = b"".join(map(_frame_text, parts))
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A whole number from 0 up and below `n`, which is from 1 to 2^64; each as likely as the others."""
        fair = WORD_RANGE - WORD_RANGE % n
        while True:
            if not self._words:
                self._hash()
            word = self._words.pop()
            if word < fair:
                return word % n

    def pick(self, among: Sequence[Picked]) -> Picked:
        """One of these, each as likely as the others. There must be one."""
        return among[self.below(len(among))]

    def _hash(self) -> None:
        block = sha256(self._prefix + COUNTER.pack(self._block)).digest()
        self._words = list(reversed(BLOCK.unpack(block)))
        self._block += 1


@lru_cache(maxsize=1024)
def _frame_text(text: str) -> bytes:
    written = text.encode()
    return LENGTH.pack(len(written)) + written


SLOT = re.compile(r"\{(\w+)\}")

Filling: TypeAlias = Mapping[str, str]


class BillWords(NamedTuple):
    """What a bill says; `amended` has the clauses as A1, A2 and A3 would rewrite them."""

    title: str
    preamble: str
    clauses: tuple[str, ...]
    amended: tuple[str, ...]


def draw_topic(draws: Draws) -> Filling:
    """What a spending bill or an edict is about."""
    return {name: draws.pick(_word_lists()[name]) for name in ("subject", "province")}


def repeal_filling(title: str, topic: Filling) -> Filling:
    """What the repeal of a statute is about, given the title of that and what it is about itself."""
    return {**topic, "target": title[:1].lower() + title[1:]}


def compose_bill(kind: str, about: Filling, rewrites: Sequence[int], draws: Draws) -> BillWords:
    """The words of a bill of this kind. `draws` stand behind what it is about."""
    templates = _word_lists()[kind]
    title, preamble = (_fill_template(*_draw_template(templates[part], about, draws)) for part in ("title", "preamble"))
    clauses = [_draw_template(each, about, draws) for each in templates["clauses"]]
    amended = [_amend_clause(*clauses[clause], about, draws) for clause in rewrites]
    return BillWords(title, preamble, tuple(_fill_template(*each) for each in clauses), tuple(amended))


@cache
def _word_lists() -> Mapping[str, Any]:
    found: Mapping[str, Any] = tomllib.loads((files("dynasties.quorum") / "bills.toml").read_text("utf-8"))
    return found


def _draw_template(templates: Sequence[str], about: Filling, draws: Draws) -> tuple[str, dict[str, str]]:
    """One of the templates, and what its slots are filled with, in their order."""
    template, filling = draws.pick(templates), dict(about)
    for slot in SLOT.findall(template):
        if (name := slot.lower()) not in filling:
            filling[name] = draws.pick(_word_lists()[name])
    return template, filling


def _amend_clause(template: str, filling: Filling, about: Filling, draws: Draws) -> str:
    """A clause with another word in one of its slots and perhaps a rider: never as it was."""
    slot = draws.pick([name for name in filling if name not in about])
    others = [word for word in _word_lists()[slot] if word != filling[slot]]
    clause = _fill_template(template, {**filling, slot: draws.pick(others)})
    return f"{clause} {draws.pick(_word_lists()['rider'])}" if draws.below(2) else clause


def _fill_template(template: str, filling: Filling) -> str:
    return SLOT.sub(lambda slot: _match_case(slot[1], filling[slot[1].lower()]), template)


def _match_case(slot: str, words: str) -> str:
    if slot.isupper():
        return " ".join(map(capitalize, words.split()))
    return capitalize(words) if slot[0].isupper() else words


BILLS_FORMAT = "quorum-bills-1"
SPENDING, EDICT, REPEAL = KINDS = ("spending", "edict", "repeal")
BY_DRAW = (SPENDING, SPENDING, EDICT, EDICT, REPEAL)


CLAUSES = 3


REWRITES = tuple(permutations(range(CLAUSES)))


class Amendment(NamedTuple):
    """Which clause it rewrites, from 0, and the clause as it would then read."""

    clause: int
    text: str


class BillOrigin(NamedTuple):
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
    source: BillWords | BillOrigin

    @property
    def words(self) -> BillWords:
        return self.source if isinstance(self.source, BillWords) else _compose_words(self, self.source)

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


def drawn_bill(seed: str, round: int, standing: Sequence[str], repeals: bool) -> Bill:
    """The bill of a round, from 0. `standing`: the ids of the statutes, in the order in which they passed; `repeals`:
    whether the law has any."""
    draws = _draws_for(seed, "facts", round)
    kind = BY_DRAW[draws.below(len(BY_DRAW))]
    if kind == REPEAL and not (standing and repeals):
        kind = KINDS[draws.below(2)]
    target = draws.pick(standing) if kind == REPEAL else None
    return Bill(f"B{round:02d}", kind, draws.pick(REWRITES), target, BillOrigin(seed, round))


def statute_bill(seed: str, id: str) -> Bill:
    """The bill that became this statute. Raises `ValueError` for an id that no bill has."""
    # As it was no repeal, it does not matter what stood then.
    return drawn_bill(seed, round_of_bill(id), (), False)


def round_of_bill(id: str) -> int:
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
    rewrites = tuple(map(_read_rewritten_clause, amendments))
    return Bill(id, kind, rewrites, _read_target(field["target_statute"], kind), _read_words(field, id, amendments))


def _read_rewritten_clause(amendment: Field) -> int:
    """Which clause an amendment rewrites; it may be given as nothing but that number."""
    field = amendment["clause"] if isinstance(amendment.value, dict) else amendment
    clause = field.count()
    if clause >= CLAUSES:
        raise field.invalid("must be the number of a clause, from 0 to 2")
    return clause


def _read_target(field: Field, kind: str) -> str | None:
    if kind == REPEAL:
        return field.text()
    if field.is_given and field.value is not None:
        raise field.invalid("is for the repeal of a statute alone")
    return None


def _read_words(field: Field, id: str, amendments: Sequence[Field]) -> BillWords:
    clauses = [clause.text() for clause in field["clauses"].items()]
    if len(clauses) != CLAUSES:
        raise field["clauses"].invalid("must be three clauses")
    amended = [_read_text(each["text"], "") if isinstance(each.value, dict) else "" for each in amendments]
    return BillWords(_read_text(field["title"], id), _read_text(field["preamble"], ""), tuple(clauses), tuple(amended))


def _read_text(field: Field, otherwise: str) -> str:
    return field.text() if field.is_given else otherwise


def _draws_for(seed: str, of: str, round: int) -> Draws:
    return Draws(BILLS_FORMAT, seed, of, str(round))


@lru_cache(maxsize=1024)
def _compose_words(bill: Bill, origin: BillOrigin) -> BillWords:
    draws = _draws_for(origin.seed, "words", origin.round)
    return compose_bill(bill.kind, _filling_for(bill, origin.seed, draws), bill.rewrites, draws)


def _filling_for(bill: Bill, seed: str, draws: Draws) -> Filling:
    if bill.target is None:
        return draw_topic(draws)
    # A repeal is about what the statute was about.
    repealed = statute_bill(seed, bill.target)
    return repeal_filling(repealed.title, draw_topic(_draws_for(seed, "words", round_of_bill(bill.target))))


NO_AMENDMENT = -1
AMENDMENTS = {"none": NO_AMENDMENT, "A1": 0, "A2": 1, "A3": 2}
AMENDMENT_NAMES = ("A1", "A2", "A3")
