"""The rules that change lists mean, as players cite them: by number and title, also those that are gone. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rulesets.models import Arrangement, RuleVersion
from rulesets.text.rules import SECTIONS

Order: TypeAlias = Mapping[str, Sequence[int]]


class CitedRule(NamedTuple):
    """A rule as it stood at a moment; one that is `gone` by then, as it stood last."""

    number: str
    title: str
    gone: bool


class RuleTitle(NamedTuple):
    """From event `seq` on, which title a rule bears; a repeal ends that."""

    seq: int
    title: str
    live: bool


@dataclass(frozen=True, slots=True)
class RuleNames:
    """The titles of every rule that a game ever had, by id, and the orders in which rules stood, the oldest first."""

    titles: Mapping[int, Sequence[RuleTitle]]
    orders: Sequence[tuple[int, Order]]

    def citation_of(self, rid: int, seq: int | None = None) -> CitedRule | None:
        """The rule now, or after event `seq`; None for one that there had never been by then."""
        told = [each for each in self.titles.get(rid, ()) if seq is None or each.seq <= seq]
        if not told:
            return None
        last = told[-1]
        # What a repeal ends stood in the order before it.
        number = self._number(rid, seq if last.live else last.seq - 1)
        return CitedRule(number, last.title, not last.live) if number else None

    def _number(self, rid: int, seq: int | None) -> str:
        orders = [order for since, order in self.orders if seq is None or since <= seq]
        places = (orders[-1] if orders else {}).items()
        found = {SECTIONS.index(each): list(rules) for name, rules in places for each in SECTIONS if each.value == name}
        return next((f"{at + 1}.{rules.index(rid) + 1}" for at, rules in found.items() if rid in rules), "")


def rule_names(game_id: int) -> RuleNames:
    """Two queries, whatever is asked of it."""
    titles = defaultdict[int, list[RuleTitle]](list)
    versions = RuleVersion.objects.filter(game_id=game_id).order_by("seq", "pk")
    for rid, seq, title, live in versions.values_list("rule__rid", "seq", "title", "live"):
        titles[rid].append(RuleTitle(seq, title, live))
    orders = Arrangement.objects.filter(game_id=game_id).order_by("seq").values_list("seq", "order")
    return RuleNames(titles, list(orders))
