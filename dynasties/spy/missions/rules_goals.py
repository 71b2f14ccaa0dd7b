"""The goals of a mission that the server can look at: where somebody is, and what e holds. (Rule Missions)

Each is asked of a group, of which a lone Agent is the smallest. What is written among the goals is what counts; what
is looked at here only helps the Mastermind to rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.rules_tickets import Ticket, Tickets
from nomic.core.decision import Invalid

MOST_CHECKS, MOST_PLACES, MOST_COUNTED = 10, 60, 1_000


class Goal(StrEnum):
    BE_IN = "be-in"
    AGENTS_IN = "agents-in"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class GoalCheck:
    """One goal: that one of the group is in one of these places; that so many of it are; that one of it holds so many
    Tickets of a kind."""

    goal: Goal
    places: tuple[str, ...] = ()
    count: int = 1
    ticket: Ticket | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain JSON."""
        if self.goal is Goal.HOLD:
            return {"kind": self.goal.value, "ticket": self.ticket.value if self.ticket else None, "count": self.count}
        counted = {"count": self.count} if self.goal is Goal.AGENTS_IN else {}
        return {"kind": self.goal.value, "places": list(self.places), **counted}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What of an Agent is looked at: the code of eir Location, None for none, and eir Tickets."""

    location: str | None
    tickets: Tickets


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a goal is met: so many of what it needs, and who of the group counts for it."""

    have: int
    needs: int
    who: tuple[int, ...]

    @property
    def is_met(self) -> bool:
        return self.have >= self.needs


def measure_progress(check: GoalCheck, group: Mapping[int, Whereabouts]) -> Progress:
    """How far a group has met a goal."""
    if check.goal is Goal.HOLD:
        return _held_progress(check, group)
    there = tuple(agent for agent, each in group.items() if each.location in check.places)
    # One who is there is enough, unless it says how many.
    needs = check.count if check.goal is Goal.AGENTS_IN else 1
    return Progress(min(len(there), needs), needs, there)


def own_part(check: GoalCheck, found: Progress, agent: int) -> Progress:
    """What one of a group may know of how far a goal was met: what they hold is public, where the others are is not."""
    if check.goal is Goal.HOLD:
        return found
    there = (agent,) if agent in found.who else ()
    return Progress(len(there), found.needs, there)


def _held_progress(check: GoalCheck, group: Mapping[int, Whereabouts]) -> Progress:
    """The most that one of them holds: Tickets of several are not added up."""
    assert check.ticket is not None
    held = {agent: each.tickets.of(check.ticket) for agent, each in group.items()}
    enough = tuple(agent for agent, count in held.items() if count >= check.count)
    return Progress(min(max(held.values(), default=0), check.count), check.count, enough)


# -- as they are written -----------------------------------------------------------------------------


def read_checks(entries: object) -> tuple[GoalCheck, ...]:
    """Goals from plain JSON. Raises `Invalid` at `checks/0/places` and the like for what is none."""
    if not isinstance(entries, Sequence) or isinstance(entries, str) or len(entries) > MOST_CHECKS:
        raise Invalid("checks", f"There are at most {MOST_CHECKS} goals to look at.", "no-checks")
    return tuple(_read_check(entry, f"checks/{place}") for place, entry in enumerate(entries))


def _read_check(entry: object, path: str) -> GoalCheck:
    if not isinstance(entry, Mapping) or str(entry.get("kind")) not in set(Goal):
        raise Invalid(f"{path}/kind", "The server cannot look at a goal of that kind.", "no-goal")
    goal = Goal(entry["kind"])
    if goal is Goal.HOLD:
        return GoalCheck(goal, (), _read_count(entry, path), _read_ticket(entry, path))
    return GoalCheck(goal, _read_places(entry, path), _read_count(entry, path) if goal is Goal.AGENTS_IN else 1)


def _read_places(entry: Mapping[str, Any], path: str) -> tuple[str, ...]:
    typed = entry.get("places", ())
    named = [typed] if isinstance(typed, str) else typed
    if not isinstance(named, Sequence) or not 0 < len(named) <= MOST_PLACES:
        raise Invalid(f"{path}/places", f"Name 1 to {MOST_PLACES} territories by their codes.", "no-places")
    codes = tuple(dict.fromkeys(str(each).strip().upper() for each in named))
    for code in codes:
        if code not in ATLAS:
            raise Invalid(f"{path}/places", f"No territory has the code “{code[:20]}”.", "no-territory")
    return codes


def _read_count(entry: Mapping[str, Any], path: str) -> int:
    count = entry.get("count")
    if not isinstance(count, int) or isinstance(count, bool) or not 0 < count <= MOST_COUNTED:
        raise Invalid(f"{path}/count", f"Say how many, from 1 to {MOST_COUNTED:,}.", "no-count")
    return count


def _read_ticket(entry: Mapping[str, Any], path: str) -> Ticket:
    if str(entry.get("ticket")) not in set(Ticket):
        raise Invalid(f"{path}/ticket", "Choose Air, Sea or Land Tickets.", "no-ticket-kind")
    return Ticket(entry["ticket"])
