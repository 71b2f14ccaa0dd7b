"""What may be done to a cell of the tracker, and what it holds then. (Rules 1.7 and Numbers and Spending)"""

from __future__ import annotations

from enum import StrEnum

from dynasties.mechanics.columns import LARGEST, Column, Held, number, read
from nomic.core.mechanics.decision import Decision, Fact, Invalid, Reason
from nomic.core.mechanics.law import Law


class Op(StrEnum):
    """To give a cell a value, or to add to a number, take from it, or spend of it."""

    SET = "set"
    GAIN = "gain"
    LOSE = "lose"
    SPEND = "spend"


def amount(column: Column, op: Op, typed: object) -> Held:
    """What is typed for an operation. Raises `Invalid` at `value`, or at `op` where this column has no such one."""
    if op is Op.SET:
        return read(column, typed)
    if not column.is_number:
        raise Invalid("op", f"“{column.name}” holds no number: it can only be set.", "not-a-number")
    by = number(typed)
    if by < 0:
        raise Invalid("value", "Say how many, from 0 up; gaining and losing are acts of their own.", "too-small")
    return by


def outcome(column: Column, op: Op, before: Held, by: Held, rule: str | None) -> Decision[tuple[Held, ...]]:
    """What the cell holds afterwards, in a tuple of one; an empty one is a refusal. `by` is what `amount` read, and
    `rule` the title of the rule that bars spending what is not there; None where no rule does."""
    if op is Op.SET:
        return Decision((by,))
    now, count = _number(column, before), _number(column, by)
    if op is Op.GAIN:
        # A rule's bound from above holds as the one from below does: what is beyond it is lost.
        return Decision((column.within(min(now + count, LARGEST)),))
    # What requires spending may not be done if the number could not lawfully hold what would be left.
    if op is Op.SPEND and rule is not None and column.within(now - count) != now - count:
        facts: dict[str, Fact] = {"column": column.name, "has": now, "asked": count}
        return Decision((), (Reason("not-enough", rule, facts),))
    # Any other act that would push it lower leaves it at its least.
    return Decision((column.within(max(now - count, -LARGEST)),))


def spending_rule(law: Law) -> str | None:
    """The rule that bars spending what is not there, if there is one."""
    return law.rule("tracker.spending") if law.carries("tracker.spending") else None


def _number(column: Column, value: Held) -> int:
    return value if isinstance(value, int) else column.within(0)
