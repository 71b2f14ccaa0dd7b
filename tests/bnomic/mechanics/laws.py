"""Laws of B Nomic for the tests: as it starts, with dials set in words, and with mechanisms repealed."""

from __future__ import annotations

from collections.abc import Iterable

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Reason
from nomic.core.law.rules import Law

LAW = CATALOGUE.standard()


def saying(dials: dict[str, str]) -> Law:
    return CATALOGUE.standard(dials)


def without(*mechanisms: str) -> Law:
    """The starter law with some mechanisms repealed."""
    return Law(LAW.values, LAW.mechanisms - frozenset(mechanisms), LAW.rules, CATALOGUE)


def lacking(*dials: str) -> Law:
    """The starter law with some dials struck out, so that they mean what they mean when absent."""
    absent = {name: CATALOGUE.dials[name].absent for name in dials}
    return Law({**LAW.values, **absent}, LAW.mechanisms, LAW.rules, CATALOGUE)


def codes(reasons: Iterable[Reason]) -> list[str]:
    return [reason.code for reason in reasons]
