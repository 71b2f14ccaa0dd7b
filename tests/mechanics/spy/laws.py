"""The law of spies for tests of its mechanics: as it begins, with dials amended, or with rules repealed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from dynasties.spy.dials import DIALS, MECHANISMS
from dynasties.spy.map.rules import MoveAttempt, Mover, attempt_move
from dynasties.spy.theatre.rules_map import ATLAS, CURTAIN_PAGE, Curtain, read_curtain_page
from nomic.core.decision import Decision
from nomic.core.law.rules import Catalogue, Law

CATALOGUE = Catalogue.of(DIALS, MECHANISMS)
LAW = CATALOGUE.standard()
CURTAIN = read_curtain_page(CURTAIN_PAGE)
OPEN = Curtain()


@lru_cache
def amended(*dials: tuple[str, str]) -> Law:
    """The law with some dials in other words: `amended(("spy.sea_price", "3"))`."""
    return CATALOGUE.standard(dict(dials))


def without(*names: str) -> Law:
    """The law in which no rule carries these dials and mechanisms any more."""
    absent = {name: dial.absent for name, dial in CATALOGUE.dials.items() if name in names}
    assert len(absent) + len(LAW.mechanisms & set(names)) == len(names)
    return replace(LAW, values={**LAW.values, **absent}, mechanisms=LAW.mechanisms - set(names))


def codes(decision: Decision[Any]) -> list[str]:
    return [reason.code for reason in decision.reasons]


def going(mover: Mover, to: str, curtain: Curtain = OPEN, law: Law = LAW) -> MoveAttempt:
    assert {mover.location, to} <= {*ATLAS, None}
    return attempt_move(mover, to, curtain, law)


def why(mover: Mover, to: str, curtain: Curtain = OPEN, law: Law = LAW) -> list[str]:
    return codes(going(mover, to, curtain, law).decision)
