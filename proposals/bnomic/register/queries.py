"""What a Proposal would get and what its lists would mean, if it were submitted now. Reads only."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.law import Law
from nomic.core.models import Game
from proposals.bnomic.mechanics.listing import Lists
from proposals.bnomic.mechanics.meanings import Known, Meanings, Register
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.mechanics.warnings import warnings
from proposals.bnomic.models import Relation
from proposals.bnomic.queries import ballots, clocks, lists


@dataclass(frozen=True, slots=True)
class Supposed:
    """A Proposal as if it were submitted: under its Number in the `register`, with whom its lists mean and what is odd
    about them."""

    number: int
    register: Register
    meanings: Meanings
    warnings: tuple[Reason, ...]


def next_number(game: Game) -> int:
    """The Number that the next Proposal gets: greater than all before, or a greater one that an Administrator set."""
    clock = clocks.row_of(game)
    return max(ballots.highest_number(game.pk) + 1, clock.numbers_from if clock else 1)


def supposed(game: Game, law: Law, known: Register, *, number: int, name: str, said: Lists) -> Supposed:
    """The Proposal of that Number, new or submitted anew under that Name with those lists. `known`: every Proposal that
    there is, as it stands by law and clock: what is due comes before whoever submits one."""
    others = [each for each in known.known.values() if each.number != number]
    register = Register.of([*others, Known(number, name, State.PENDING)])
    meanings = register.meanings(said)
    return Supposed(number, register, meanings, warnings(number, meanings, register, _depends(game, register), law))


def _depends(game: Game, register: Register) -> dict[int, Collection[int]]:
    """Whom the living ones Depend on. Who lists a Name that nobody bears yet means the one that would take it."""
    found: dict[int, set[int]] = {}
    for each in lists.listed(ballots.in_state(game.pk, State.PENDING, State.OPEN)):
        means = register.meant(each.said) if each.means is None else each.means
        if each.relation == Relation.DEPENDS and means is not None:
            found.setdefault(each.proposal.number, set()).add(means)
    return {number: frozenset(needed) for number, needed in found.items()}
