"""What bills say: small laws, made of the words in `bills.toml`. They decide nothing. (Rule Rounds)

The words of the bill of round r come from the stream of draws (see `draws.py`) that belongs to four texts:
`quorum-bills-1`, the seed, `words`, and r in decimal digits. Every choice is a pick from a list of the file, in this
order:

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
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from dynasties.quorum.mechanics.draws import Draws

SLOT = re.compile(r"\{(\w+)\}")

Filling: TypeAlias = Mapping[str, str]


class Words(NamedTuple):
    """What a bill says; `amended` has the clauses as A1, A2 and A3 would rewrite them."""

    title: str
    preamble: str
    clauses: tuple[str, ...]
    amended: tuple[str, ...]


def topic(draws: Draws) -> Filling:
    """What a spending bill or an edict is about."""
    return {name: draws.pick(_lists()[name]) for name in ("subject", "province")}


def repealing(title: str, topic: Filling) -> Filling:
    """What the repeal of a statute is about, given the title of that and what it is about itself."""
    return {**topic, "target": title[:1].lower() + title[1:]}


def composed(kind: str, about: Filling, rewrites: Sequence[int], draws: Draws) -> Words:
    """The words of a bill of this kind. `draws` stand behind what it is about."""
    templates = _lists()[kind]
    title, preamble = (_said(*_drawn(templates[part], about, draws)) for part in ("title", "preamble"))
    clauses = [_drawn(each, about, draws) for each in templates["clauses"]]
    amended = [_amended(*clauses[clause], about, draws) for clause in rewrites]
    return Words(title, preamble, tuple(_said(*each) for each in clauses), tuple(amended))


@cache
def _lists() -> Mapping[str, Any]:
    found: Mapping[str, Any] = tomllib.loads((files("dynasties.quorum") / "bills.toml").read_text("utf-8"))
    return found


def _drawn(templates: Sequence[str], about: Filling, draws: Draws) -> tuple[str, dict[str, str]]:
    """One of the templates, and what its slots are filled with, in their order."""
    template, filling = draws.pick(templates), dict(about)
    for slot in SLOT.findall(template):
        if (name := slot.lower()) not in filling:
            filling[name] = draws.pick(_lists()[name])
    return template, filling


def _amended(template: str, filling: Filling, about: Filling, draws: Draws) -> str:
    """A clause with another word in one of its slots and perhaps a rider: never as it was."""
    slot = draws.pick([name for name in filling if name not in about])
    others = [word for word in _lists()[slot] if word != filling[slot]]
    clause = _said(template, {**filling, slot: draws.pick(others)})
    return f"{clause} {draws.pick(_lists()['rider'])}" if draws.below(2) else clause


def _said(template: str, filling: Filling) -> str:
    return SLOT.sub(lambda slot: _cased(slot[1], filling[slot[1].lower()]), template)


def _cased(slot: str, words: str) -> str:
    if slot.isupper():
        return " ".join(map(_capitalised, words.split()))
    return _capitalised(words) if slot[0].isupper() else words


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]
