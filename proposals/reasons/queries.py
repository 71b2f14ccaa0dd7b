"""The rules that change lists mean, as players cite them: by number and title, also those that are gone. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rulesets.mechanics.ruleset import SECTIONS
from rulesets.models import Arrangement, RuleVersion

Order: TypeAlias = Mapping[str, Sequence[int]]


class Cited(NamedTuple):
    """A rule as it stood at a moment; one that is `gone` by then, as it stood last."""

    number: str
    title: str
    gone: bool


class Borne(NamedTuple):
    """From event `seq` on, which title a rule bears; a repeal ends that."""

    seq: int
    title: str
    live: bool


@dataclass(frozen=True, slots=True)
class Names:
    """The titles of every rule that a game ever had, by id, and the orders in which rules stood, the oldest first."""

    titles: Mapping[int, Sequence[Borne]]
    orders: Sequence[tuple[int, Order]]

    def cited(self, rid: int, seq: int | None = None) -> Cited | None:
        """The rule now, or after event `seq`; None for one that there had never been by then."""
        told = [each for each in self.titles.get(rid, ()) if seq is None or each.seq <= seq]
        if not told:
            return None
        last = told[-1]
        # What a repeal ends stood in the order before it.
        number = self._number(rid, seq if last.live else last.seq - 1)
        return Cited(number, last.title, not last.live) if number else None

    def _number(self, rid: int, seq: int | None) -> str:
        orders = [order for since, order in self.orders if seq is None or since <= seq]
        places = (orders[-1] if orders else {}).items()
        found = {SECTIONS.index(each): list(rules) for name, rules in places for each in SECTIONS if each.value == name}
        return next((f"{at + 1}.{rules.index(rid) + 1}" for at, rules in found.items() if rid in rules), "")


def names(game_id: int) -> Names:
    """Two queries, whatever is asked of it."""
    titles = defaultdict[int, list[Borne]](list)
    versions = RuleVersion.objects.filter(game_id=game_id).order_by("seq", "pk")
    for rid, seq, title, live in versions.values_list("rule__rid", "seq", "title", "live"):
        titles[rid].append(Borne(seq, title, live))
    orders = Arrangement.objects.filter(game_id=game_id).order_by("seq").values_list("seq", "order")
    return Names(titles, list(orders))
