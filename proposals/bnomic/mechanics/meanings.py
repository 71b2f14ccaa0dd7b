"""Which Proposals the items of a list mean. (Rule Dependencies and Conflicts)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from proposals.bnomic.mechanics.listing import Lists, number_in
from proposals.bnomic.mechanics.states import State


class Known(NamedTuple):
    """A Proposal of the game as it stands; `name` is empty where it has none. `is_due`: its ballot is over, and its
    state is what follows from a count that is still to be made."""

    number: int
    name: str
    state: State
    is_due: bool = False


class Meant(NamedTuple):
    """An item of a list, and the Number that it means; None as long as nobody bears the Name."""

    said: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Meanings:
    """What a Proposal's lists mean, in the order in which they say it."""

    depends: tuple[Meant, ...] = ()
    conflicts: tuple[Meant, ...] = ()


@dataclass(frozen=True, slots=True)
class Register:
    """The Proposals of a game, by Number and by Name. `named`: by a Name as it is compared, the oldest first."""

    known: Mapping[int, Known]
    named: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, known: Iterable[Known]) -> Self:
        by_number = {each.number: each for each in sorted(known)}
        by_name: dict[str, tuple[int, ...]] = defaultdict(tuple)
        for each in by_number.values():
            if name := _compared(each.name):
                by_name[name] += (each.number,)
        return cls(by_number, dict(by_name))

    def where(self, states: Mapping[int, State], due: Collection[int]) -> Register:
        """The same with these states; `due`: of whom they follow from a count that is still to be made."""
        return Register.of(
            Known(each.number, each.name, states.get(each.number, each.state), each.number in due)
            for each in self.known.values()
        )

    def bearers(self, said: str) -> tuple[int, ...]:
        """All who bear this Name, the oldest first; nobody bears a number."""
        return self.named.get(_compared(said), ()) if number_in(said) is None else ()

    def state(self, number: int) -> State | None:
        """The state of a Proposal; None if there is none of that Number yet."""
        return self.known[number].state if number in self.known else None

    def passed_by(self, number: int) -> bool:
        """Whether nobody has this Number and nobody will get it: a new one is greater than all before it."""
        return number not in self.known and number <= max(self.known, default=0)

    def meant(self, said: str) -> int | None:
        """The Number that an item means, whether it has been given yet or not.

        Of those that bear a Name it is the newest that is not Historical, else the newest; None if nobody bears it.
        """
        number = number_in(said)
        if number is not None:
            return number
        bearers = self.bearers(said)
        living = [each for each in bearers if not self.known[each].state.historical]
        return max(living or bearers, default=None)

    def meanings(self, lists: Lists) -> Meanings:
        """What lists mean if they are submitted now."""
        depends, conflicts = (
            tuple(Meant(said, self.meant(said)) for said in listed) for listed in (lists.depends, lists.conflicts)
        )
        return Meanings(depends, conflicts)


def _compared(name: str) -> str:
    return " ".join(name.split()).casefold()
