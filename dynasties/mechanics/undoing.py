"""What undoing a change of the tracker does to each cell as it is now. (Rule 1.7)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dynasties.mechanics.columns import Column, Held
from nomic.core.mechanics.decision import Decision, Reason, allowed, refused
from nomic.core.mechanics.law import Law


@dataclass(frozen=True, slots=True)
class Done:
    """What an update did to one cell, and what the cell holds now. `touched`: somebody has changed it since."""

    column: Column
    agent: int | None
    name: str
    before: Held
    after: Held
    now: Held
    touched: bool


def may_undo(*, undone: bool, was_in_force: bool, law: Law) -> Decision[bool]:
    """Whether a change may be undone. `undone`: that has been done, and still stands; `was_in_force`: the rule that is
    cited, at the moment of the change."""
    # Any Agent who finds that a change broke the rules may undo it.
    gone = law.requires("tracker.undoing")
    if not gone.outcome:
        return gone
    rule = law.rule("tracker.undoing")
    # There is nothing to undo twice; undoing the undoing is a change like any other.
    if undone:
        return refused("undone-already", rule)
    # It is the rules of its moment that a change breaks.
    if not was_in_force:
        return refused("rule-not-of-then", rule)
    return allowed()


def stands_undone(act: int, undoings: Iterable[tuple[int, int]]) -> bool:
    """Whether an act, by its key, has been undone by one that has not been undone itself.

    `undoings`: every later act that undoes one, with the one that it undoes, the oldest first.
    """
    # Nobody undoes what is to come: from the newest back, whether each still stands is known by then.
    undone = set[int]()
    for by, what in reversed(list(undoings)):
        if by not in undone:
            undone.add(what)
    return act in undone


def undone(cells: Sequence[Done], law: Law) -> Decision[Mapping[tuple[int, int | None], Held]]:
    """What each cell, by column number and Agent, holds afterwards. Refused, naming every cell that stands in its way:
    out of use, or changed since in a way that the undoing would contradict."""
    rule = law.rule("tracker.undoing")
    blocked = [reason for each in cells if (reason := _in_the_way(each, rule))]
    if blocked:
        return Decision({}, tuple(blocked))
    return Decision({(each.column.number, each.agent): _back(each) for each in cells})


def _in_the_way(done: Done, rule: str) -> Reason | None:
    facts = {"column": done.column.name, "name": done.name}
    if not done.column.live:
        return Reason("column-out-of-use", rule, facts)
    return None if done.column.may_hold(_back(done)) and _joins(done) else Reason("undo-in-the-way", rule, facts)


def _joins(done: Done) -> bool:
    """Whether what came after can stand beside the undoing: nothing did, or it is a number, or it is so already."""
    return not done.touched or done.column.is_number or done.now == done.before


def _back(done: Done) -> Held:
    # Where nothing came after, the cell is as it was; of a number only what this change did is taken back.
    if not done.touched or not done.column.is_number:
        return done.column.standard if done.before is None and done.column.is_number else done.before
    now, before, after = (each if isinstance(each, int) else 0 for each in (done.now, done.before, done.after))
    return now + before - after
