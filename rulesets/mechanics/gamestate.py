"""What change lists change: the ruleset and the roster, at one moment."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self, cast

from rulesets.mechanics.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Seat:
    """What a change list may change of one Agent. An idle Agent is in the game; one who left is not."""

    name: str
    is_admin: bool = False
    in_game: bool = True
    is_barred: bool = False
    is_idle: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The ruleset, the Agents by id, the id that the next new rule gets, and the words that no Agent may be called:
    the game's keywords, and the names of those who wait for admission. `more` is what higher packages keep, by the
    name that the wiring loads it under."""

    ruleset: Ruleset = field(default_factory=Ruleset)
    agents: Mapping[int, Seat] = field(default_factory=dict)
    next_rule_id: int = 1
    keywords: frozenset[str] = frozenset()
    more: Mapping[str, object] = field(default_factory=dict)

    def seat(self, agent: int) -> Seat | None:
        """The Agent, if e is in the game."""
        seat = self.agents.get(agent)
        return seat if seat is not None and seat.in_game else None

    def with_ruleset(self, ruleset: Ruleset) -> Self:
        return replace(self, ruleset=ruleset)

    def with_seat(self, agent: int, seat: Seat) -> Self:
        return replace(self, agents={**self.agents, agent: seat})

    def with_more(self, name: str, kept: object) -> Self:
        # What nobody asks for is not read for this either.
        return replace(self, more=ChainMap({name: kept}, cast(dict[str, object], self.more)))
