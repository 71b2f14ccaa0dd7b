"""What the referee is told of the game around a matter: who plays, and when the game stood still. Pure."""

from __future__ import annotations

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.timespans import Interval
from proposals.mechanics.votes import Roster


def roster_in(question: Field) -> Roster:
    """The Agents, the idle ones and the Mastermind, as plain JSON says them. Raises `Invalid` with the path."""
    agents = _names(question["agents"], frozenset())
    idle = frozenset(_names(question["idle"], frozenset(agents))) if question["idle"].given else frozenset()
    leader = question["mastermind"]
    mastermind = leader.text() if leader.given and leader.value is not None else None
    if mastermind is not None and mastermind not in agents and mastermind not in idle:
        raise Invalid("mastermind", "is neither among the agents nor among the idle")
    return Roster(agents, idle, mastermind)


def hiatus_in(field: Field) -> tuple[Interval, ...]:
    """Pairs of a start and an end, which may be null. None where it is left out."""
    return tuple(map(_interval, field.items())) if field.given else ()


def _names(field: Field, taken: frozenset[str]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for each in field.items():
        name = each.text()
        if name in names or name in taken:
            raise Invalid(each.path, "is listed twice")
        names[name] = None
    return tuple(names)


def _interval(field: Field) -> Interval:
    ends = list(field.items())
    if len(ends) != 2:
        raise Invalid(field.path, "must be a pair: its start, and its end or null")
    start, end = ends[0].moment(), None if ends[1].value is None else ends[1].moment()
    if end is not None and end < start:
        raise Invalid(ends[1].path, "lies before the start")
    return Interval(start, end)
