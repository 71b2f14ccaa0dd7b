"""The ranks of a spy, and what each may. (Rule Ranks; Reading 23)"""

from __future__ import annotations

from enum import StrEnum

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law


class Rank(StrEnum):
    """From the lowest up; the value is what the tracker shows."""

    BEGINNER = "Beginner Spy"
    STANDARD = "Standard Spy"
    EXPERIENCED = "Experienced Spy"
    MASTER = "Master Spy"

    @property
    def label(self) -> str:
        return self.value


DIALS = {
    Rank.STANDARD: "spy.rank_standard",
    Rank.EXPERIENCED: "spy.rank_experienced",
    Rank.MASTER: "spy.rank_master",
}


def rank(completed: int, law: Law) -> Rank | None:
    """The highest Rank for so many missions completed; None if the law has no Ranks."""
    if not law.carries("spy.ranks"):
        return None
    return next((each for each in reversed(Rank) if reached(each, completed, law)), Rank.BEGINNER)


def reached(wanted: Rank, completed: int, law: Law) -> bool:
    """Whether so many missions are enough for a Rank; for one that the law does not have, none are."""
    if not law.carries("spy.ranks"):
        return False
    if wanted is Rank.BEGINNER:
        return True
    needed = law.count(DIALS[wanted])
    return needed is not None and completed >= needed


def may_raise_gadgets(completed: int, already: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may raise the number of Gadgets that e may own. `already`: e has done so before."""
    if not law.carries("spy.ranks"):
        return law.requires("spy.ranks")
    # With three missions completed, an Agent is a Standard Spy.
    if not reached(Rank.STANDARD, completed, law):
        needs, rule = law.count("spy.rank_standard"), law.rule("spy.rank_standard")
        return refused("not-standard-yet", rule, completed=completed, needs=needs)
    # Once, e may then raise eir Gadgets.
    if already:
        return refused("gadgets-raised", law.rule("spy.rank_gadgets"))
    return allowed()


def supply_is_quiet(completed: int, law: Law) -> bool:
    """Whether a roll for supplies need not publish the LKL of who has completed so many missions. (Reading 23)"""
    return law.carries("spy.quiet_rolls") and reached(Rank.EXPERIENCED, completed, law)


def has_won(completed: int, law: Law) -> bool:
    """Whether so many missions make a Master Spy, who has achieved victory."""
    return reached(Rank.MASTER, completed, law)
